// The form control for one parameter of a game.

import { h, option } from "./dom.js";

// Integers up to this many values are chosen from a list.
const MOST_CHOICES = 31;

// The values to choose from; empty if the value is typed.
export function choicesOf({ kind, low, high, choices }) {
  if (kind === "bool") return ["true", "false"];
  if (kind !== "int" || low === null || high === null || high - low >= MOST_CHOICES) return choices;
  return Array.from({ length: high - low + 1 }, (_, index) => String(low + index));
}

export function parameterControl(parameter, value) {
  const choices = choicesOf(parameter);
  const control = choices.length
    ? h(
        "select",
        {},
        option("", "default", value === ""),
        ...choices.map((each) => option(each, each, each === value)),
      )
    : h("input", {
        type: parameter.kind === "str" ? "text" : "number",
        placeholder: "default",
        value,
      });
  control.dataset.parameter = parameter.name;
  return control;
}

// Shows the default of a parameter that is not set; `undefined` if it is not known.
export function showDefault(control, value) {
  const text = value === undefined ? "default" : `default (${value})`;
  if (control.options) control.options[0].textContent = text;
  else control.placeholder = text;
}
