import { waitsAgain } from "#app/domain/call/waiting.ts";
import { CALL_ASK_AFTER_END_MS_MAX } from "#app/domain/limits/calls.ts";
import { type CallFact, isFresh, isSamePlace, landedMs, newCallFact } from "#app/domain/meeting/call-fact.ts";
import type { MeetingEffect } from "#app/domain/meeting/effects.ts";
import type { MeetingCallEvent, EventOf } from "#app/domain/meeting/events.ts";
import { type In, type Lives, nothing, released } from "#app/domain/meeting/recording-rules.ts";
import type { MeetingState, StateOf, WindowFact } from "#app/domain/meeting/states.ts";
import { nameSpeakers } from "#app/domain/transcript/call-speakers.ts";

/** Rules of the machine's table for online calls (machine.ts). */
type Waiting = In<"SCHEDULE" | "TORECORD">;

/** Returns the state with the event applied to its call, or null when the event belongs to another call or was applied before. */
function takeCallEvent(
  state: MeetingState,
  { published }: MeetingCallEvent,
  said: Partial<CallFact> = {},
): MeetingState | null {
  return isFresh(state.call, published) ? { ...state, call: { ...state.call, turn: published.turn, ...said } } : null;
}

export function callDue(state: StateOf<"SCHEDULE">, event: EventOf<"call-due">, now: number): Lives {
  if (event.run !== state.run || !state.call) return nothing(state);
  return { state: { ...state, status: "TORECORD", since: now }, effects: [] };
}

/** The usage was reserved before the call was requested, so the ledger has a reservation now. */
export function callJoined(state: StateOf<"TORECORD">, event: EventOf<"call-joined">, now: number): Lives {
  const { call } = state;
  if (event.run !== state.run || call === undefined || call.callId !== null) return nothing(state);
  const connecting = { lobbyState: "connecting", lobbySince: now } as const;
  // A meeting that was moved to another call is already counted.
  const usage = state.usage === "counted" ? "counted" : "reserved";
  return { state: { ...state, usage, call: { ...call, callId: event.callId, ...connecting } }, effects: [] };
}

export function callRefused(state: Waiting, event: EventOf<"call-refused">, now: number): Lives {
  const { reason, run } = event;
  if (run !== state.run || state.call === undefined) return nothing(state);
  // Releases the reservation, even when this meeting never learnt that it was made.
  const effects: MeetingEffect[] = [{ type: "release-usage" }];
  if (reason === "limit")
    return { state: { ...state, status: "REJECTED", reason, usage: "released", since: now }, effects };
  return { state: { ...state, status: "ERROR_RECORDED", reason, usage: "released", since: now }, effects };
}

/** Starts another run: late answers to an earlier request do not belong to this place and time. */
export function callChanged(state: Waiting, event: EventOf<"call-changed">, now: number): Lives {
  const { call } = state;
  if (call === undefined) return nothing(state);
  const { place, joinAt } = event;
  const samePlace = isSamePlace(call.place, place);
  // The call is being joined already, and the change asks for the same lobby at once.
  if (samePlace && joinAt === null && state.status === "TORECORD")
    return nothing({ ...state, call: { ...call, place } });
  const run = state.run + 1;
  const status = joinAt === null ? "TORECORD" : "SCHEDULE";
  const fresh: CallFact = {
    ...call,
    place,
    callId: null,
    turn: 0,
    lobbyState: null,
    lobbySince: null,
    count: null,
    people: [],
  };
  const since = status === state.status ? state.since : now;
  return {
    state: { ...state, status, run, usage: "released", call: fresh, since },
    effects: [
      ...(state.usage === "released" ? [] : [{ type: "release-usage" } as const]),
      ...leave(state),
      { type: "join-call", run, at: joinAt },
    ],
  };
}

/** It was neither let in nor refused. */
const isUnanswered = (reason: string | undefined) => reason === "not-admitted" || reason === "host-absent";

/** Tells whether the bot can be sent once more: nobody answered lately, and it was not sent again before. */
export function maySendAgain(state: MeetingState, now: number): boolean {
  if (state.status !== "REJECTED" || !isUnanswered(state.reason) || !state.call) return false;
  return state.call.sentAgain === undefined && now - state.since < CALL_ASK_AFTER_END_MS_MAX;
}

/** Sends the bot again after nobody answered: the same meeting in the same lobby, as another run. */
export function askedAgain(state: StateOf<"REJECTED">, _event: EventOf<"asked-again">, now: number): Lives {
  if (!state.call || !maySendAgain(state, now)) return nothing(state);
  const { reason: _, ...rest } = state;
  const run = state.run + 1;
  const call: CallFact = { ...newCallFact(state.call.place), sentAgain: true };
  return {
    state: { ...rest, status: "TORECORD", run, usage: "released", call, since: now },
    effects: [...leave(state), { type: "join-call", run, at: null }],
  };
}

export function cancelled(state: Waiting, _event: EventOf<"cancelled">, now: number): Lives {
  if (state.call === undefined) return nothing(state);
  const next = released({ ...state, status: "REJECTED", reason: "cancelled", since: now });
  return { state: next.state, effects: [...next.effects, ...leave(state)] };
}

function leave({ run, call }: MeetingState): MeetingEffect[] {
  return call?.callId ? [{ type: "leave-call", run, callId: call.callId }] : [];
}

export function callLobby(state: StateOf<"TORECORD">, event: EventOf<"call-lobby">): Lives {
  const { lobbyState, at, asksLeft = 0 } = event.published;
  return nothing(takeCallEvent(state, event, { lobbyState, lobbySince: at, asksLeft }) ?? state);
}

/** Free recordings count from here; a bot that was never admitted has used none. */
export function callRecording(state: StateOf<"TORECORD">, event: EventOf<"call-recording">, now: number): Lives {
  const { startedAt } = event.published;
  const next = takeCallEvent(state, event, { lobbyState: null, lobbySince: null, recordingSince: startedAt });
  if (next === null) return nothing(state);
  return {
    state: { ...next, status: "RECORDING", media: { kind: "arriving" }, usage: "counted", since: now },
    effects: [{ type: "count-usage" }],
  };
}

export function callWarning(state: MeetingState, event: EventOf<"call-warning">): Lives {
  return nothing(takeCallEvent(state, event, { warning: event.published.warning }) ?? state);
}

export function callPeople(state: MeetingState, event: EventOf<"call-people">): Lives {
  const { people, count } = event.published;
  return nothing(takeCallEvent(state, event, { people, count }) ?? state);
}

export function callRequests(state: MeetingState, event: EventOf<"call-requests">): Lives {
  const { requests, guests } = event.published;
  return nothing(takeCallEvent(state, event, { requests, guests }) ?? state);
}

/**
 * The person received all of another person's call, so the meeting asks for its place there. Its own windows are dropped, because
 * that call has them too.
 */
export function callMoved(state: In<"TORECORD" | "RECORDING">, event: EventOf<"call-moved">, now: number): Lives {
  const { call } = state;
  if (!isFresh(call, event.published)) return nothing(state);
  const run = state.run + 1;
  return {
    state: {
      ...state,
      status: "TORECORD",
      run,
      media: { kind: "awaited" },
      windows: [],
      call: newCallFact(call.place),
      since: now,
    },
    effects: [...leave(state), { type: "join-call", run, at: null }],
  };
}

export function callStopping(state: MeetingState, event: EventOf<"call-stopping">): Lives {
  return nothing(takeCallEvent(state, event, { stopping: true }) ?? state);
}

/** A window to recognise while the call goes on. A window that was announced before is the same window. */
export function callWindow(state: In<"RECORDING" | "RECORDED" | "TRANSCRIBING">, event: EventOf<"call-window">): Lives {
  const { index, startMs, endMs, speakers } = event.published;
  const { call } = state;
  if (!isFresh(call, event.published)) return nothing(state);
  const taken = call.people.map(({ label }) => label);
  const { aliases } = nameSpeakers(speakers, { aliases: call.aliases, taken });
  const next = takeCallEvent(state, event, { aliases });
  if (next === null) return nothing(state);
  if (state.windows.some((window) => window.index === index)) return nothing(next);
  const window: WindowFact = { index, startMs, endMs, progress: "wanted" };
  return {
    state: { ...next, windows: [...state.windows, window].toSorted((a, b) => a.index - b.index) },
    effects: [{ type: "transcribe-window", run: state.run, index }],
  };
}

/**
 * The call has ended. Windows that are not recognised yet are requested now, regardless of earlier requests; when all are
 * recognised, only the merge is left.
 */
export function callEnded(state: StateOf<"RECORDING">, event: EventOf<"call-ended">, now: number): Lives {
  const { at, end, durationMs, gaps } = event.published;
  const taken = takeCallEvent(state, event, { stopping: false, warning: null, stoppedAt: at, end, durationMs, gaps });
  return taken === null ? nothing(state) : wholeRecording(taken, now);
}

/** No more windows arrive. */
export function wholeRecording(state: MeetingState, now: number): Lives {
  const { run } = state;
  const missing = state.windows.filter(({ progress }) => progress !== "recognised");
  const status = missing.length === 0 ? "RECORDED" : "TRANSCRIBING";
  const effects: MeetingEffect[] =
    missing.length === 0
      ? [{ type: "merge-windows", run }]
      : missing.map(({ index }) => ({ type: "transcribe-window", run, index }));
  return { state: { ...state, status, since: now } as MeetingState, effects };
}

/** The call ended before anything was recorded: nothing is lost, and nothing counts. */
export function callEndedEarly(state: StateOf<"TORECORD">, event: EventOf<"call-ended">, now: number): Lives {
  const { at, end } = event.published;
  const taken = takeCallEvent(state, event, {
    lobbyState: null,
    lobbySince: null,
    stopping: false,
    stoppedAt: at,
    end,
  });
  if (taken === null) return nothing(state);
  const reason = end === "stopped" || end === "stopped-in-call" ? "cancelled" : "not-admitted";
  return released({ ...taken, status: "REJECTED", reason, since: now });
}

/** The file can be played, however far the minutes are. */
export function callStored(state: MeetingState, event: EventOf<"call-stored">): Lives {
  const { key, version, durationMs } = event.published;
  const next = takeCallEvent(state, event, { durationMs });
  if (next === null) return nothing(state);
  // A transcript that a person gave since stays the meeting's text.
  const given = state.media.kind === "landed" && state.media.transcriptSource === "given";
  const transcriptSource = given ? "given" : "speech";
  return nothing({ ...next, media: { kind: "landed", key, version, durationMs, transcriptSource } });
}

export function callRejected(state: StateOf<"TORECORD">, event: EventOf<"call-rejected">, now: number): Lives {
  const taken = takeCallEvent(state, event, { lobbyState: null, lobbySince: null, ...pictureOf(event) });
  if (taken === null) return nothing(state);
  const { reason } = event.published;
  const triedAgain = state.call?.triedAgain ?? 0;
  if (!isUnanswered(reason) || !state.call || !waitsAgain(state.call.place, { triedAgain, now })) {
    return released({ ...taken, status: "REJECTED", reason, since: now });
  }
  const { place, sentAgain } = state.call;
  const run = state.run + 1;
  const call: CallFact = { ...newCallFact(place), triedAgain: triedAgain + 1, ...(sentAgain ? { sentAgain } : {}) };
  return {
    state: { ...taken, status: "TORECORD", run, usage: "released", call, since: state.since },
    effects: [
      ...(state.usage === "released" ? [] : [{ type: "release-usage" } as const]),
      ...leave(state),
      { type: "join-call", run, at: null },
    ],
  };
}

export function callFailed(state: In<"TORECORD" | "RECORDING">, event: EventOf<"call-failed">, now: number): Lives {
  const said = { ...pictureOf(event), stopping: false };
  const media = { kind: "missing" } as const;
  // Landed windows are kept and written up: a recording that broke off differs from one that never began.
  if (state.windows.length > 0) {
    const durationMs = landedMs(state.windows);
    const stoppedAt = event.published.at;
    const taken = takeCallEvent(state, event, { ...said, stoppedAt, end: "recorder-lost", durationMs });
    return taken === null ? nothing(state) : wholeRecording({ ...taken, media }, now);
  }
  const taken = takeCallEvent(state, event, { ...said, lobbyState: null, lobbySince: null });
  if (taken === null) return nothing(state);
  return released({ ...taken, media, status: "ERROR_RECORDED", reason: event.published.reason, since: now });
}

/** The meeting has the call's windows, and no file of them will come. */
export function callNotStored(state: MeetingState, event: EventOf<"call-failed">): Lives {
  const next = takeCallEvent(state, event, pictureOf(event));
  return nothing(next && next.media.kind !== "landed" ? { ...next, media: { kind: "missing" } } : (next ?? state));
}

function pictureOf({ screenshot }: { screenshot?: boolean }): Partial<CallFact> {
  return screenshot ? { screenshot: true } : {};
}

/** A window that could not be recognised during the call is requested again after it ends. */
export function windowPutOff(state: StateOf<"RECORDING">, event: EventOf<"transcription-failed">): Lives {
  return event.run === state.run && state.speechDownload ? nothing({ ...state, speechDownload: null }) : nothing(state);
}
