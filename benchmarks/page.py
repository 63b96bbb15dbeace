"""How long the page of `synth serve` makes one wait: `.venv/bin/python benchmarks/page.py`.

In Chromium, in milliseconds by the clock of the page: from pasting 100 examples to the first pattern, with a process
that has searched before, and from a string that is typed to the verdict on it, when the search has ended.
"""

from __future__ import annotations

import random
import statistics
import sys
from pathlib import Path
from typing import Any, Final

sys.path.insert(0, str(Path(__file__).parents[1]))

from tests.support.browser import browser, look, paste, served, text_of, wait

ROUNDS: Final = 3
LETTERS: Final = 20
RNG: Final = random.Random(0)
# pastes, or types, and waits until the text of an element is another one
MEASURE: Final = """
const [field, event, text, place, done] = arguments;
const input = document.getElementById(field), output = document.getElementById(place);
const before = output.innerText;
const began = performance.now();
new MutationObserver((_, observer) => {
  if (!output.innerText || output.innerText === before) return;
  observer.disconnect();
  done(performance.now() - began);
}).observe(output, {childList: true, subtree: true, characterData: true});
input.value = text;
input.dispatchEvent(event === "paste" ? new ClipboardEvent("paste") : new Event("input"));
"""


def main() -> None:
    """Print both."""
    with served() as address, browser() as driver:
        look(driver)
        driver.get(address)
        wait(lambda: driver.execute_script("return document.getElementById('formats').children.length"))
        driver.execute_script("document.getElementById('effort').value = 1")
        paste(driver, "warm\nup\n")
        ended(driver)
        firsts = [first_pattern(driver) for _ in range(ROUNDS)]
        verdicts = [verdict(driver, "1" * (1 + number % 7)) for number in range(LETTERS)]
    for name, values in (("first pattern", firsts), ("verdict", verdicts[1:])):
        print(f"{name}: median {statistics.median(values):.0f} ms, longest {max(values):.0f} ms, of {len(values)}")


def first_pattern(driver: Any) -> float:  # noqa: ANN401 (Selenium's)
    """Milliseconds from pasting a hundred dates to the first pattern."""
    driver.execute_script("document.getElementById('over').click()")
    wait(lambda: not text_of(driver, "title"))
    dates = [f"20{RNG.randrange(10, 30)}-{RNG.randrange(1, 13):02d}-{RNG.randrange(1, 29):02d}" for _ in range(100)]
    taken = driver.execute_async_script(MEASURE, "pasted", "paste", "\n".join(dates), "title")
    ended(driver)
    return float(taken)


def verdict(driver: Any, text: str) -> float:  # noqa: ANN401 (Selenium's)
    """Milliseconds from a string that is typed to the verdict on it."""
    return float(driver.execute_async_script(MEASURE, "tried", "input", text, "verdict-shown"))


def ended(driver: Any) -> None:  # noqa: ANN401 (Selenium's)
    """Wait for the end of the search."""
    wait(lambda: text_of(driver, "progress").startswith("Done"), 300)


if __name__ == "__main__":
    main()
