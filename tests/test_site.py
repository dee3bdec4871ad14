"""The site is built without a warning, asks no other host for anything, and answers the ten most asked questions.

It is built once for all of these tests. The clicks are made in a real browser where there is one, and on the links of
the built pages everywhere.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import urldefrag, urljoin, urlsplit

import pytest

from gradlint.core import catalog
from gradlint.core.links import DOCS
from gradlint.engine.options import KEYS
from website.rule_pages import output_of

ROOT = Path(__file__).parents[1]

QUESTIONS = {
    "Why is .grad None after backward()?": "GL306",
    "Why does tape.gradient return None?": "GL307",
    "Why is my loss, or my gradient, NaN?": "GL701",
    "Why does the loss not go down?": "GL602",
    "Why does memory grow until it runs out?": "GL604",
    '"element 0 of tensors does not require grad"': "GL301",
    '"modified by an inplace operation"': "GL203",
    '"Trying to backward through the graph a second time"': "GL603",
    '"Can\'t call numpy() on Tensor that requires grad"': "GL102",
    '"TracerBoolConversionError" in JAX': "GL506",
}
"""What the front page asks, and the rule that the second click has to reach."""


class Page(HTMLParser):
    """The links of a page with their texts, and the headings before them."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.anchors: set[str] = set()
        self.links: list[tuple[str, str, tuple[str, ...]]] = []
        """Address, text, and the anchors of the headings that the link stands under."""
        self.sources: list[str] = []
        self._under: tuple[tuple[int, str], ...] = ()
        self._href: str | None = None
        self._text = ""
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if "id" in given:
            self.anchors.add(given["id"])
        if re.fullmatch("h[1-6]", tag) and "id" in given:
            level = int(tag[1])
            self._under = (*(one for one in self._under if one[0] < level), (level, given["id"]))
        if tag == "a" and "href" in given:
            self._href, self._text = given["href"], ""
        if tag in ("script", "img", "link", "iframe"):
            self.sources.append(given.get("src") or given.get("href") or "")

    def handle_data(self, data: str) -> None:
        self._text += data

    def handle_endtag(self, tag: str) -> None:
        if tag == "a" and self._href is not None:
            text = " ".join(self._text.split())
            self.links.append((self._href, text, tuple(anchor for _, anchor in self._under)))
            self._href = None


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    pytest.importorskip("material", reason="needs mkdocs-material: install the extra docs")
    folder = tmp_path_factory.mktemp("site")
    done = subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--quiet", "--strict", "--site-dir", str(folder)],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT), "NO_MKDOCS_2_WARNING": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return folder


def page(site: Path, name: str) -> Page:
    return Page((site / name).read_text("utf-8"))


def test_each_question_reaches_its_rule_in_two_clicks(site: Path) -> None:
    links = page(site, "index.html").links
    asked = {text: href for href, text, under in links if "what-went-wrong" in under and text != "\u00b6"}
    assert [*asked] == [*QUESTIONS]
    for question, code in QUESTIONS.items():
        target, anchor = urldefrag(asked[question])
        answers = page(site, target)
        assert anchor in answers.anchors, question
        reached = {urljoin(target, href) for href, _, under in answers.links if anchor in under}
        assert f"rules/{code}.html" in reached, question
        assert (site / "rules" / f"{code}.html").is_file()


def test_every_finding_has_a_page_and_every_page_is_complete(site: Path) -> None:
    for rule in catalog.rules():
        text = (site / "rules" / f"{rule.code}.html").read_text("utf-8")
        headings = re.findall(r'<h2 id="([\w-]+)"', text)
        wanted = ["what-to-write-instead", "why-it-breaks", "what-it-reports", "limits"]
        assert [one for one in headings if one in wanted] == wanted
        assert not rule.examples or headings[0] == "example"


def test_pages_show_what_running_the_examples_gave(site: Path) -> None:
    examples = [example for rule in catalog.rules() for example in rule.examples]
    shown = [example for example in examples if output_of(example, example.bad)]
    assert len(shown) >= 0.9 * len(examples), "python -m tests.example_outputs runs the new ones"
    text = (site / "rules" / "GL104.html").read_text("utf-8")
    assert "gradient of w: [4]" in text
    assert "gradient of w: [7]" in text


def test_nothing_is_fetched_from_another_host(site: Path) -> None:
    for name in ("index.html", "rules/GL104.html", "symptoms/raises.html", "configuration.html"):
        for source in page(site, name).sources:
            assert not urlsplit(source).netloc or source.startswith(DOCS), source
    assert "@font-face" not in (site / "terminal.svg").read_text("utf-8")


def test_every_key_of_the_configuration_is_explained(site: Path) -> None:
    text = (site / "configuration.html").read_text("utf-8")
    assert all(f"<code>{key}</code>" in text for key in KEYS)


def test_the_clicks_in_a_real_browser(site: Path) -> None:
    playwright = pytest.importorskip("playwright.sync_api", reason="needs playwright")
    browser = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
    if browser is None:
        pytest.skip("needs Chromium")
    with playwright.sync_playwright() as driver:
        window = driver.chromium.launch(executable_path=browser, args=["--no-sandbox"])
        for scheme, width in (("light", 1280), ("dark", 390)):
            view = window.new_page(color_scheme=scheme, viewport={"width": width, "height": 800})
            for question, code in QUESTIONS.items():
                view.goto((site / "index.html").as_uri())
                view.get_by_role("link", name=question, exact=True).click()
                view.locator(f"article a[href$='rules/{code}.html']").first.click()
                assert view.locator("h1").first.inner_text().rstrip("\u00b6").endswith(f"({code})")
                assert view.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
            view.close()
        window.close()
