// Short messages that disappear by themselves, mostly errors.

import { byId, h } from "./dom.js";

const SHOWN_FOR = 6000;

export function showError(error) {
  const toast = h("p", {}, error.text ?? error.message ?? String(error));
  byId("toasts").append(toast);
  setTimeout(() => toast.remove(), SHOWN_FOR);
}

// Removes old messages before something is tried again.
export function clearErrors() {
  byId("toasts").replaceChildren();
}
