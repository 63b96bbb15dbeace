"""A real browser at a real page: the Chromium of the distribution, and `synth serve` in a process of its own."""

import base64
import os
import shutil
import subprocess
import sys
import time
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).parents[2]
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
DRIVER = shutil.which("chromedriver")
ARGUMENTS = ("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--window-size=1280,900")


@contextmanager
def served(*arguments):
    """The address of a page, which ends with the context."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-m", "synth", "serve", "--no-browser", "-q", *arguments]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment) as process:
        try:
            yield process.stdout.readline().strip()
        finally:
            process.terminate()


@contextmanager
def browser():
    """A driver of Chromium."""
    from selenium import webdriver
    from selenium.webdriver.chrome.service import Service

    options = webdriver.ChromeOptions()
    options.binary_location = CHROMIUM
    for argument in ARGUMENTS:
        options.add_argument(argument)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    driver = webdriver.Chrome(options=options, service=Service(DRIVER))
    try:
        yield driver
    finally:
        driver.quit()


def look(driver, width=1280, dark=False, height=900):
    """Show the page on a screen of so many pixels, by day or by night."""
    size = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 500}
    driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
    scheme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
    driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [scheme]})


def picture(driver, height=None):
    """The page as a PNG, down to its end or so many pixels."""
    size = "return [innerWidth, document.documentElement.scrollHeight]"
    width, whole = driver.execute_script(size)
    clip = {"x": 0, "y": 0, "width": width, "height": min(whole, height or whole), "scale": 1}
    taken = driver.execute_cdp_cmd("Page.captureScreenshot", {"captureBeyondViewport": True, "clip": clip})
    return base64.b64decode(taken["data"])


def paste(driver, text, into="pasted"):
    """What pasting into a text field does."""
    driver.execute_script(
        "const field = document.getElementById(arguments[1]); field.value = arguments[0];"
        "field.dispatchEvent(new ClipboardEvent('paste')); field.dispatchEvent(new Event('input'))",
        text,
        into,
    )


def text_of(driver, name):
    """What an element shows."""
    return driver.execute_script("return document.getElementById(arguments[0]).innerText", name)


def wait(holds, seconds=60):
    """What `holds()` returns, as soon as that is true of it."""
    end = time.monotonic() + seconds
    while not (found := holds()):
        assert time.monotonic() < end, "it takes too long"
        time.sleep(0.02)
    return found
