import { hasControl, hasControlEvenHidden, hasMark, type PlatformFacts, says } from "./platform-facts.ts";

/**
 * Zoom's web client, React and classic. English phrases were seen in public sources up to September 2026; German, Spanish and
 * French ones are from general knowledge. Nothing here was tried against a live meeting.
 */
const JOIN = ["join", "beitreten", "unirse", "entrar", "rejoindre"];
const PRE_JOIN_MARKS = ["#input-for-name", "#inputname", ".preview-join-button", "#joinBtn"];
const NO_DEVICES = ["continue without microphone and camera"];
const FROM_BROWSER = ["join from your browser", "launch meeting"];
const LEAVE = ["leave", "verlassen", "salir", "quitter"];
/** "This meeting link is invalid (3,001)" also stands there while the host has not come: not final. */
const NOT_STARTED = /this meeting link is invalid \(3,001\)/;

export const ZOOM_FACTS: PlatformFacts = {
  sayings: [
    says("removed", "removed-words", "start", ["you have been removed", "you've been removed from the meeting"]),
    says("denied", "denied-words", "start", ["the host has denied your request", "your request to join was declined"]),
    says("bot-wall", "bot-words", "start", ["we detected you may be a bot", "automated bots aren't allowed"]),
    says("bot-wall", "rtms-words", "within", [
      "must use zoom rtms",
      "aren't allowed to join this meeting. use zoom rtms",
    ]),
    says("sign-in-required", "sign-in-words", "start", [
      "sign in to join this meeting",
      "only authenticated users can join",
      "the host requires authentication on the commercial zoom platform",
    ]),
    says("captcha", "captcha-words", "start", ["check captcha", "type the characters you see"]),
    says("browser-join-off", "browser-join-off-words", "start", [
      "your network connection has timed out or your organization has disabled access to zoom from the browser",
    ]),
    says("host-absent", "not-started-words", "start", ["this meeting link is invalid (3,001)"]),
    says("host-absent", "host-to-start-words", "within", ["host to start this meeting", "host to start the meeting"]),
    says("bad-link", "passcode-words", "start", ["passcode wrong"]),
    says("ended", "ended-words", "start", [
      "this meeting has been ended by host",
      "this meeting has been ended by the host",
    ]),
    says("ended", "host-ended-words", "within", [
      "meeting was ended by the host",
      "meeting has been ended by the host",
    ]),
    says("waiting", "waiting-words", "within", [
      "the meeting host will let you in soon",
      "we've let them know you're here",
      "der meeting-host wird sie bald hereinlassen",
      "el anfitrión de la reunión le permitirá entrar pronto",
      "l'hôte de la réunion vous laissera bientôt entrer",
    ]),
  ],
  labels: [says("ended", "ended-label", "whole", ["meeting is end now"])],
  preJoin(page) {
    if (PRE_JOIN_MARKS.some((mark) => hasMark(page, mark))) return "name-or-join";
    if (hasControl(page, NO_DEVICES)) return "device-question";
    if (hasControl(page, FROM_BROWSER)) return "browser-choice";
    const named = page.snapshot.fields.some(
      (field) => /^(your name|ihr name|su nombre|votre nom)$/i.test(field.label) && field.shown,
    );
    return named && hasControl(page, JOIN) ? "name-or-join" : null;
  },
  inCall(page) {
    if (hasControl(page, LEAVE, "button")) return "leave-button";
    // The footer hides itself: the button must still be there, beside the tile of a person.
    const tile = hasMark(page, ".video-avatar__avatar-footer");
    return tile && hasControlEvenHidden(page, LEAVE) ? "hidden-footer-and-tile" : null;
  },
  marked(page) {
    if (hasMark(page, ".component_smart_captcha")) return { state: "captcha", because: "captcha-box" };
    // Terms of the meeting's account, to be agreed to: that is a person's to do, not the bot's.
    if (hasMark(page, "#disclaimer_agree")) return { state: "blocked", because: "account-terms" };
    const invalid = page.lines.find((line) => line.startsWith("this meeting link is invalid"));
    if (invalid && !NOT_STARTED.test(invalid)) return { state: "bad-link", because: "invalid-link" };
    return null;
  },
  afterCall: () => null,
  knownLabels: [...LEAVE, "mute", "unmute", "mute my microphone", "participants", "chat"],
};
