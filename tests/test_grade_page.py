"""The page of a class: it counts faults, links reports, sorts, filters, and escapes all names."""

from __future__ import annotations

import os
from collections.abc import Mapping
from importlib.resources import files
from pathlib import Path
from typing import Any, Final

import pytest

from browsing import BEYOND_A_PHONE, Page, digest, load_in_browser
from modcheck.grading.feedback import most_broken, page, summary
from modcheck.grading.row import GradeRow, Result, SubmissionStatus, result
from modcheck.grading.submissions import Submission
from othello_spec.rules import RULES
from reported import HOSTILE

TEMPLATES: Final = files("modcheck.report").joinpath("templates")
SCRIPT: Final = TEMPLATES.joinpath("class.js").read_text(encoding="utf-8")


def handed_in(name: str, *rules: str, **fields: Any) -> dict[Submission, Result]:
    """One submission that fails these rules; without rules there is no verdict."""
    fields = {"status": SubmissionStatus.DEVIATES, **fields}
    statuses = [{"id": rule, "status": "fail"} for rule in rules]
    faults = [{"rule": rule if rule in RULES else None} for rule in rules]
    verdict = {"rules": [*statuses, {"id": "c", "status": "inconclusive"}], "faults": faults}
    found = result(GradeRow(**fields), verdict=verdict if rules else None)
    return {Submission(name, Path(name)): found}


CLASS: Final[Mapping[Submission, Result]] = (
    handed_in("ann", "draw", "answers", passes=9, failures=2, score="9.50", message="a tie")
    | handed_in("bob", "draw", "any-length", "answers", passes=28, failures=3, score="28.00")
    | handed_in("eve", "forfeit", passes=100, failures=1, score="100.00", message="after c1")
    | handed_in("zoe", status=SubmissionStatus.NOT_BUILT, message="no such file")
)


def test_it_counts_how_many_fail_each_rule_the_most_frequent_first() -> None:
    counts = [("answers", 2), ("draw", 2), ("any-length", 1), ("forfeit", 1)]
    assert counts == most_broken(CLASS)
    shown = Page(page("class", CLASS, RULES))
    assert [rule for rule, _ in counts] == [
        line["data-rule"] for line in shown.all("li") if "data-rule" in line
    ]
    assert "2 of 3" in shown.text
    assert RULES["draw"].text in shown.text
    assert ["2", "2", "1", "1"] == [bar["width"] for bar in shown.all("rect")]
    assert {"0 0 3 1"} == {bar["viewbox"] for bar in shown.all("svg")}


def test_it_says_how_the_submissions_ended() -> None:
    text = "4 submissions; does not conform: 3, does not build: 1"
    assert text == summary(CLASS)
    assert text in Page(page("class", CLASS, RULES)).text


def test_each_submission_has_a_link_to_its_report() -> None:
    shown = Page(page("class", CLASS, RULES))
    reports = [f"feedback/{name}/report.html" for name in ("ann", "bob", "eve")]
    assert [*reports, "feedback/zoe/report.txt"] == [link["href"] for link in shown.all("a")]


def test_an_empty_class_has_a_page() -> None:
    assert "no submissions" in Page(page("class", {}, RULES)).text


def test_only_what_conforms_in_full_has_the_sign_of_success() -> None:
    shown = {
        status: next(
            sign
            for sign in "✓✗?"
            if f"{sign} {status}" in Page(page("c", handed_in("a", status=status), RULES)).text
        )
        for status in SubmissionStatus
    }
    assert {"✓": 1, "✗": 1, "?": 3} == {s: [*shown.values()].count(s) for s in "✓✗?"}
    assert "✓" == shown[SubmissionStatus.CONFORMS]


# -- hostile texts ---------------------------------------------------------------------------------


@pytest.mark.parametrize("words", HOSTILE)
def test_names_and_messages_are_text_and_never_markup(words: str) -> None:
    harmless, hostile = (
        Page(page(said, handed_in(name, "draw", message=said, score="1.00"), RULES))
        for said in ("words", words)
        for name in [os.fsdecode(said.encode("utf-8", "surrogatepass"))]
    )
    assert [tag for tag, _ in harmless.elements] == [tag for tag, _ in hostile.elements]
    assert [set(a) for _, a in harmless.elements] == [set(a) for _, a in hostile.elements]
    assert [SCRIPT] == hostile.scripts
    if words.isprintable():
        assert words in hostile.text


def test_it_allows_its_own_script_and_style_and_nothing_else() -> None:
    shown = Page(page("class", CLASS, RULES))
    (policy,) = shown.all("meta", **{"http-equiv": "Content-Security-Policy"})
    assert str(policy["content"]).startswith("default-src 'none'; ")
    assert f"script-src {digest(SCRIPT)}; " in str(policy["content"])
    assert f"style-src {digest(''.join(shown.styles))}; " in str(policy["content"])
    assert not any("style" in attributes for _, attributes in shown.elements)
    assert not {"link", "img", "iframe", "object", "form"} & shown.tags


# -- in a browser ----------------------------------------------------------------------------------

USED: Final = """<script>
addEventListener("load", () => {
  const told = [];
  const tell = (what) => told.push(what + " " + [...document.querySelectorAll("tbody tr")]
    .filter((row) => !row.hidden).map((row) => row.cells[0].textContent).join(" "));
  const column = (name) => [...document.querySelectorAll("th button")]
    .find((button) => button.textContent === name);
  tell("all");
  column("score").click(); tell("score");
  column("score").click(); tell("score");
  column("submission").click(); tell("submission");
  const bar = document.querySelector("[data-rule=draw] button");
  bar.click(); tell("draw");
  document.querySelector("[data-rule=forfeit] button").click(); tell("forfeit");
  document.querySelector("[data-rule=forfeit] button").click(); tell("forfeit");
  const search = document.querySelector("input");
  search.value = "TIE ann"; search.dispatchEvent(new Event("input")); tell("tie");
  search.value = ""; search.dispatchEvent(new Event("input"));
  const status = document.querySelector("select");
  status.value = "does not build"; status.dispatchEvent(new Event("change")); tell("unbuilt");
  told.push("beyond " + BEYOND_A_PHONE);
  document.title = told.join("; ");
});
</script>""".replace("BEYOND_A_PHONE", BEYOND_A_PHONE)


def test_in_a_browser_headings_sort_and_bars_and_words_filter(tmp_path: Path) -> None:
    text = page("class", CLASS, RULES).replace('http-equiv="Content-Security-Policy"', 'name="x"')
    shown = load_in_browser(text.replace("</body>", f"{USED}</body>"), tmp_path)
    assert [
        "all ann bob eve zoe",
        "score ann bob eve zoe",
        "score eve bob ann zoe",
        "submission ann bob eve zoe",
        "draw ann bob",
        "forfeit eve",
        "forfeit ann bob eve zoe",
        "tie ann",
        "unbuilt zoe",
        "beyond 0",
    ] == shown.title.split("; ")
    assert "1 of 4 shown" in shown.text
