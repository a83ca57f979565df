"""The ladder of levels: names, one's own record, and the level to try next."""

from __future__ import annotations

from tests.web.visitor import Visitor


def test_the_ladder_keeps_ones_own_record(visitor: Visitor) -> None:
    page = visitor.page
    visitor.open("#new=avalam")
    step = "[data-field=opponent] .step"
    page.wait_for_selector(step)
    names = page.locator(f"{step} b").all_inner_texts()
    assert names[1] == "Beginner"
    assert names[6] == "Expert"
    assert "Elo" not in page.inner_text(".ladder >> nth=0")
    assert "Elo" in page.get_attribute(f"{step} >> nth=1", "title")
    assert page.locator(f"{step}:has(.next) b").inner_text() == "Beginner"
    assert page.is_checked(f"{step} input[value=level-2]")
    for lost in (1, 2):
        visitor.begin("avalam", opponent="level-3")
        page.click("button:text-is('Resign')")
        page.click("#resign")
        page.wait_for_selector(".result:not([hidden])")
        visitor.open("#new=avalam")
        page.wait_for_selector(f"{step}:has(input[value=level-3]) >> text=lost {lost}")
    assert page.locator(f"{step}:has(.next) b").inner_text() == "Beginner"
    assert page.is_checked(f"{step} input[value=level-3]"), "the last choice"
    page.reload()
    page.wait_for_selector(f"{step}:has(input[value=level-3]) >> text=lost 2")
    visitor.picture("ladder")
