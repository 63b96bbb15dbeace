"""Regular expressions as trees and as flat programs: notation, named classes, edits, neighbourhoods."""
