import { BOT_RESTARTS_MAX } from "#app/domain/limits/calls.ts";
import {
  mayAskAgain,
  type BotLoss,
  type CallEffect,
  type CallEvent,
  type CallEventOf,
  type CallEventType,
  type CallFacts,
  type CallState,
  type CallStateOf,
  type CallStatus,
} from "#app/domain/call/call-state.ts";
import { endOf, noRecordingOf } from "#app/domain/call/bot-loss.ts";
import type { LobbyState, CallEnd, PublishedCallEvent } from "#app/domain/meeting/call.ts";

/**
 * The life of a call as one table, as for meetings: the effect of each event in each status. A pair without an entry changes
 * nothing, as late and repeated events require. Pure: time is an argument; the work and the events for the meetings are returned.
 */
export type CallTransition = { state: CallState; effects: CallEffect[]; published: Telling[] };
/** A published event without its address; call id and turn are added when it is stored. */
export type Telling = WithoutAddress<PublishedCallEvent>;
type WithoutAddress<Published> = Published extends unknown ? Omit<Published, "callId" | "turn" | "at"> : never;

type Rule<Status extends CallStatus, Type extends CallEventType> = (
  state: CallStateOf<Status>,
  event: CallEventOf<Type>,
  now: number,
) => CallTransition;
type Table = { readonly [Status in CallStatus]: { readonly [Type in CallEventType]?: Rule<Status, Type> } };
type HasBot = CallStateOf<"starting" | "lobby" | "recording" | "stopping">;
type Wanted = CallStateOf<"starting" | "lobby" | "recording">;

/** Returns the next state, its effects and the events to publish. An event that changes nothing returns the same state object. */
export function callTransition(state: CallState, event: CallEvent, now: number): CallTransition {
  // The table's type pairs each rule with its status and event; indexing by both loses the pair, hence the one cast.
  const rule = TABLE[state.status][event.type] as
    | ((state: CallState, event: CallEvent, now: number) => CallTransition)
    | undefined;
  if (rule === undefined) return nothing(state);
  // Events of a replaced bot are ignored.
  if ("attempt" in event && event.attempt !== state.attempt) return nothing(state);
  return rule(state, event, now);
}

const ofABot = {
  "lobby-seen": lobbyStateSeen,
  "capture-began": captureBegan,
  "bot-leaving": leaving,
  "bot-left": left,
  "bot-lost": lost,
  "recorder-refused": refusedByRecorder,
  "bot-lent": botLent,
  "stop-asked": stopAsked,
  deserted,
} as const;

const TABLE: Table = {
  scheduled: { due, moved, "stop-asked": deserted, deserted },
  starting: ofABot,
  lobby: { ...ofABot, "asked-again": askedAgain },
  recording: {
    "capture-began": captureBegan,
    warned,
    "bot-leaving": leaving,
    "bot-left": left,
    "bot-lost": lost,
    "recorder-refused": refusedByRecorder,
    "bot-lent": botLent,
    "stop-asked": stopAsked,
    deserted,
  },
  stopping: {
    "bot-left": left,
    "bot-lost": leftWhileStopping,
    "recorder-refused": leftWhileStopping,
    "stop-overdue": leftWhileStopping,
    deserted,
  },
  closing: { "sound-told": soundTold, "nothing-recorded": nothingRecorded, deserted },
  storing: { "file-stored": fileStored, "nothing-recorded": nothingToStore, deserted },
  over: {},
};

function nothing(state: CallState): CallTransition {
  return { state, effects: [], published: [] };
}

function factsOf(state: CallState): CallFacts {
  const { attempt, startedAt, restarts, warning, since, asksLeft } = state;
  return { attempt, startedAt, restarts, warning, since, ...(asksLeft === undefined ? {} : { asksLeft }) };
}

function due(state: CallStateOf<"scheduled">, _event: CallEventOf<"due">, now: number): CallTransition {
  return {
    state: { ...factsOf(state), status: "starting", attempt: 1, since: now },
    effects: [{ type: "start-bot", attempt: 1 }],
    published: [{ type: "lobby", lobbyState: "connecting" }],
  };
}

function moved(state: CallStateOf<"scheduled">, event: CallEventOf<"moved">): CallTransition {
  if (event.startsAt === state.startsAt) return nothing(state);
  return { state: { ...state, startsAt: event.startsAt }, effects: [], published: [] };
}

function lobbyStateSeen(
  state: CallStateOf<"starting" | "lobby">,
  { lobbyState }: CallEventOf<"lobby-seen">,
  now: number,
): CallTransition {
  // When the bot returns into a call that is being recorded, its meetings already know of the interruption.
  if (state.status === "lobby" && state.lobbyState === lobbyState) return nothing(state);
  return {
    state: { ...factsOf(state), status: "lobby", lobbyState, since: now },
    effects: [],
    published: state.startedAt === null ? [{ type: "lobby", lobbyState, ...asksOf(state, lobbyState) }] : [],
  };
}

/** Returns the number of remaining requests; only a waiting bot can request admission again. */
function asksOf({ asksLeft = 0 }: CallState, lobbyState: LobbyState): { asksLeft?: number } {
  return lobbyState === "waiting" && asksLeft > 0 ? { asksLeft } : {};
}

/** Shows the bot as connecting until it reports that it waits in the lobby again; that report may have come already. */
function askedAgain(state: CallStateOf<"lobby">, event: CallEventOf<"asked-again">, now: number): CallTransition {
  const { asksLeft = 0 } = state;
  if (asksLeft <= 0) return nothing(state);
  const counted = { ...state, asksLeft: asksLeft - 1 };
  if (mayAskAgain(state, now) !== "yes") return nothing(counted);
  return lobbyStateSeen(counted, { ...event, type: "lobby-seen", lobbyState: "connecting" }, now);
}

function captureBegan(state: Wanted, { startedAt }: CallEventOf<"capture-began">, now: number): CallTransition {
  if (state.status === "recording") return nothing(state);
  const first = state.startedAt ?? startedAt;
  return {
    state: { ...factsOf(state), status: "recording", startedAt: first, warning: null, since: now },
    effects: [],
    published: [
      ...(state.startedAt === null ? [{ type: "recording" as const, startedAt }] : []),
      ...(state.warning === null ? [] : [{ type: "warning" as const, warning: null }]),
    ],
  };
}

function warned(state: CallStateOf<"recording">, { warning }: CallEventOf<"warned">): CallTransition {
  if (state.warning === warning) return nothing(state);
  return { state: { ...state, warning }, effects: [], published: [{ type: "warning", warning }] };
}

function leaving(state: Wanted, _event: CallEventOf<"bot-leaving">, now: number): CallTransition {
  // Before the recording there is nothing to stop; the result is published when the bot has left.
  if (state.startedAt === null) return nothing(state);
  return {
    state: { ...factsOf(state), status: "stopping", since: now },
    effects: [],
    published: [{ type: "stopping" }],
  };
}

function left(state: HasBot, { reason }: CallEventOf<"bot-left">, now: number): CallTransition {
  return over(state, reason, now);
}

function leftWhileStopping(state: CallStateOf<"stopping">, _event: CallEvent, now: number): CallTransition {
  return closing(state, "stopped", now);
}

/** Sends another bot as the next attempt; after BOT_RESTARTS_MAX bots the call ends with the reason of the loss. */
function lost(state: Wanted, { reason }: CallEventOf<"bot-lost">, now: number): CallTransition {
  if (state.restarts >= BOT_RESTARTS_MAX) return over(state, reason, now);
  const attempt = state.attempt + 1;
  const interrupted = state.startedAt !== null;
  return {
    state: {
      ...factsOf(state),
      status: "starting",
      attempt,
      restarts: state.restarts + 1,
      warning: interrupted ? "reconnecting" : null,
      since: now,
    },
    effects: [{ type: "start-bot", attempt }],
    published: interrupted
      ? state.warning === "reconnecting"
        ? []
        : [{ type: "warning", warning: "reconnecting" }]
      : [{ type: "lobby", lobbyState: "connecting" }],
  };
}

function refusedByRecorder(state: Wanted, { reason }: CallEventOf<"recorder-refused">, now: number): CallTransition {
  return over(state, reason, now);
}

/** Withdraws the bot that was on its way, in the lobby or recording; a recording that had begun goes on. */
function botLent(state: Wanted, { next }: CallEventOf<"bot-lent">, now: number): CallTransition {
  const status = state.startedAt === null ? "starting" : "recording";
  return {
    state: { ...factsOf(state), status, attempt: next, warning: null, since: now },
    effects: state.attempt > 0 ? [{ type: "stop-bot", attempt: state.attempt }] : [],
    published: state.warning === null ? [] : [{ type: "warning", warning: null }],
  };
}

/** A stop before the recording began ends the call at once, because there is nothing to wait for. */
function stopAsked(state: Wanted, _event: CallEventOf<"stop-asked">, now: number): CallTransition {
  if (state.startedAt === null) return deserted(state, { type: "deserted" }, now);
  return {
    state: { ...factsOf(state), status: "stopping", since: now },
    effects: [{ type: "stop-bot", attempt: state.attempt }],
    published: [{ type: "stopping" }],
  };
}

function deserted(state: CallState, _event: CallEvent, now: number): CallTransition {
  const hasBot = state.attempt > 0 && state.status !== "closing" && state.status !== "storing";
  return {
    state: { ...factsOf(state), status: "over", since: now },
    effects: [...(hasBot ? [{ type: "stop-bot" as const, attempt: state.attempt }] : []), { type: "discard" }],
    published: [],
  };
}

function soundTold(state: CallStateOf<"closing">, event: CallEventOf<"sound-told">, now: number): CallTransition {
  const { durationMs, gaps } = event;
  return {
    state: { ...factsOf(state), status: "storing", end: state.end, since: now },
    effects: [{ type: "finish-file" }],
    published: [{ type: "ended", end: state.end, durationMs, gaps }],
  };
}

/** Sound was reported as recorded, but none arrived. */
function nothingRecorded(state: CallStateOf<"closing">, _event: CallEvent, now: number): CallTransition {
  return {
    state: { ...factsOf(state), status: "over", since: now },
    effects: [{ type: "discard" }],
    published: [{ type: "failed", reason: "capture-failed" }],
  };
}

/** The meetings already have the sound as windows: only the file is missing, and `stored` is never published. */
function nothingToStore(state: CallStateOf<"storing">, _event: CallEvent, now: number): CallTransition {
  return {
    state: { ...factsOf(state), status: "over", since: now },
    effects: [{ type: "clear" }],
    published: [{ type: "failed", reason: "capture-failed" }],
  };
}

function fileStored(state: CallStateOf<"storing">, event: CallEventOf<"file-stored">, now: number): CallTransition {
  const { key, version, durationMs } = event;
  return {
    state: { ...factsOf(state), status: "over", since: now },
    effects: [{ type: "clear" }],
    published: [{ type: "stored", key, version, durationMs }],
  };
}

/** No more bots will come: the recorded part becomes the recording, or the reason for a missing recording is published. */
function over(state: HasBot, why: BotLoss, now: number): CallTransition {
  if (state.startedAt !== null) return closing(state, endOf(why), now);
  return {
    state: { ...factsOf(state), status: "over", since: now },
    effects: [{ type: "discard" }],
    published: [noRecordingOf(why)],
  };
}

function closing(state: HasBot, end: CallEnd, now: number): CallTransition {
  return {
    state: { ...factsOf(state), status: "closing", end, since: now },
    effects: [],
    published: state.status === "stopping" ? [] : [{ type: "stopping" }],
  };
}
