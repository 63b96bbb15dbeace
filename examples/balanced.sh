# An oracle: leaves with 0 when the brackets of its argument are balanced, with 1 when they are not.
# Pairs with nothing inside are taken away until none is left.
rest=$(printf '%s' "$1" | sed -e ':again' -e 's/()//; s/\[\]//; t again')
[ -z "$rest" ]
