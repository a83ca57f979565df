"""Sounds: none before a gesture, one for each move, and a switch that is remembered."""

from __future__ import annotations

from tests.web.visitor import Visitor, reach

COUNT = """
window.tones = 0;
window.contexts = 0;
const { start } = OscillatorNode.prototype;
const Context = AudioContext;
window.AudioContext = function () { window.contexts += 1; return new Context(); };
AudioScheduledSourceNode.prototype.start = function (...at) {
  window.tones += 1;
  return start.apply(this, at);
};
"""


def test_sounds_are_heard_after_a_gesture_and_can_be_switched_off(visitor: Visitor) -> None:
    page = visitor.page
    page.add_init_script(COUNT)
    visitor.begin("avalam", seat="people")
    assert page.evaluate("() => window.contexts") == 0, "a click on Play is no sound"
    page.reload()
    reach(page, "ply", "0")
    # A move without a gesture, as by another page of the same session.
    page.evaluate(
        "() => { const form = document.querySelector('.typed');"
        " form.querySelector('input').value = 'c1d1'; form.requestSubmit(); }"
    )
    reach(page, "ply", "1")
    assert page.evaluate("() => [window.contexts, window.tones]") == [0, 0]
    page.fill("#typed", "b2c2")
    page.keyboard.press("Enter")
    reach(page, "ply", "2")
    page.wait_for_function("() => window.tones === 1")
    page.click("#sound")
    assert page.get_attribute("#sound", "aria-pressed") == "false"
    page.reload()
    reach(page, "ply", "2")
    page.wait_for_selector("#sound[aria-pressed=false]")
    page.click("text=Take back")
    reach(page, "ply", "1")
    page.fill("#typed", "b2c2")
    page.keyboard.press("Enter")
    reach(page, "ply", "2")
    assert page.evaluate("() => window.tones") == 0
