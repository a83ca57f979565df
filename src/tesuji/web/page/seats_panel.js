// The seats panel: who is there, invitations, and proposals between two devices.

import { h, s } from "./dom.js";
import { calledNames } from "./result_text.js";
import {
  invitationAddress,
  isSpectator,
  isUsed,
  mayInvitePlayer,
  otherSeat,
  peopleText,
  proposalText,
} from "./seats.js";
import { read, write } from "./storage.js";

const LOCAL = /^(localhost|127\.|\[::1\])/;

export class SeatsPanel {
  // `changed` is called when an invitation appears or goes; `askFirst` asks before an action.
  constructor({ connection, model, showError, changed, askFirst }) {
    Object.assign(this, { connection, model, showError, changed, askFirst });
    model.addEventListener("invite", () => this.invite(1));
    model.addEventListener("welcome", () => (this.isNamed = false));
    model.addEventListener("state", () => this.nameOnce());
    this.proposal = h("div", { class: "warning question", role: "alert", hidden: true });
    this.invitation = h("div", { class: "invitation", hidden: true });
    const button = (name, act) => h("button", { type: "button", onclick: act }, name);
    this.buttons = {
      friend: button("Invite a player", () => this.invite(otherSeat(this.model.state))),
      device: button("Continue on another device", () => this.invite(this.model.state.you[0])),
      spectator: button("Invite a spectator", () => this.invite(null)),
      leave: button("Leave this game", () => this.askToLeave()),
    };
    this.element = h(
      "div",
      { class: "seats" },
      this.nameField(),
      h("div", { class: "actions" }, ...Object.values(this.buttons)),
    );
  }

  // The name that the other player and spectators see; the browser remembers it.
  nameField() {
    const input = h("input", {
      id: "own-name",
      maxlength: 40,
      autocomplete: "nickname",
      value: read("name", ""),
      onchange: () => {
        write("name", input.value.trim());
        this.sendName();
      },
    });
    this.name = h(
      "div",
      { class: "field", hidden: true },
      h("label", { for: "own-name" }, "Your name"),
      input,
    );
    return this.name;
  }

  // Each connection may have another server or another seat.
  nameOnce() {
    if (this.isNamed || isSpectator(this.model.state)) return;
    this.isNamed = true;
    if (read("name", "")) this.sendName();
  }

  sendName() {
    this.connection.ask("name", { name: read("name", "") }).catch(this.showError);
  }

  // Asks before leaving: the browser forgets the secret to come back with.
  askToLeave() {
    this.askFirst("leave", {
      question: "Leave this game? You need a new invitation to come back.",
      no: "Stay",
      yes: "Yes, leave",
      act: () => this.connection.leave(),
    });
  }

  // Asks for an invitation to a seat, or for a spectator, and shows it.
  async invite(seat) {
    const base = `${location.origin}${location.pathname}`;
    try {
      const { token, qr } = await this.connection.ask("invite", { seat, address: base });
      const { spectators } = this.model.state;
      this.invited = { seat, address: invitationAddress(token, base), qr, spectators };
    } catch (error) {
      this.showError(error);
    }
    this.changed();
    this.invitation.scrollIntoView({ block: "nearest" });
  }

  dismiss() {
    this.invited = null;
    this.changed();
  }

  refresh() {
    const { state } = this.model;
    this.buttons.friend.hidden = !mayInvitePlayer(state);
    this.buttons.device.hidden = !state.shared || isSpectator(state);
    this.buttons.spectator.hidden = isSpectator(state);
    this.buttons.leave.hidden = state.you.length === 2;
    if (this.invited && isUsed(this.invited, state)) this.invited = null;
    this.name.hidden = isSpectator(state) || !(state.shared || this.invited);
    this.showProposal();
    this.showInvitation();
  }

  // Who plays and who watches, or null if everybody sits at this screen.
  get text() {
    const { state } = this.model;
    if (state.shared) return peopleText(state);
    return this.invited?.seat === 1 ? "Waiting for the other player." : null;
  }

  showProposal() {
    const { proposal, you } = this.model.state;
    this.proposal.hidden = proposal === null || you.length !== 1;
    if (this.proposal.hidden) {
      // Another session counts its proposals from 1 again.
      delete this.proposal.dataset.number;
      return;
    }
    // Drawing it again would take the focus from its buttons.
    if (this.proposal.dataset.number === String(proposal.number)) return;
    this.proposal.dataset.number = proposal.number;
    const own = you.includes(proposal.by);
    const answer = (accept) => () =>
      this.connection.ask("answer", { number: proposal.number, accept }).catch(this.showError);
    const button = (id, name, look, act) =>
      h("button", { type: "button", id, class: look, onclick: act }, name);
    this.proposal.replaceChildren(
      h(
        "p",
        {},
        own
          ? "Waiting for the other player's answer."
          : `${calledNames(this.model.state)[proposal.by]} ${proposalText(proposal)}`,
      ),
      h(
        "div",
        { class: "actions" },
        own ? null : button("accept", "Accept", "main", answer(true)),
        button("decline", own ? "Withdraw" : "Decline", "", answer(false)),
      ),
    );
  }

  showInvitation() {
    this.invitation.hidden = !this.invited;
    if (!this.invited || this.invitation.dataset.address === this.invited.address) return;
    const { address, qr } = this.invited;
    this.invitation.dataset.address = address;
    const field = h("input", {
      id: "invitation",
      readonly: true,
      value: address,
      "aria-label": "Invitation",
      onfocus: (event) => event.target.select(),
    });
    const parts = [
      h("p", {}, h("b", {}, this.purpose), " The link works once."),
      LOCAL.test(location.host)
        ? h(
            "p",
            { class: "soft" },
            "This address works on this computer only. Start with ",
            h("code", {}, "tesuji play --lan"),
            " to reach other devices.",
          )
        : null,
      qr ? code(qr) : null,
      field,
      h("button", { type: "button", onclick: () => this.dismiss() }, "Close"),
    ];
    this.invitation.replaceChildren(...parts.filter(Boolean));
  }

  get purpose() {
    const { seat, qr } = this.invited;
    if (seat === null) return "Send this link to somebody who wants to watch.";
    const { you } = this.model.state;
    if (you.length === 1 && you.includes(seat))
      return "Open this link on the device that you want to play on.";
    return `Send this link to the other player${qr ? ", or let them scan the code" : ""}.`;
  }
}

// A QR code from rows of 0 and 1, with the quiet margin that scanners need.
function code(rows) {
  const size = rows.length + 8;
  const dark = rows.flatMap((row, y) =>
    [...row].flatMap((bit, x) => (bit === "1" ? [`M${x + 4} ${y + 4}h1v1h-1z`] : [])),
  );
  return s(
    "svg",
    {
      class: "qr",
      viewBox: `0 0 ${size} ${size}`,
      role: "img",
      "aria-label": "The link as a QR code",
    },
    s("rect", { width: size, height: size, fill: "#fff" }),
    s("path", { d: dark.join(""), fill: "#000", "shape-rendering": "crispEdges" }),
  );
}
