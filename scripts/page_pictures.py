"""Makes the pictures of docs/serve.md from the real page: `.venv/bin/python scripts/page_pictures.py`.

Needs Chromium and chromedriver, as `apt-get install chromium chromium-driver` brings them.
"""

from __future__ import annotations

import random
import sys
import time
from pathlib import Path

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from tests.support.browser import browser, look, paste, picture, served, text_of, wait  # noqa: E402

IMAGES = ROOT / "docs" / "images"
RNG = random.Random(0)
TIMES = [f"{RNG.randrange(1, 13)}:{RNG.randrange(60):02d} {RNG.choice(['AM', 'PM'])}" for _ in range(40)]


def main() -> None:
    """Write the pictures."""
    IMAGES.mkdir(exist_ok=True)
    with served() as address, browser() as driver:
        look(driver)
        driver.get(address)
        wait(lambda: driver.execute_script("return document.getElementById('formats').children.length"))
        driver.execute_script("document.getElementById('effort').value = 1")
        paste(driver, "\n".join([*TIMES, "7h30"]))
        wait(lambda: text_of(driver, "progress").startswith("Done"), 300)
        driver.execute_script("document.getElementById('effort').value = 2")
        wait(lambda: text_of(driver, "question") and text_of(driver, "drawings"))
        paste(driver, "12:6 PM", "tried")
        wait(lambda: "mended" in text_of(driver, "verdict-why"))
        time.sleep(3)  # what is drawn follows the last candidate
        save("serve.png", picture(driver, 1130))
        look(driver, 360, dark=True)
        driver.execute_script("document.getElementById('answer').scrollIntoView()")
        save("serve-phone.png", view(driver))


def view(driver: object) -> bytes:
    """What can be seen of the page."""
    return driver.get_screenshot_as_png()  # type: ignore[attr-defined]


def save(name: str, data: bytes) -> None:
    """Write a picture in few colours: a small file."""
    import io

    from PIL import Image

    Image.open(io.BytesIO(data)).convert("RGB").quantize(128).save(IMAGES / name, optimize=True)
    print(f"{name}: {(IMAGES / name).stat().st_size:,} bytes")


if __name__ == "__main__":
    main()
