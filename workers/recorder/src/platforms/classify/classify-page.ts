import type { PageState } from "#app/contracts/recording/recorder.ts";
import type { BotPlatform } from "#app/domain/meeting/call.ts";
import { isSignInHost } from "../hosts.ts";
import { MEET_FACTS } from "./meet-facts.ts";
import type { PageSnapshot, SnapshotDialog, SnapshotFrame } from "./page-snapshot.ts";
import {
  hasControl,
  hasControlEvenHidden,
  hasMark,
  type PlatformFacts,
  type Reading,
  type Saying,
  says,
} from "./platform-facts.ts";
import { TEAMS_FACTS } from "./teams-facts.ts";
import { ZOOM_FACTS } from "./zoom-facts.ts";

/** Makes a page's text and our phrases comparable: one case, one apostrophe, one space, no invisible characters. */
export function plain(text: string): string {
  return text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[\u2018\u2019\u02bc\u00b4`]/g, "'")
    .replace(/[\u200b-\u200f\u2060\ufeff\u00ad]/g, "")
    .replace(/\s+/g, " ")
    .trim();
}

/** Removes the dots and colons that end a line, for phrases that must be the whole line. */
export function withoutEnd(line: string): string {
  return line.replace(/[\s.!…:]+$/u, "");
}

/**
 * The part of a line that a phrase must match. Short phrases ("Meeting ended") must be the whole line, since they are also parts of titles
 * and sentences; `within` is for sentences that cannot be anything else.
 */
export type Fit = "whole" | "start" | "within";

function fits(line: string, phrase: string, fit: Fit): boolean {
  switch (fit) {
    case "whole":
      return withoutEnd(line) === withoutEnd(phrase);
    case "start":
      return line.startsWith(phrase);
    case "within":
      return line.includes(phrase);
  }
}

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

const JITSI_FACTS: PlatformFacts = {
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

export type ClassifiedPlatform = Exclude<BotPlatform, "local">;

/** `because` names the rule, for the log; it never contains a word of the page. */
export type Classification = { state: PageState; because: string };

const FACTS: Record<ClassifiedPlatform, PlatformFacts> = {
  meet: MEET_FACTS,
  teams: TEAMS_FACTS,
  zoom: ZOOM_FACTS,
  jitsi: JITSI_FACTS,
};

/** Old text of the lobby may remain on the page after a refusal, so refusals are checked first. */
const REFUSALS = [
  "denied",
  "nobody-answered",
  "bot-wall",
  "host-absent",
  "bad-link",
  "sign-in-required",
  "browser-join-off",
  "captcha",
  "blocked",
] as const;
const FINAL = ["removed", ...REFUSALS, "ended"] as const;

/** The languages that the phrases cover; the lobby in another language is not recognised, so admission is not trusted either. */
const KNOWN_LANGUAGES = new Set(["en", "de", "es", "fr"]);
const CHALLENGE = { width: 120, height: 40 };

/**
 * Classifies a meeting's page by where the bot is. Pure. The order is the rule: sign-in by address, then refusals, then the end, then
 * waiting, then steps before joining, and only then admission, which also needs a mark of its own. A page without any known sign is
 * "unknown".
 * @param wasAdmitted whether this visit was in the call before: some signs of an end mean nothing in the lobby.
 */
export function classifyPage(
  platform: ClassifiedPlatform,
  snapshot: PageSnapshot,
  wasAdmitted = false,
): Classification {
  const facts = FACTS[platform];
  const page = read(snapshot);
  if (isSignInHost(hostOf(snapshot.url))) return { state: "sign-in-required", because: "sign-in-host" };
  const inCall = facts.inCall(page);
  // In the call an alert may be the preview of a person's message.
  const lobbyLines = wasAdmitted ? page.lines : [...page.lines, ...page.alerts];
  // ... and a label may lead to the people who wait.
  const lobbyLabels = wasAdmitted ? [] : page.labels;
  const waiting = match(facts.sayings, "waiting", lobbyLines) ?? match(facts.labels, "waiting", lobbyLabels);
  const preJoin = facts.preJoin(page);
  // A call, or the page before one, is displayed: then a line "Meeting ended" is a person's title, not the end.
  const drawn = (inCall !== null && waiting === null) || preJoin !== null;

  const marked = facts.marked(page);
  if (marked) return marked;
  for (const state of FINAL) {
    const isEnd = state === "removed" || state === "ended";
    const lines = drawn && (isEnd || wasAdmitted) ? page.ownLines : page.lines;
    const found = match(facts.sayings, state, lines);
    if (found) return { state, because: found };
  }
  // A button is weaker than a sentence: "Ask to join again" is also there when nobody answered.
  for (const state of FINAL) {
    const found = match(facts.labels, state, page.labels);
    if (found) return { state, because: found };
  }
  if (!(drawn && wasAdmitted) && snapshot.frames.some(isChallenge))
    return { state: "captcha", because: "challenge-frame" };
  const after = wasAdmitted && !inCall ? facts.afterCall(page) : null;
  if (after) return after;
  if (waiting) return { state: "waiting", because: waiting };
  if (preJoin) return { state: "pre-join", because: preJoin };
  if (!inCall) return { state: "unknown", because: "nothing-known" };
  if (snapshot.truncated) return { state: "unknown", because: "read-in-part" };
  if (!isKnownLanguage(facts, page)) return { state: "unknown", because: "language" };
  return { state: "admitted", because: inCall };
}

/** The name of the rule whose phrase for this state is in one of the lines, or null. */
function match(sayings: Saying[], state: PageState, lines: string[]): string | null {
  for (const saying of sayings) {
    if (saying.state !== state) continue;
    if (saying.phrases.some((phrase) => lines.some((line) => fits(line, phrase, saying.fit)))) return saying.because;
  }
  return null;
}

/** reCAPTCHA loads on every visit and shows a badge of its own; only a visible box with a question is a challenge. */
function isChallenge(frame: SnapshotFrame): boolean {
  const asks = /recaptcha|hcaptcha|arkoselabs|captcha/i.test(`${frame.source} ${frame.title}`);
  const large = frame.width >= CHALLENGE.width && frame.height >= CHALLENGE.height;
  return asks && large && frame.shown && !frame.source.endsWith("?invisible");
}

function isKnownLanguage(facts: PlatformFacts, page: Reading): boolean {
  const { lang } = page.snapshot;
  if (lang !== "") return KNOWN_LANGUAGES.has(lang.split(/[-_]/)[0] ?? "");
  return hasControlEvenHidden(page, facts.knownLabels);
}

function read(snapshot: PageSnapshot): Reading {
  const own = snapshot.marks.filter((mark) => OWN_END_MARKS.has(mark.mark) && mark.shown).map((mark) => mark.name);
  const controls = snapshot.controls.map((control) => ({ ...control, plain: plain(control.name) }));
  return {
    snapshot,
    lines: snapshot.lines.map(plain),
    alerts: snapshot.alerts.map(plain),
    ownLines: [...snapshot.dialogs.flatMap((dialog) => [dialog.name, ...dialog.lines]), ...own].map(plain),
    controls,
    labels: controls.filter((control) => control.shown).map((control) => control.plain),
  };
}

const OWN_END_MARKS = new Set([".roSPhc", "#calling-retry-screen-title", ".zm-modal-body-title"]);

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).hostname : "";
}

/** Asks the person to agree to something: recording, transcription, an assistant, terms. Never answered by the bot. */
const CONSENT =
  /record|transcri|gemini|copilot|ai companion|take notes|taking notes|consent|agree|terms|privacy|permission to|grabación|grabar|enregistr|aufzeichn|aufgezeichnet/u;
/** Buttons that only confirm that the text was read. */
const CLOSES = new Set([
  "got it",
  "dismiss",
  "close",
  "ok",
  "verstanden",
  "schließen",
  "entendido",
  "cerrar",
  "compris",
  "fermer",
]);
/** Text of dialogs that may be closed: the meeting's layout, a microphone that is off, a new feature. */
const INFORMS =
  /others may see|see your meeting differently|your (microphone|camera|mic) is|you're muted|you are muted|no one can hear|what's new|new layout|tip|chat messages|notifications|floating|end-to-end|people outside your organi|welcome/u;

export type DialogVerdict = { close: string } | { keep: "consent" | "unknown" };

/** Whether a dialog is safe to close, and with which button. An unknown dialog is left open: a person may look at it. */
export function judgeDialog(dialog: SnapshotDialog): DialogVerdict {
  const words = [dialog.name, ...dialog.lines, ...dialog.buttons].map(plain).join(" \n ");
  if (CONSENT.test(words)) return { keep: "consent" };
  if (!INFORMS.test(words)) return { keep: "unknown" };
  const button = dialog.buttons.find((name) => CLOSES.has(plain(name)));
  return button === undefined ? { keep: "unknown" } : { close: button };
}
