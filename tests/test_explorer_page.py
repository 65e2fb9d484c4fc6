"""The explorer's page in a real browser: clicks, keys, a phone, and a file without any network."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING, Any

import pytest
from click.testing import CliRunner

from browsing import BEYOND_A_PHONE, driven_browser
from modlab.explorer.answering_process import AnsweringProcess
from modlab.explorer.explorer import ModulePlace
from modlab.explorer.pyodide_package import VERSION
from modlab.explorer.self_contained import self_contained_page
from modlab.explorer.server import PageServer
from modlab.modspec_command import cli
from npm_packages import npm_package

if TYPE_CHECKING:
    from selenium.webdriver.remote.webdriver import WebDriver
    from selenium.webdriver.remote.webelement import WebElement

LIBRARY = Path(__file__).parent.parent / "docs" / "library"
PLACES = [
    ModulePlace("othello_mis.course:COURSE", "othello"),
    ModulePlace("", str(LIBRARY / "stack.py")),
    ModulePlace("", str(LIBRARY / "life.py")),
]
PATIENCE = 60
AXE = "4.14.1"
TABS = ("calls", "why", "edit", "exercise", "verdict")

AXE_RUN = """
const done = arguments[arguments.length - 1];
axe.run(document).then((found) => done(found.violations
  .filter((each) => ["serious", "critical"].includes(each.impact))
  .map((each) => `${each.id}: ${each.nodes.map((node) => node.html.slice(0, 90))}`)));
"""


class User:
    """A user of the page, who waits for its answers."""

    def __init__(self, browser: WebDriver, address: str) -> None:
        self.browser = browser
        browser.get("about:blank")
        browser.get(address)
        self.wait("document.body.dataset.ready === 'true'")

    def script(self, text: str, *arguments: Any) -> Any:
        return self.browser.execute_script(text, *arguments)

    def wait(self, condition: str, *arguments: Any) -> None:
        from selenium.webdriver.support.ui import WebDriverWait

        WebDriverWait(self.browser, PATIENCE, 0.02).until(
            lambda _: self.script(f"return {condition}", *arguments), f"{condition}: {self.status}"
        )

    def find(self, selector: str) -> WebElement:
        return self.browser.find_element("css selector", selector)

    def text(self, selector: str) -> str:
        return self.find(selector).text

    @property
    def status(self) -> str:
        return str(self.script("return document.getElementById('status').textContent"))

    def says(self, part: str) -> None:
        self.wait("document.getElementById('status').textContent.includes(arguments[0])", part)

    def shows(self, selector: str, part: str) -> None:
        shown = "[...document.querySelectorAll(arguments[0])]"
        self.wait(
            f"{shown}.some((each) => each.textContent.includes(arguments[1]))", selector, part
        )

    def click_cell(self, name: str) -> None:
        self.find(f'#grid button[data-name="{name}"]').click()

    def cell(self, name: str) -> str:
        label = self.find(f'#grid button[data-name="{name}"]').get_attribute("aria-label")
        return (label or "").split(", ")[1]

    def marked_cells(self, mark: str) -> set[str]:
        found = self.browser.find_elements("css selector", f"#grid button.{mark}")
        return {each.get_attribute("data-name") or "" for each in found}

    def choose(self, select: str, value: str) -> None:
        from selenium.webdriver.support.ui import Select

        Select(self.find(select)).select_by_value(value)

    def open_tab(self, name: str) -> None:
        self.find(f"#tab-{name}").click()

    def write(self, area: str, text: str) -> None:
        put = "arguments[0].value = arguments[1]; arguments[0].dispatchEvent(new Event('input'))"
        self.script(put, self.find(area), text)

    def answer_exercise(self, name: str, body: str) -> None:
        """Open an exercise, write a body in place of ..., and have it judged."""
        before = self.find("#exercise-text").get_attribute("value") or ""
        self.choose("#exercise-name", name)
        text = "document.getElementById('exercise-text').value"
        self.wait(f"{text}.includes('...') && {text} !== {json.dumps(before)}")
        given = self.find("#exercise-text").get_attribute("value") or ""
        self.write("#exercise-text", given.replace("...", body))
        self.find("#exercise-judge").click()

    def press(self, *keys: str) -> None:
        self.browser.switch_to.active_element.send_keys(*keys)

    def errors(self) -> list[str]:
        log = self.browser.get_log("browser")
        return [each["message"] for each in log if each["level"] == "SEVERE"]


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    answering = AnsweringProcess(PLACES)
    with PageServer(answering) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield server.address
        server.shutdown()
    answering.end()


@pytest.fixture(scope="module")
def browser() -> Iterator[WebDriver]:
    with driven_browser() as found:
        yield found


@pytest.fixture
def user(browser: WebDriver, address: str) -> Iterator[User]:
    found = User(browser, address)
    yield found
    assert [] == found.errors()


# -- by mouse --------------------------------------------------------------------------------------


def test_a_click_makes_the_move_and_shows_what_changed(user: User) -> None:
    assert {"d3", "c4", "f5", "e6"} == user.marked_cells("possible")
    user.click_cell("f5")
    user.says("move(4, 5) on f5")
    assert ("black", "black") == (user.cell("f5"), user.cell("e5"))
    assert {"f5", "e5"} == user.marked_cells("changed")
    assert {"f4", "d6", "f6"} == user.marked_cells("possible")
    user.find("#undo").click()
    user.says("after init()")
    assert "nothing" == user.cell("f5")


def test_a_refused_click_says_why_and_lights_the_square_that_decides(user: User) -> None:
    user.click_cell("a1")
    user.says("raises InvalidMove since")
    user.shows("#explanation .label", "[no-gaps]")
    assert {"a1"} == user.marked_cells("asked")
    line = next(
        each
        for each in user.browser.find_elements("css selector", "#explanation .line")
        if "board[b1] ≠ EMPTY" in each.text
    )
    user.script("arguments[0].dispatchEvent(new Event('mouseenter'))", line)
    assert "b1" in user.marked_cells("lit")
    label = user.find("#explanation .label")
    label.click()
    assert "true" == label.get_attribute("aria-expanded")
    user.shows(".rule small", "slides")


def test_a_click_may_ask_why_of_a_move_that_is_valid(user: User) -> None:
    user.choose("#click", "?")
    user.click_cell("d3")
    user.shows("#explanation", "a new state")
    assert "1" == user.script("return String(document.querySelectorAll('#history li').length)")


def test_an_edited_text_shows_what_it_changes_here_and_a_wrong_one_its_line(user: User) -> None:
    user.open_tab("edit")
    user.choose("#function", "othello_spec.lines brackets")
    text = user.find("#text").get_attribute("value") or ""
    user.write("#text", text.replace("!= player", "== player"))
    user.find("#apply").click()
    user.says("your text changes")
    assert {"d3", "e3"} <= user.marked_cells("differs")
    user.shows("#differences li", "is_valid_move")
    user.write("#text", text.replace("range(", "raNge("))
    user.find("#apply").click()
    user.shows("#edit-error", "line 5: the name raNge is outside the notation")
    user.find("#restore").click()
    user.says("the specification's own text is used")
    user.wait("document.querySelectorAll('#grid .differs').length === 0")
    assert text == user.find("#text").get_attribute("value")


def test_a_module_without_a_grid_has_buttons_and_answers(user: User) -> None:
    user.choose("#module", "stack")
    user.says("Press a button")
    assert not user.find("#grid-frame").is_displayed()
    user.write("#value-push-item", "7")
    push = "#programs form:has(#value-push-item) button[type=submit]"
    user.find(push).click()
    user.says("push(7): the state is new")
    user.shows("#queries li", "top()7")
    user.find("#undo").click()
    user.says("after init()")
    user.shows("#queries li", "top()raises Empty")
    user.find('button[aria-label="why top()"]').click()
    user.shows("#explanation", "raises Empty")


def test_an_exercise_is_judged_and_hints_follow_one_another(user: User) -> None:
    user.open_tab("exercise")
    user.shows("#exercise-task", "Read above")
    user.answer_exercise("park-invariant", "True")
    user.shows("#exercise-feedback", "too weak")
    user.find('[data-level="where"]').click()
    user.shows("#exercise-feedback", "Look at line 3")
    user.wait("!document.querySelector('[data-level=what]').hidden")
    text = user.find("#exercise-text").get_attribute("value") or ""
    user.write("#exercise-text", text.replace("True", "len(park.cars) <= PLACES"))
    user.find("#exercise-judge").click()
    user.shows("#exercise-feedback.right", "done.")
    assert not user.find('[data-level="where"]').is_displayed()


@pytest.fixture(scope="module")
def verdict(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wrong")
    source = (Path(__file__).parent / "library_programs" / "stack.py").read_text("utf-8")
    wrong = folder / "stack.py"
    wrong.write_text(source.replace("==", "!=", 1), encoding="utf-8")
    command = ["check", str(LIBRARY / "stack.py"), "--impl", str(wrong), "--json"]
    result = CliRunner().invoke(cli, command)
    assert json.loads(result.stdout)["faults"]
    (folder / "verdict.json").write_text(result.stdout, encoding="utf-8")
    return folder / "verdict.json"


def test_the_counterexample_of_a_verdict_is_played_and_explained(user: User, verdict: Path) -> None:
    fault = json.loads(verdict.read_text("utf-8"))["faults"][0]
    user.open_tab("verdict")
    user.find("#verdict-file").send_keys(str(verdict))
    user.says("fault 1 of")
    assert "stack" == user.find("#module").get_attribute("value")
    assert fault["text"] in user.text("#fault-text")
    calls = len(fault["history"]) + 1
    assert calls <= len(user.browser.find_elements("css selector", "#history li"))
    user.find("#fault-text button").click()
    user.wait("!document.getElementById('why').hidden")
    user.find("#history li:first-child button").click()
    user.says("after init()")
    user.find("#verdict-file").send_keys(str(LIBRARY / "stack.py"))
    user.shows("#fault-text", "is no JSON")


def test_a_link_holds_the_calls_and_the_texts(user: User) -> None:
    user.click_cell("f5")
    user.says("f5")
    user.open_tab("edit")
    user.choose("#function", "othello_spec.lines brackets")
    text = user.find("#text").get_attribute("value") or ""
    user.write("#text", text.replace("!= player", "== player"))
    user.find("#apply").click()
    user.says("your text changes")
    other = User(user.browser, user.browser.current_url)
    assert other.marked_cells("differs")
    assert 2 == len(other.browser.find_elements("css selector", "#history li"))


def test_texts_of_a_module_are_shown_and_not_run(browser: WebDriver, tmp_path: Path) -> None:
    source = (LIBRARY / "stack.py").read_text("utf-8")
    bad = "<img src=x onerror=document.title='run'>"
    (tmp_path / "odd.py").write_text(source.replace('"""Stack', f'"""{bad} Stack', 1), "utf-8")
    answering = AnsweringProcess([ModulePlace("", str(tmp_path / "odd.py"))])
    with PageServer(answering) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        user = User(browser, server.address)
        assert bad in user.text("#title")
        assert "odd · Explorer" == browser.title
        server.shutdown()
    answering.end()
    assert [] == user.errors()


# -- by keyboard, on a phone, for everybody --------------------------------------------------------


def test_everything_can_be_done_by_keyboard(user: User) -> None:
    from selenium.webdriver.common.keys import Keys

    user.script("document.getElementById('mark').focus()")
    user.press(Keys.TAB)
    focused = "document.activeElement.dataset.name === arguments[0]"
    user.wait(focused, "a1")
    user.press(*[Keys.ARROW_DOWN] * 4, *[Keys.ARROW_RIGHT] * 5)
    user.wait(focused, "f5")
    user.press(Keys.ENTER)
    user.says("move(4, 5) on f5")
    user.wait(focused, "f5")
    user.press("?")
    user.says("move(4, 5) on f5 raises InvalidMove")
    user.wait(focused, "f5")
    user.press("u")
    user.says("after init()")
    user.script("document.getElementById('tab-why').focus()")
    user.press(Keys.ARROW_RIGHT)
    user.wait("document.activeElement.id === 'tab-edit' && !document.getElementById('edit').hidden")
    user.press(Keys.TAB)
    user.wait("document.activeElement.id === 'function'")


@pytest.fixture(scope="module")
def phone(address: str) -> Iterator[User]:
    with driven_browser(400, 800) as browser:
        yield User(browser, address)


def test_nothing_is_wider_than_a_phone(phone: User) -> None:
    phone.click_cell("a1")
    phone.says("raises InvalidMove")
    for tab in TABS:
        phone.open_tab(tab)
        if tab == "exercise":
            phone.shows("#exercise-task", "Read above")
        assert 0 == phone.script(f"return {BEYOND_A_PHONE}"), tab
        assert 400 >= phone.script("return document.documentElement.scrollWidth"), tab


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_serious(
    user: User, scheme: str, tmp_path_factory: pytest.TempPathFactory
) -> None:
    axe = npm_package("axe-core", AXE, tmp_path_factory.mktemp("axe")) / "axe.min.js"
    wanted = {"features": [{"name": "prefers-color-scheme", "value": scheme}]}
    user.browser.execute_cdp_cmd("Emulation.setEmulatedMedia", wanted)
    user.script(axe.read_text("utf-8"))
    user.click_cell("a1")
    user.says("raises InvalidMove")
    for tab in TABS:
        user.open_tab(tab)
        if tab == "exercise":
            user.shows("#exercise-task", "Read above")
        found = user.browser.execute_async_script(AXE_RUN)
        assert [] == found, tab
    assert user.browser.execute_async_script(
        "document.getElementById('undo').textContent = '';" + AXE_RUN
    )


# -- without a server and a network ----------------------------------------------------------------


@pytest.fixture(scope="module")
def alone(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("page")
    pyodide = npm_package("pyodide", VERSION, folder)
    if shutil.which("node") is None:
        pytest.skip("Node.js is not installed: it packs the page")
    text = self_contained_page(PLACES, pyodide)
    (folder / "explorer.html").write_text(text, encoding="utf-8")
    return folder / "explorer.html"


def test_the_file_does_the_same_without_a_network(browser: WebDriver, alone: Path) -> None:
    assert alone.stat().st_size < 10_000_000
    user = User(browser, alone.as_uri())
    assert 64 == len(browser.find_elements("css selector", "#grid [role=gridcell]"))
    user.click_cell("f5")
    user.says("move(4, 5) on f5: the state is new")
    user.click_cell("a1")
    user.shows("#explanation .label", "[no-gaps]")
    user.open_tab("edit")
    user.choose("#function", "othello_spec.lines brackets")
    text = user.find("#text").get_attribute("value") or ""
    user.write("#text", text.replace("!= player", "== player"))
    user.find("#apply").click()
    user.says("your text changes")
    user.write("#text", text.replace("== player", "+ 1"))
    user.find("#apply").click()
    user.shows("#edit-error", "an operand of + has to be a number")
    user.choose("#module", "stack")
    user.says("Press a button")
    user.shows("#queries li", "top()raises Empty")
    user.open_tab("exercise")
    user.shows("#exercise-method", "There is no solver here")
    user.answer_exercise("park-invariant", "True")
    user.shows("#exercise-feedback", "too weak")
    assert [] == user.errors()


def test_the_file_ends_an_answer_that_takes_too_long_and_goes_on(
    browser: WebDriver, alone: Path
) -> None:
    file = alone.with_name("impatient.html")
    text, limit = alone.read_text("utf-8"), "SECONDS * 1000"
    assert limit in text
    file.write_text(text.replace(limit, "(window.patience ?? SECONDS) * 1000"), encoding="utf-8")
    user = User(browser, file.as_uri())
    user.script("window.patience = 0.0001")
    user.click_cell("f5")
    user.says("no answer within")
    user.script("delete window.patience")
    user.click_cell("f5")
    user.says("move(4, 5) on f5: the state is new")
