"""The review on the page: one's own mistakes first, better moves on request, a summary."""

from __future__ import annotations

from tests.web.visitor import WON, Visitor, at, reach

MINE = f"{WON}&first=You&second=Anna"
"""White, who is called You, could have won at once."""


def test_the_better_move_is_hidden_until_asked_for(visitor: Visitor) -> None:
    visitor.open(MINE)
    page = visitor.page
    page.wait_for_selector(".mistakes li.blunder")
    reach(page, "ply", "0")
    assert page.locator(".better").count() == 0
    assert page.locator("#board .marks .best").count() == 0
    page.click("text=Show the better move")
    page.wait_for_selector(".better")
    page.wait_for_selector("#board .marks .best", state="attached")
    assert page.locator("text=Show the better move").count() == 0


def test_the_summary_says_when_the_game_was_lost(visitor: Visitor) -> None:
    visitor.open(MINE)
    page = visitor.page
    page.wait_for_selector(".summary:not([hidden])")
    assert page.inner_text(".summary p >> nth=0") == "You were winning until move 1 (a2AR)."
    said = page.inner_text(".accuracy")
    assert "0% You (White)" in said
    assert "100% Black" in said


def test_the_mistakes_of_the_other_side_come_on_request(visitor: Visitor) -> None:
    visitor.open(f"{WON}&first=Anna&second=You")
    page = visitor.page
    page.wait_for_selector(".summary:not([hidden])")
    assert page.locator(".mistakes li").count() == 0
    page.click("text=Show the mistakes of White (1)")
    page.wait_for_selector(".mistakes li.blunder")
    assert page.locator(".mistakes h3").inner_text() == "Mistakes of White"


def test_the_bar_and_the_status_follow_a_refutation(visitor: Visitor) -> None:
    visitor.open(MINE)
    page = visitor.page
    page.wait_for_selector(".mistakes li.blunder")
    page.wait_for_selector(".summary:not([hidden])")
    page.click(".mistakes li >> text=Try again")
    page.wait_for_selector(".retrying:not([hidden])")
    reach(page, "ply", "0")
    winning = "#evalbar[aria-label='Win probability of White: 100%']"
    page.wait_for_selector(winning)
    for id in ("f6", "twist-CR"):
        page.mouse.click(*at(page, id))
    page.wait_for_selector("#status:has-text('After f6CR')")
    page.wait_for_selector("#evalbar[aria-label='Win probability of White: 0%']")
    page.wait_for_function(
        "() => /^After f6CR: /.test(document.querySelector('#status').innerText)"
    )
    visitor.picture("refutation")
    page.click(".retrying >> text=Done")
    page.wait_for_selector(winning)
    page.wait_for_selector("#status:has-text('Move 0 of 2')")
