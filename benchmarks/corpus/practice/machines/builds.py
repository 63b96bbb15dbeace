"""What is said of sources: patches, histories, messages of compilers, runs of builds and tests."""

from __future__ import annotations

from benchmarks.corpus.drawing import (
    DAY,
    DIGIT,
    DOMAIN,
    FAMILY,
    GIVEN,
    HEX,
    MONTH,
    SMALL_GIVEN,
    VERB,
    WORD,
    YEAR,
    Format,
    changed,
    common,
    decimal,
    maybe,
    number,
    of,
    pick,
    some,
    text,
    uniform,
)
from benchmarks.corpus.practice.machines.services import KEBAB, SNAKE
from benchmarks.corpus.practice.machines.sources import CLASS, SENTENCE
from benchmarks.corpus.practice.machines.systems import THREE

SOURCE = text(some(text(WORD, "/"), 0, 3), SNAKE, ".", common("py c rs js go cpp ts java"))
LINES = text(number(1, 2000), maybe(text(",", number(1, 60)), 0.9))
LOADED = text(common("LOAD STORE"), "_", common("FAST CONST GLOBAL ATTR NAME"))
TEST = text("test_", some(WORD, 2, 5, "_"))
CASE = text(TEST, maybe(text("[", pick(WORD, number(0, 99), text(WORD, "-", number(0, 9))), "]"), 0.3))
DURATION = decimal(0, 400, 2)
REVISION = pick("HEAD", "main", of(HEX, 7), text("v", number(0, 9), ".", number(0, 20)))

BUILDS = (
    Format(
        "hunk",
        r"@@ -\d+(,\d+)? \+\d+(,\d+)? @@( (def|class|fn|func) [A-Za-z_]+.*)?",
        text(
            text("@@ -", LINES, " +", LINES, " @@"),
            maybe(
                pick(text(" def ", SNAKE, "(", WORD, "):"), text(" class ", CLASS, ":"), text(" fn ", SNAKE, "() {"))
            ),
        ),
    ),
    Format(
        "side of a patch",
        r"(---|\+\+\+) ([ab]/[a-z/_.]+|/dev/null)(\t\d{4}-\d{2}-\d{2})?",
        text(
            text(pick("---", "+++"), " ", pick("/dev/null", *[text(of("ab", 1), "/", SOURCE)] * 7)),
            maybe(text("\t", YEAR, "-", MONTH, "-", DAY), 0.2),
        ),
    ),
    Format(
        "patch index",
        r"index [0-9a-f]{7,10}\.\.[0-9a-f]{7,10}( 100(644|755))?",
        text(
            text("index ", pick("0000000", of(HEX, 7), of(HEX, 7)), "..", of(HEX, 7)),
            maybe(pick(" 100644", " 100644", " 100755"), 0.8),
        ),
    ),
    Format(
        "changed file",
        r" [a-z/_.-]+ +\| +\d+ \+*-*",
        text(
            text(" ", changed(SOURCE, lambda value: f"{value:24}"), " | "),
            text(changed(number(1, 200), lambda value: f"{value:>3}"), " ", some("+", 0, 12), some("-", 0, 8)),
        ),
    ),
    Format(
        "sum of changes",
        r" \d+ files? changed(, \d+ insertions?\(\+\))?(, \d+ deletions?\(-\))?",
        text(
            text(pick(" 1 file", *[text(" ", number(2, 60), " files")] * 2), " changed"),
            maybe(pick(", 1 insertion(+)", *[text(", ", number(2, 3000), " insertions(+)")] * 5), 0.9),
            maybe(pick(", 1 deletion(-)", *[text(", ", number(2, 900), " deletions(-)")] * 5), 0.7),
        ),
    ),
    Format(
        "merge",
        r"Merge (branch '[a-z0-9/-]+'( of [a-z./]+)?( into [a-z0-9/-]+)?|pull request #\d+ from [a-z]+/[a-z-]+)",
        pick(
            text(
                text("Merge branch '", maybe(text(common("feature fix release"), "/")), KEBAB, "'"),
                maybe(text(" into ", pick("main", "develop", KEBAB))),
            ),
            text("Merge pull request #", number(1, 20000), " from ", WORD, "/", KEBAB),
        ),
    ),
    Format(
        "trailer",
        r"(Signed-off-by|Co-developed-by|Reviewed-by|Fixes|Closes): ([A-Z][a-z]+ [A-Z][a-z]+"
        r" <[a-z]+@[a-z.]+>|#\d+|[0-9a-f]{12} \(\"[A-Za-z ]+\"\))",
        pick(
            text(
                text(common("Signed-off-by Reviewed-by Co-developed-by"), ": ", GIVEN, " ", FAMILY, " <", SMALL_GIVEN),
                text("@", DOMAIN, ">"),
            ),
            text(common("Fixes Closes"), ": #", number(1, 9999)),
            text("Fixes: ", of(HEX, 12), ' ("', SENTENCE, '")'),
        ),
    ),
    Format(
        "reference of a repository",
        r"refs/(heads|tags|remotes/origin|pull)/[a-z0-9./-]+",
        text(
            "refs/",
            pick(
                text("heads/", maybe(text(WORD, "/")), KEBAB),
                text("tags/v", THREE),
                text("remotes/origin/", KEBAB),
                text("pull/", number(1, 9999), "/head"),
            ),
        ),
    ),
    Format(
        "revisions",
        r"(HEAD|main|v\d\.\d+|[0-9a-f]{7})([~^]\d*)*(\.{2,3}(HEAD|main|v\d\.\d+|[0-9a-f]{7}))?",
        text(
            REVISION,
            pick("", text("~", number(1, 30)), "^", "^2", "^^"),
            maybe(text(pick("..", "..", "..."), REVISION)),
        ),
    ),
    Format(
        "change of a release",
        r"## (\[?v?\d+\.\d+\.\d+\]?( - \d{4}-\d{2}-\d{2}| \(unreleased\))?|\[Unreleased\])",
        pick(
            "## [Unreleased]",
            *[text("## [", THREE, "] - ", YEAR, "-", MONTH, "-", DAY)] * 4,
            text("## v", THREE, maybe(" (unreleased)", 0.2)),
        ),
    ),
    Format(
        "blamed line",
        r"\^?[0-9a-f]{7,8} \([A-Z][a-z]+( [A-Z][a-z]+)? +\d{4}-\d{2}-\d{2} +\d+\)",
        text(
            text(pick("^", "", "", ""), of(HEX, 8), " ("),
            text(changed(pick(text(GIVEN, " ", FAMILY), GIVEN), lambda value: f"{value:16}"), " ", YEAR, "-", MONTH),
            text("-", DAY, changed(number(1, 2000), lambda value: f"{value:>5}"), ")"),
        ),
    ),
    Format(
        "undefined symbol",
        r"(/usr/bin/)?ld: [a-z_/]+\.o: in function `[a-z_]+': undefined reference to `[A-Za-z_:]+(\([a-z*, ]*\))?'",
        text(
            text(
                text(maybe("/usr/bin/"), "ld: ", some(WORD, 1, 2, "/"), ".o: in function `", pick("main", SNAKE)),
                "': undefined reference to `",
            ),
            text(
                pick(SNAKE, text(CLASS, "::", WORD)),
                text(maybe(text("(", some(common("int char* double"), 0, 2, ", "), ")")), "'"),
            ),
        ),
    ),
    Format(
        "type error",
        r"error TS\d{4,5}: [A-Z][a-z]+( '[A-Za-z.]+'| [a-z]+)+\.",
        text(
            text("error TS", uniform(1005, 7053), ": "),
            pick(
                text("Property '", WORD, "' does not exist on type '", CLASS, "'"),
                text("Cannot find name '", pick(WORD, CLASS), "'"),
                text("Type '", common("string number undefined"), "' is not assignable to type '", CLASS, "'"),
            ),
            ".",
        ),
    ),
    Format(
        "borrow error",
        r"(error|warning)(\[E\d{4}\])?: [a-z]+( [a-z]+|:? `[a-z_:A-Z]+`)+",
        pick(
            text(
                text("error[E0", uniform(4, 716, 3), "]: ", some(WORD, 2, 5, " ")),
                text(maybe(text(" `", pick(SNAKE, CLASS), "`"), 0.6), maybe(text(" ", WORD))),
            ),
            text("warning: unused ", common("variable import function"), ": `", SNAKE, "`"),
        ),
    ),
    Format(
        "compiled object",
        r"\[ *\d{1,3}%\] (Building (C|CXX) object|Linking CXX executable|Built target) [A-Za-z_/.]+",
        text(
            text("[", changed(uniform(1, 100), lambda value: f"{value:>3}"), "%] "),
            pick(
                *[text("Building ", common("CXX C"), " object ", some(WORD, 1, 3, "/"), pick(".cpp.o", ".c.o"))] * 3,
                text("Linking CXX executable ", SNAKE),
                text("Built target ", SNAKE),
            ),
        ),
    ),
    Format(
        "progress of a build",
        r"\[\d+/\d+\] ([A-Z]+|[A-Z][a-z]+)( [a-z_./-]+)+( \(\d+(\.\d+)?s\))?",
        text(
            text("[", number(1, 900), "/", number(4, 2000), "] "),
            text(pick(common("Compiling Linking Installing Fetching"), common("RUN COPY")), " "),
            text(pick(SOURCE, KEBAB, text(VERB, " ", WORD)), maybe(text(" (", decimal(0, 90, 1), "s)"), 0.3)),
        ),
    ),
    Format(
        "compiled crate",
        r" *(Compiling|Checking|Downloaded|Finished) [a-z]+([_-][a-z0-9]+)* v\d+\.\d+\.\d+(-[a-z]+\.\d+)?( \("
        r"(/[a-z]+)+\))?",
        text(
            text(changed(common("Compiling Checking Downloaded"), lambda value: f"{value:>12}"), " "),
            text(pick(KEBAB, SNAKE), " v", THREE, maybe(text("-", common("alpha beta rc"), ".", DIGIT), 0.1)),
            maybe(text(" (/", WORD, "/", WORD, ")"), 0.15),
        ),
    ),
    Format(
        "counted tests",
        r"(\[(INFO|ERROR|WARNING)\] )?Tests run: \d+, Failures: \d+, Errors: \d+(, Skipped: \d+)?(, Time elapsed:"
        r" \d+(\.\d+)? s)?",
        text(
            text(maybe(text("[", common("INFO ERROR WARNING"), "] "), 0.8), "Tests run: ", number(1, 2000)),
            text(", Failures: ", number(0, 9), ", Errors: ", number(0, 4)),
            maybe(text(", Skipped: ", number(0, 20)), 0.8),
            maybe(text(", Time elapsed: ", decimal(0, 90, 3), " s")),
        ),
    ),
    Format(
        "test node",
        r"tests(/[a-z]+)*/test_[a-z_]+\.py::(Test[A-Z][A-Za-z]+::)?test_[a-z_]+(\[[a-z0-9-]+\])?( "
        r"(PASSED|FAILED|SKIPPED)( +\[ *\d+%\])?)?",
        text(
            text("tests/", some(text(WORD, "/"), 0, 2), "test_", SNAKE, ".py::", maybe(text("Test", CLASS, "::"), 0.3)),
            CASE,
            maybe(
                text(
                    text(" ", common("PASSED FAILED SKIPPED")),
                    maybe(text(" [", changed(uniform(1, 100), lambda value: f"{value:>3}"), "%]")),
                ),
                0.7,
            ),
        ),
    ),
    Format(
        "end of tests",
        r"=+ (\d+ failed, )?\d+ passed(, \d+ skipped)?(, \d+ (warnings|deselected))? in \d+\.\d{2}s("
        r" \(\d+:\d{2}:\d{2}\))? =+",
        changed(
            text(
                text(maybe(text(number(1, 40), " failed, "), 0.3), number(1, 3000), " passed"),
                maybe(text(", ", number(1, 40), " skipped"), 0.3),
                text(maybe(text(", ", number(2, 90), " warnings"), 0.4), " in ", DURATION, "s"),
            ),
            lambda value: f" {value} ".center(70, "="),
        ),
    ),
    Format(
        "test of a browser",
        r"( {2})*(✓|✗|✕|√) [a-z]+( [a-z]+)*( \(\d+ ?m?s\))?",
        text(
            text(some("  ", 0, 3), common("✓ ✕ √ ✗"), " ", pick("should ", "returns ", ""), some(WORD, 1, 6, " ")),
            maybe(text(" (", number(1, 900), maybe(" "), "ms)"), 0.6),
        ),
    ),
    Format(
        "coverage",
        r"[a-z/_]+\.py +\d+ +\d+ +\d{1,3}%( +\d+(-\d+)?(, \d+(-\d+)?)*)?",
        text(
            changed(text(some(text(WORD, "/"), 0, 2), SNAKE, ".py"), lambda value: f"{value:30}"),
            changed(number(3, 900), lambda value: f"{value:>5}"),
            changed(number(0, 90), lambda value: f"{value:>5}"),
            changed(uniform(30, 100), lambda value: f"{value:>5}%"),
            maybe(text("   ", some(text(number(3, 400), maybe(text("-", number(9, 900)), 0.4)), 1, 5, ", ")), 0.7),
        ),
    ),
    Format(
        "traced line",
        r"  File \"(<stdin>|(/[a-z0-9._]+)+)\", line \d+, in (<module>|[a-z_]+)",
        text(
            text('  File "', pick("<stdin>", *[text("/", SOURCE), text("/usr/lib/python3.11/", SNAKE, ".py")] * 2)),
            text('", line ', number(1, 3000), ", in ", pick("<module>", SNAKE, SNAKE)),
        ),
    ),
    Format(
        "step of a workflow",
        r" *- (uses: [a-z]+/[a-z]+(-[a-z]+)*@(v\d+(\.\d+)*|[0-9a-f]{40})|run: [a-z]+( [a-z-]+)*|name: [A-Z][a-z]+"
        r"( [a-z]+)*)",
        text(
            text(some("  ", 0, 3), "- "),
            pick(
                text(
                    "uses: ", pick("actions", WORD), "/", KEBAB, "@", pick("v4", text("v", uniform(1, 5)), of(HEX, 40))
                ),
                text("run: ", common("npm pip make cargo"), " ", VERB, maybe(text(" --", WORD))),
                text("name: ", SENTENCE),
            ),
        ),
    ),
    Format(
        "copied files",
        r"(COPY|ADD)( --(from=[a-z]+|chown=[a-z]+:[a-z]+))*( [a-z./*-]+)+ (\.|\./|(/[a-z]+)+/?)",
        text(
            text(common("COPY ADD"), maybe(text(" --from=", common("builder base build")), 0.3)),
            maybe(text(" --chown=", common("app node root"), ":", common("app node root")), 0.15),
            some(
                text(
                    " ",
                    pick(
                        ".",
                        text(WORD, "*.", common("json txt toml")),
                        text("./", WORD),
                        text("/", some(WORD, 1, 3, "/")),
                    ),
                ),
                1,
                2,
            ),
            text(" ", pick(".", "./", text("/", some(WORD, 1, 2, "/"), maybe("/")))),
        ),
    ),
    Format(
        "opcode with operand",
        r" *\d+ (LOAD|STORE|BINARY|RETURN|POP|JUMP)_[A-Z]+(_[A-Z]+)*( +\d+( \((to \d+|[a-z_]+)\))?)?",
        text(
            changed(number(0, 400), lambda value: f"{value:>12}"),
            pick(
                text(" ", pick("BINARY_ADD", "RETURN_VALUE", "POP_TOP", "BINARY_SUBSCR")),
                *[text(" ", LOADED, changed(number(0, 40), lambda value: f"{value:>4}"), " (", SNAKE, ")")] * 3,
                text(" JUMP_", common("FORWARD ABSOLUTE"), "  ", number(2, 90), " (to ", number(10, 900), ")"),
            ),
        ),
    ),
    Format(
        "mangled name",
        r"_Z(N?K?)(\d{1,2}[A-Za-z_]+)+E?[ivcPKdb]*",
        changed(
            some(pick(WORD, CLASS), 1, 3, " "),
            lambda value: "_ZN" + "".join(f"{len(word)}{word}" for word in value.split()) + "Ev",
        ),
    ),
)
