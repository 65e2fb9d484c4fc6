"""The README says what is so."""

import re

import readme_blocks


def test_every_excerpt_and_output_of_the_readme_is_current() -> None:
    text = readme_blocks.README.read_text(encoding="utf-8")
    blocks = readme_blocks.BLOCK.findall(text)
    assert {kind for _, kind, _, _, _ in blocks} == {"excerpt", "output"}
    assert readme_blocks.renew(text) == text


def test_a_block_that_is_not_current_is_noticed() -> None:
    text = "<!-- excerpt: spec/othello_spec/lines.py discs -->\n```python\nold\n```\n"
    assert "def discs(" in readme_blocks.renew(text)


def test_every_file_that_the_readme_links_to_exists() -> None:
    text = readme_blocks.README.read_text(encoding="utf-8")
    links = [link for link in re.findall(r"\]\(([^)#]+)\)", text) if "://" not in link]
    assert links
    missing = [link for link in links if not (readme_blocks.ROOT / link).exists()]
    assert [] == missing
