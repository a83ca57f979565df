// Sounds: short tones that the browser makes itself, none before the first gesture.

import { read, write } from "./storage.js";

// Tones of each sound: the pitch in hertz, the start and the length in seconds.
export const SOUNDS = {
  own: [[440, 0, 0.07]],
  other: [[330, 0, 0.09]],
  roll: [
    [520, 0, 0.03],
    [620, 0.06, 0.03],
    [470, 0.12, 0.05],
  ],
  win: [
    [523, 0, 0.12],
    [659, 0.12, 0.12],
    [784, 0.24, 0.22],
  ],
  loss: [
    [392, 0, 0.16],
    [311, 0.16, 0.26],
  ],
  end: [
    [440, 0, 0.14],
    [440, 0.18, 0.2],
  ],
};
const VOLUME = 0.12;

// The sound of a new state, or null if nothing happened that is heard.
export function soundOf(before, state, own) {
  if (before === null || state.start !== before.start || state.game !== before.game) return null;
  if (state.ending && !before.ending) {
    if (own === null || state.ending.winner === null) return "end";
    return state.ending.winner === own ? "win" : "loss";
  }
  if (state.ply <= before.ply) return null;
  const [, player] = state.entries.at(-1);
  if (player === null) return "roll";
  return own === null || player === own ? "own" : "other";
}

export class Sounds {
  constructor(button) {
    this.button = button;
    this.on = read("sound", true);
    this.context = null;
    button.addEventListener("click", () => this.turn(!this.on));
    this.show();
    // Browsers allow sound only after a gesture, and so do people.
    const begin = () => {
      this.isAllowed = true;
    };
    for (const gesture of ["pointerdown", "keydown"])
      addEventListener(gesture, begin, { once: true, capture: true });
  }

  turn(on) {
    this.on = on;
    write("sound", on);
    this.show();
    this.play("own");
  }

  show() {
    const name = `Sound: ${this.on ? "on" : "off"}`;
    this.button.textContent = this.on ? "♪" : "♪̸";
    this.button.setAttribute("aria-label", name);
    this.button.setAttribute("aria-pressed", String(this.on));
    this.button.title = name;
  }

  play(name) {
    if (!this.on || !this.isAllowed || name === null) return;
    this.context ??= new AudioContext();
    for (const tone of SOUNDS[name]) this.tone(...tone);
  }

  tone(pitch, start, length) {
    const { context } = this;
    const at = context.currentTime + start;
    const oscillator = new OscillatorNode(context, { type: "triangle", frequency: pitch });
    const gain = new GainNode(context, { gain: 0 });
    gain.gain.setValueAtTime(0, at);
    gain.gain.linearRampToValueAtTime(VOLUME, at + 0.008);
    gain.gain.exponentialRampToValueAtTime(0.001, at + length);
    oscillator.connect(gain).connect(context.destination);
    oscillator.start(at);
    oscillator.stop(at + length);
  }
}
