import {
  hasControl,
  hasControlEvenHidden,
  hasMark,
  hasMarkEvenHidden,
  type PlatformFacts,
  type Reading,
  says,
} from "./platform-facts.ts";

/**
 * Microsoft Teams: light (anonymous), v2 and live (personal). English phrases were seen in public sources up to September
 * 2026; German, Spanish and French ones are from general knowledge. Nothing here was tried against a live meeting.
 */
const JOIN = ["join now", "jetzt teilnehmen", "unirse ahora", "rejoindre maintenant"];
const ON_THIS_BROWSER = [
  "continue on this browser",
  "join meeting from this browser",
  "join on this browser",
  "join from browser",
  "in diesem browser fortfahren",
  "continuar en este explorador",
  "continuer sur ce navigateur",
];
const NO_MEDIA = "are you sure you don't want audio or video";
const LEAVE = ["leave", "verlassen", "salir", "abandonar", "quitter"];
const END_ADDRESS = /\/postmeeting|\/meetingended|calling\/end/i;
const HANGUP = ["#hangup-button", "data-tid=hangup-main-btn", "#callingButtons-showMoreBtn"];
const IN_CALL = ["data-tid=modern-stage-wrapper", "data-tid=calling-toolbar", "#roster-button", "#chat-button"];

export const TEAMS_FACTS: PlatformFacts = {
  sayings: [
    says("removed", "removed-words", "start", ["you've been removed from this meeting"]),
    says("removed", "removed-title", "whole", ["removed from the meeting"]),
    says("denied", "denied-words", "start", [
      "sorry, but you were denied access to the meeting",
      "your request to join was declined",
      "you were denied entry",
    ]),
    says("denied", "denied-title", "whole", ["entry denied", "request denied", "admission denied"]),
    says("sign-in-required", "sign-in-words", "start", [
      "we need to verify your info before you can join",
      "to join, sign in or use teams on the web",
      "you need to be signed in to teams to access this meeting",
      "due to org policy, you need to sign in",
    ]),
    says("captcha", "captcha-words", "start", ["verify you're a real person"]),
    says("host-absent", "too-early-for-guests", "start", [
      "external participants are not permitted to join before the event begins",
    ]),
    says("bad-link", "bad-link-words", "start", ["looks like the meeting url is incorrect"]),
    says("bad-link", "not-found-words", "whole", ["meeting not found"]),
    says("ended", "ended-words", "whole", [
      "meeting ended",
      "call ended",
      "the meeting has ended",
      "you left the meeting",
    ]),
    says("waiting", "waiting-words", "within", [
      "someone will let you in shortly",
      "someone will let you in soon",
      "someone in the meeting should let you in soon",
      "waiting for someone to let you in",
      "wait for someone to admit you",
      "your request to join has been sent",
      "sollte sie in kürze hereinlassen",
      "wird sie in kürze hereinlassen",
      "debería permitirle entrar en breve",
      "le permitirá entrar en breve",
      "devrait bientôt vous laisser entrer",
      "vous laissera bientôt entrer",
    ]),
    says("waiting", "lobby-words", "start", ["you're in the lobby", "waiting to be admitted"]),
  ],
  labels: [],
  preJoin(page) {
    if (asksForNoMedia(page)) return "no-media-question";
    if (hasControl(page, JOIN) || hasMark(page, "data-tid=prejoin-join-button")) return "join-button";
    if (hasMark(page, "data-tid=prejoin-display-name-input")) return "name-field";
    if (hasControl(page, ON_THIS_BROWSER)) return "browser-choice";
    const gate = page.lines.some((line) =>
      line.startsWith("select allow to let microsoft teams use your mic and camera"),
    );
    return gate ? "device-question" : null;
  },
  inCall(page) {
    if (HANGUP.some((mark) => hasMark(page, mark)) || hasControl(page, LEAVE, "button")) return "hang-up-button";
    // The bar hides itself; then it must be there all the same, beside something that only a call draws.
    const hidden = HANGUP.some((mark) => hasMarkEvenHidden(page, mark)) || hasControlEvenHidden(page, LEAVE);
    return hidden && IN_CALL.some((mark) => hasMark(page, mark)) ? "hidden-bar-and-stage" : null;
  },
  marked(page) {
    if (page.snapshot.fields.some((field) => field.name === "loginfmt" && field.shown)) {
      return { state: "sign-in-required", because: "sign-in-field" };
    }
    if (hasMark(page, "data-tid=HIP-Captcha-Image")) return { state: "captcha", because: "captcha-image" };
    const title = page.snapshot.marks.find((each) => each.mark === "#calling-retry-screen-title" && each.shown);
    if (title && /removed from (this|the) meeting/i.test(title.name))
      return { state: "removed", because: "removed-screen" };
    const ended = ["data-tid=anon-meeting-end-screen-rejoin-button", "data-tid=calling-e2ee-end-screen"];
    if (ended.some((mark) => hasMark(page, mark))) return { state: "ended", because: "end-screen" };
    return END_ADDRESS.test(page.snapshot.url) ? { state: "ended", because: "end-address" } : null;
  },
  afterCall: () => null,
  knownLabels: [...LEAVE, ...JOIN, "mute", "unmute", "chat", "people"],
};

/** It comes before the pre-join page or after "Join now", and leaves that button standing behind it. */
export function asksForNoMedia(page: Reading): boolean {
  return page.lines.some((line) => line.startsWith(NO_MEDIA)) || hasControl(page, ["continue without audio or video"]);
}
