// Complaints: what went wrong, said in passing.

import { byId, h } from "./dom.js";

const SHOWN_FOR = 6000;

export function showError(error) {
  const toast = h("p", {}, error.text ?? error.message ?? String(error));
  byId("toasts").append(toast);
  setTimeout(() => toast.remove(), SHOWN_FOR);
}

// What went wrong the last time says nothing of what is tried now.
export function clearErrors() {
  byId("toasts").replaceChildren();
}
