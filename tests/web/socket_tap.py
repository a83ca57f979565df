"""A tap on a page's socket: holds back the server's messages and changes those of the page."""

from __future__ import annotations

from typing import Any

WRAP = """
  const Plain = WebSocket;
  window.held = null;
  window.sent = [];
  const spoilt = JSON.parse(sessionStorage.spoil ?? "null");
  window.spoil = spoilt && ((text) => text.replace(...spoilt));
  window.WebSocket = class extends Plain {
    constructor(...given) {
      super(...given);
      window.socket = this;
    }
    set onmessage(listener) {
      this.hear = (data) => listener({ data });
      super.onmessage = (event) => (window.held ? window.held.push(event.data) : listener(event));
    }
    send(text) {
      window.sent.push(JSON.parse(text).type);
      super.send(window.spoil ? window.spoil(text) : text);
    }
  };
  window.release = () => {
    const { held } = window;
    window.held = null;
    for (const data of held) window.socket.hear(data);
  };
"""
"""The newest socket is ``window.socket``; what it brings waits in ``window.held`` where that is a
list. What is sent goes through ``window.spoil``, which a reload keeps if the session storage does.
"""


class SocketTap:
    """Taps one page's socket; create it before the page is opened."""

    def __init__(self, page: Any) -> None:
        self.page = page
        page.add_init_script(f"(() => {{{WRAP}}})()")

    def hold(self) -> None:
        """Lets the page hear nothing until it is released."""
        self.page.evaluate("() => (window.held = [])")

    def release(self, kind: str) -> None:
        """Lets the page hear all of it, as soon as a message of a kind is there."""
        self.page.wait_for_function(
            "(kind) => window.held.some((text) => JSON.parse(text).type === kind)", arg=kind
        )
        self.page.evaluate("() => window.release()")

    def say(self, kind: str, **fields: Any) -> None:
        """Says something to the server in the name of the page."""
        self.page.evaluate(
            "(said) => window.socket.send(JSON.stringify(said))", {"type": kind, **fields}
        )

    def deliver(self, kind: str, **fields: Any) -> None:
        """Tells the page something in the name of the server."""
        self.page.evaluate(
            "(told) => window.socket.hear(JSON.stringify(told))", {"type": kind, **fields}
        )

    def spoil(self, text: str, by: str) -> None:
        """Replaces a text in all that is sent, also after a reload."""
        self.page.evaluate(
            """([text, by]) => {
              sessionStorage.spoil = JSON.stringify([text, by]);
              window.spoil = (said) => said.replace(text, by);
            }""",
            [text, by],
        )

    def unspoil(self) -> None:
        """Sends everything as it is again."""
        self.page.evaluate("() => { window.spoil = null; delete sessionStorage.spoil; }")
