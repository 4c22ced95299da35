import { waitMsOf } from "#app/domain/call/waiting.ts";
import type { CallView } from "#app/contracts/meeting/meeting-view.ts";
import { CALL_ASK_AFTER_END_MS_MAX, CALL_ASK_AGAIN_MS } from "#app/domain/limits/calls.ts";
import { may, type Viewer } from "#app/domain/meeting/access.ts";
import { type CallFact, landedMs } from "#app/domain/meeting/call-fact.ts";
import { maySendAgain } from "#app/domain/meeting/call-rules.ts";
import type { MeetingState } from "#app/domain/meeting/states.ts";
import { readSpeakers } from "#workers/meeting/store/corrections.ts";
import { ownEntry } from "#app/domain/own-entry.ts";

/** An online call as a page may see it; nothing for an upload. */
export function callViewOf(state: MeetingState, viewer: Viewer): { call?: CallView } {
  const { call, windows } = state;
  if (!call || !may(viewer, "read-transcript")) return {};
  const inLobby = state.status === "TORECORD";
  return {
    call: {
      platform: call.place.platform,
      lobbyState: inLobby ? call.lobbyState : null,
      lobbySince: inLobby ? call.lobbySince : null,
      lobbyUntil: inLobby ? lobbyEndsAt(call) : null,
      recordingSince: call.recordingSince,
      landedMs: landedMs(windows),
      warning: call.warning,
      stopping: call.stopping,
      stoppedAt: call.stoppedAt,
      end: call.end,
      count: call.count,
      people: call.people.map(({ name, label, spokenMs }) => ({
        name,
        label: ownEntry(call.aliases, label) ?? label,
        spokenMs,
      })),
      missing: call.gaps.map(({ startMs, endMs }) => ({ startMs, endMs })),
      ...(viewer.kind === "owner"
        ? { ...ownersOnly(call), ...askAgainOf(state, call), ...sharingOf(state, call) }
        : {}),
    },
  };
}

function ownersOnly({ place, screenshot }: CallFact): Pick<CallView, "link" | "screenshot"> {
  return { link: place.link, ...(screenshot ? { screenshot } : {}) };
}

/** The people who wait for the owner's answer during the recording, and the guests who receive the notes too. */
function sharingOf({ status }: MeetingState, call: CallFact): Pick<CallView, "requests" | "guests"> {
  const { requests = [], guests = [], stopping } = call;
  return {
    ...(status === "RECORDING" && !stopping && requests.length > 0 ? { requests: [...requests] } : {}),
    ...(guests.length > 0 ? { guests: [...guests] } : {}),
  };
}

/** The page compares these times with its own clock: they pass without any event. */
function askAgainOf(state: MeetingState, call: CallFact): Pick<CallView, "askAgain"> {
  if (
    state.status === "TORECORD" &&
    call.lobbyState === "waiting" &&
    call.lobbySince !== null &&
    (call.asksLeft ?? 0) > 0
  ) {
    return { askAgain: { from: call.lobbySince + CALL_ASK_AGAIN_MS, until: null } };
  }
  if (!maySendAgain(state, state.since)) return {};
  return { askAgain: { from: state.since, until: state.since + CALL_ASK_AFTER_END_MS_MAX } };
}

function lobbyEndsAt({ lobbyState, lobbySince, place }: CallFact): number | null {
  if (lobbyState === null || lobbySince === null || lobbyState === "connecting") return null;
  return lobbySince + waitMsOf(place);
}

/** §3: the number of people in the meeting. Of a call those who were there, else those who speak; null where nothing tells it. */
export function participantsOf(sql: SqlStorage, call: CallFact | undefined): number | null {
  const inCall = call ? Math.max(call.count ?? 0, call.people.length) : 0;
  // A recording in the browser knows the person at it only.
  const isWhole = inCall > 0 && call?.place.here === undefined;
  return (isWhole ? inCall : Math.max(inCall, readSpeakers(sql).length)) || null;
}
