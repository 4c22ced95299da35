import type { HereSource } from "#app/domain/here/here.ts";
import type { CallId } from "#app/domain/ids.ts";
import type {
  LobbyState,
  CallEnd,
  CallGap,
  PublishedCallEvent,
  CallGuest,
  CallPerson,
  CallPlatform,
  CallRequest,
  CallWarning,
} from "#app/domain/meeting/call.ts";

/** A meeting's data about its online call: its place, and what the call object has reported. Absent for uploads. */
export type CallFact = {
  place: CallFactPlace;
  /** Null until the call object has accepted the meeting. */
  callId: CallId | null;
  /** `turn` of the last published event that was applied. */
  turn: number;
  lobbyState: LobbyState | null;
  lobbySince: number | null;
  /** Number of times a person may still make the bot request admission again in this lobby. */
  asksLeft?: number;
  recordingSince: number | null;
  warning: CallWarning | null;
  count: number | null;
  people: readonly CallPerson[];
  stopping: boolean;
  stoppedAt: number | null;
  end: CallEnd | null;
  /** Length of the recording in ms, once it has ended. */
  durationMs: number | null;
  gaps: readonly CallGap[];
  /** Names of voices whose real name is not certain enough, by the call's label. */
  aliases: Readonly<Record<string, string>>;
  /** A screenshot of the bot's screen at its failure is stored with the recording. */
  screenshot?: true;
  /** People who ask the owner for this call's notes, and those who receive them too. */
  requests?: readonly CallRequest[];
  guests?: readonly CallGuest[];
  /** A person sent the bot once more after nobody had answered. */
  sentAgain?: true;
  /** Times that Acta asked again by itself after nobody had answered. */
  triedAgain?: number;
};

export type CallFactPlace = {
  platform: CallPlatform;
  roomKey: string;
  /** Address that a browser opens. */
  url: string;
  /** Link as the person wrote it. */
  link: string;
  /** First name of the person the bot works for; it is part of the bot's name. */
  ownerFirstName: string;
  /** The person's choice (domain/call/waiting.ts). */
  waitMinutes?: number;
  /** The person's choice: no picture is recorded. */
  soundOnly?: true;
  /** When the call is planned to end, in epoch ms. */
  plannedEndsAt?: number;
  /** Sound that a browser of the person records. Absent where a bot records. */
  here?: HereSource;
};

/** Whether two places are one lobby; how long Acta waits there, and what it records, may differ. */
export function isSamePlace(one: CallFactPlace, other: CallFactPlace): boolean {
  const lobbyOf = ({ waitMinutes: _wait, soundOnly: _sound, plannedEndsAt: _end, ...lobby }: CallFactPlace) =>
    JSON.stringify(lobby);
  return lobbyOf(one) === lobbyOf(other);
}

export function newCallFact(place: CallFactPlace): CallFact {
  return {
    place,
    callId: null,
    turn: 0,
    lobbyState: null,
    lobbySince: null,
    recordingSince: null,
    warning: null,
    count: null,
    people: [],
    stopping: false,
    stoppedAt: null,
    end: null,
    durationMs: null,
    gaps: [],
    aliases: {},
  };
}

/**
 * The number of voices whose windows are numbered in turn: with two sources, even numbers are the microphone's windows, and odd ones those
 * of the tab.
 */
export function voicesOf(call: CallFact | undefined): 1 | 2 {
  return call?.place.here === "both" ? 2 : 1;
}

/** Whether a window is of a tab that was recorded here: everybody in it is one of the others, until their voices are told apart. */
export function isTabWindow(call: CallFact | undefined, index: number): boolean {
  const here = call?.place.here;
  return here === "tab" || (here === "both" && index % voicesOf(call) === 1);
}

/** Whether people are named by a call's platform, and their voices tell only who speaks where it named nobody. */
export function isNamedByPlatform(call: CallFact | undefined): boolean {
  return call !== undefined && call.place.here === undefined;
}

/** People of a recording whose voices need not be told apart: the person at a microphone beside a tab. */
export function peopleKnown(call: CallFact | undefined): number {
  return voicesOf(call) - 1;
}

/** Whether labels of speakers mean the same in every window: the call has given them. A room's are a speech engine's. */
export function speakerLabelsOf(call: CallFact | undefined): "known" | "linked" {
  return call === undefined || call.place.here === "microphone" ? "linked" : "known";
}

/** Tells whether a published event belongs to this call and was not applied before. */
export function isFresh(
  call: CallFact | undefined,
  published: Pick<PublishedCallEvent, "callId" | "turn">,
): call is CallFact {
  return call !== undefined && call.callId === published.callId && published.turn > call.turn;
}

/** Returns the length of the landed part of the recording, which can be recognised, in ms. */
export function landedMs(windows: readonly { endMs: number }[]): number {
  return windows.reduce((end, window) => Math.max(end, window.endMs), 0);
}

export type PublishedCallEventOf<Type extends PublishedCallEvent["type"]> = Extract<PublishedCallEvent, { type: Type }>;
