import { hasControl, hasControlEvenHidden, hasMark, type PlatformFacts, type Reading, says } from "./platform-facts.ts";

/**
 * Google Meet. English and German phrases were seen in public sources up to September 2026; the Spanish and French ones of the
 * lobby are from general knowledge. Nothing here was tried against a live meeting. `?hl=en` is pinned, so others are rare.
 */
const JOIN = [
  "ask to join",
  "ask to join anyway",
  "join now",
  "join the call now",
  "join anyway",
  "join here too",
  "switch here",
  "teilnahme erbitten",
  "jetzt teilnehmen",
  "trotzdem teilnehmen",
  "solicitar unirse",
  "pedir unirse",
  "unirse ahora",
  "demander à participer",
  "participer maintenant",
  "rejoindre maintenant",
];
const NAME = new Set(["your name", "mein name", "ihr name", "tu nombre", "votre nom"]);
const NO_DEVICES = ["continue without microphone and camera", "ohne mikrofon und kamera fortfahren"];
const LEAVE = ["leave call", "anruf verlassen", "salir de la llamada", "quitter l'appel"];
const EFFECTS =
  /backgrounds and effects|visual effects|apply visual|hintergründe und effekte|fondos y efectos|arrière-plans et effets/i;

export const MEET_FACTS: PlatformFacts = {
  sayings: [
    says("removed", "removed-words", "start", ["you've been removed from the meeting"]),
    says("denied", "denied-words", "start", [
      "someone in the call denied your request to join",
      "your request to join was denied",
      "you were denied",
      "you weren't allowed to join",
      "you are not allowed to join",
      "you're not allowed to join",
    ]),
    says("nobody-answered", "nobody-answered-words", "start", [
      "no one responded to your request to join the call",
      "niemand hat auf ihre teilnahmeanfrage geantwortet",
    ]),
    says("bad-link", "bad-link-words", "start", [
      "check your meeting code",
      "invalid video call name",
      "your meeting code has expired",
      "the meeting code you entered doesn't work",
    ]),
    says("bad-link", "not-found-words", "whole", ["meeting not found"]),
    says("blocked", "blocked-words", "start", [
      "you can't join this video call",
      "you can't join this meeting",
      "there is a problem connecting to this video call",
      "your sign-in credentials might have changed",
    ]),
    says("ended", "ended-words", "whole", [
      "you left the meeting",
      "meeting ended",
      "call ended",
      "the call ended",
      "the meeting has ended",
    ]),
    says("ended", "host-ended-words", "start", ["your host ended the"]),
    says("waiting", "waiting-words", "start", [
      "asking to be let in",
      "you'll join the call when someone lets you in",
      "please wait until a meeting host brings you into the call",
      "please wait until a meeting host admits you to the call",
      "waiting for the host to let you in",
      "you're in the waiting room",
      "bitte warten sie, bis sie vom organisator",
      "teilnahme wird angefragt",
      "sie nehmen am anruf teil, sobald",
      "te unirás a la llamada cuando",
      "podrás unirte a la llamada cuando",
      "solicitando unirse",
      "vous participerez à l'appel dès que",
      "vous pourrez participer à l'appel",
    ]),
    says("host-absent", "host-absent-words", "start", ["waiting for the host to join"]),
  ],
  labels: [
    says("waiting", "waiting-label", "within", ["waiting room", "asking to be let in", "waiting for admission"]),
    says("denied", "ask-again-button", "whole", ["ask to join again"]),
  ],
  preJoin(page) {
    if (hasControl(page, NO_DEVICES)) return "device-question";
    if (hasControl(page, JOIN)) return "join-button";
    return hasNameField(page) ? "name-field" : null;
  },
  inCall(page) {
    const tile = page.snapshot.marks.some(
      ({ mark, shown, name }) => mark === "data-participant-id" && shown && !EFFECTS.test(name),
    );
    if (tile) return "participant-tile";
    if (hasMark(page, "data-self-name")) return "self-name";
    if (hasControlEvenHidden(page, ["share screen", "present now"])) return "present-button";
    if (hasControlEvenHidden(page, [/^people\b.*\b\d+ joined\b/]) || hasMark(page, "data-avatar-count"))
      return "people-count";
    if (page.lines.includes("you have joined the call")) return "joined-words";
    const weak = [["call controls"], [/^participants?\b/, /^people\b/], ["chat with everyone"]];
    return weak.filter((names) => hasControlEvenHidden(page, names)).length >= 2 ? "two-weak-signs" : null;
  },
  marked(page) {
    const wall = page.controls.some((each) => each.role === "heading" && each.shown && each.plain === "sign in");
    if (wall && page.lines.some((line) => /\buse your google account\b|^to your google account\b/.test(line))) {
      return { state: "sign-in-required", because: "sign-in-heading" };
    }
    return null;
  },
  afterCall(page) {
    if (!page.snapshot.url.startsWith("https://meet.google.com/")) return { state: "ended", because: "left-the-site" };
    return hasControl(page, ["return to home screen"]) ? { state: "ended", because: "home-after-call" } : null;
  },
  knownLabels: LEAVE,
};

/** The only visible text field, named as a name; in another language its being alone has to do, with no sign of a call. */
function hasNameField(page: Reading): boolean {
  const fields = page.snapshot.fields.filter((field) => field.type === "text" && field.shown);
  if (fields.some((field) => NAME.has(field.label.toLowerCase().trim()))) return true;
  return fields.length === 1 && MEET_FACTS.inCall(page) === null;
}
