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

/** What a meeting knows of its online call: where it is, and what the call object has told. Absent for uploads. */
export type CallFact = {
  place: CallFactPlace;
  /** Null until the call object has taken the meeting. */
  callId: CallId | null;
  /** The turn of the last published event that was taken. */
  turn: number;
  door: LobbyState | null;
  doorSince: number | null;
  /** How often a person may still have the bot request admission again in this lobby. */
  asksLeft?: number;
  recordingSince: number | null;
  warning: CallWarning | null;
  count: number | null;
  people: readonly CallPerson[];
  stopping: boolean;
  stoppedAt: number | null;
  end: CallEnd | null;
  /** Of the recording, once it has ended. */
  durationMs: number | null;
  gaps: readonly CallGap[];
  /** What a voice is called whose name is not sure enough: by the call's label. */
  aliases: Readonly<Record<string, string>>;
  /** A picture of what stood on the bot's screen when it failed stands under the recording. */
  screenshot?: true;
  /** People who ask the owner for this call's notes, and those who receive them too. */
  requests?: readonly CallRequest[];
  guests?: readonly CallGuest[];
  /** Nobody had answered, and a person sent the bot once more. */
  sentAgain?: true;
};

export type CallFactPlace = {
  platform: CallPlatform;
  roomKey: string;
  /** What a browser opens. */
  url: string;
  /** What the person wrote. */
  link: string;
  /** The bot is there for somebody, and says so in its name. */
  ownerFirstName: string;
};

export function newCallFact(place: CallFactPlace): CallFact {
  return {
    place,
    callId: null,
    turn: 0,
    door: null,
    doorSince: null,
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

/** Whether a published event is of this call and was not taken before. */
export function isFresh(
  call: CallFact | undefined,
  published: Pick<PublishedCallEvent, "callId" | "turn">,
): call is CallFact {
  return call !== undefined && call.callId === published.callId && published.turn > call.turn;
}

/** Ms of the recording that have landed and can be recognised. */
export function landedMs(windows: readonly { endMs: number }[]): number {
  return windows.reduce((end, window) => Math.max(end, window.endMs), 0);
}

export type PublishedCallEventOf<Type extends PublishedCallEvent["type"]> = Extract<PublishedCallEvent, { type: Type }>;
