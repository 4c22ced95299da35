import { hasControl, hasControlEvenHidden, hasMark, type PlatformFacts, says } from "./platform-facts.ts";

/**
 * Jitsi Meet (open source). Labels and test ids are from general knowledge of its public pages; nothing here was tried against
 * a live meeting. Its pages' language is pinned by `config.defaultLanguage`.
 */
const JOIN = [
  "join meeting",
  "konferenz beitreten",
  "entrar a la reunión",
  "unirse a la reunión",
  "rejoindre la réunion",
];
const KNOCK = ["ask to join", "beitritt anfragen", "pedir unirse", "demander à rejoindre"];
const LEAVE = ["leave the meeting", "leave", "konferenz verlassen", "salir de la reunión", "quitter la réunion"];

export const JITSI_FACTS: PlatformFacts = {
  sayings: [
    says("removed", "kicked-words", "within", ["kicked you out of the meeting"]),
    says("denied", "rejected-words", "start", ["your join request has been rejected"]),
    says("blocked", "members-only-words", "start", ["you are not allowed to join this meeting"]),
    says("blocked", "password-words", "whole", ["password required"]),
    says("sign-in-required", "sign-in-words", "whole", ["authentication required"]),
    says("ended", "ended-words", "whole", ["the meeting has been terminated", "the conference has been destroyed"]),
    says("ended", "thanks-words", "start", ["thank you for using jitsi meet"]),
    says("waiting", "waiting-words", "start", [
      "asking to join meeting",
      "you'll join the meeting as soon as someone accepts your request",
      "beitritt zur konferenz wird angefragt",
      "pidiendo unirse a la reunión",
      "demande de rejoindre la réunion",
    ]),
    says("host-absent", "host-absent-words", "start", [
      "waiting for the host",
      "waiting for an authenticated user",
      "the conference has not yet started because no moderators have yet arrived",
      "waiting for a moderator",
    ]),
  ],
  labels: [],
  preJoin(page) {
    if (hasMark(page, "data-testid=lobby.knockButton") || hasControl(page, KNOCK)) return "knock-button";
    if (hasMark(page, "data-testid=prejoin.joinMeeting") || hasControl(page, JOIN)) return "join-button";
    return hasMark(page, "#premeeting-name-input") ? "name-field" : null;
  },
  inCall(page) {
    // The large video is drawn in the call alone; the bar hides itself but stays in the page.
    return hasMark(page, "#largeVideoContainer") && hasControlEvenHidden(page, LEAVE) ? "stage-and-leave" : null;
  },
  marked(page) {
    return /\/static\/close\d?\.html/.test(page.snapshot.url) ? { state: "ended", because: "end-address" } : null;
  },
  afterCall: () => null,
  knownLabels: LEAVE,
};
