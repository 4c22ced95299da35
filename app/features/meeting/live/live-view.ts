import type { LiveMessage, MeetingView } from "#app/contracts/meeting-view.ts";
import { assertNever } from "#app/domain/invariant.ts";

export type SegmentView = MeetingView["segments"][number];

/** What an open page knows of its meeting. `gone` means: deleted or no longer ours; the loader's 404 says the rest. */
export type LiveState = { view: MeetingView; gone: boolean };

/**
 * The next state after a message of the live socket. Segments that did not change keep their identity, so that a page
 * with thousands of them draws only what is new.
 */
export function applyLive(state: LiveState, message: LiveMessage): LiveState {
  switch (message.type) {
    case "view":
      return {
        gone: false,
        view: { ...message.view, segments: keepKnown(state.view.segments, message.view.segments) },
      };
    case "head":
      return { ...state, view: { ...state.view, head: message.head } };
    case "segments":
      return { ...state, view: { ...state.view, segments: replaceBetween(state.view.segments, message) } };
    case "summary":
      return { ...state, view: { ...state.view, summary: message.summary } };
    // Said to the chat, which stands beside the view (use-live-meeting.ts).
    case "chat":
      return state;
    case "gone":
      return { ...state, gone: true };
    default:
      return assertNever(message);
  }
}

/**
 * The page was loaded again. A loader's answer may be older than what the socket has sent meanwhile: the log of a
 * meeting only grows, so the answer with the longer one is the newer.
 */
export function applyLoaded(state: LiveState, view: MeetingView): LiveState {
  return isOlder(view.head, state.view.head) || hasOlderMinutes(view, state.view)
    ? state
    : applyLive(state, { type: "view", view });
}

function isOlder(a: MeetingView["head"], b: MeetingView["head"]): boolean {
  if (a.meetId !== b.meetId) return false;
  if (a.timeline.length !== b.timeline.length) return a.timeline.length < b.timeline.length;
  return a.recognisedMs < b.recognisedMs;
}

/** Versions of the minutes only grow too; corrections that make none are in the next message anyway. */
function hasOlderMinutes(a: MeetingView, b: MeetingView): boolean {
  return a.head.meetId === b.head.meetId && (a.summary?.version ?? 0) < (b.summary?.version ?? 0);
}

type Stretch = { startMs: number; endMs: number; segments: SegmentView[] };

/** Segments that start inside the stretch give way to the new ones; an id never stands twice. */
function replaceBetween(known: SegmentView[], { startMs, endMs, segments }: Stretch): SegmentView[] {
  const ids = new Set(segments.map((segment) => segment.id));
  const outside = known.filter((segment) => {
    const inside = segment.startMs >= startMs && segment.startMs < endMs;
    return !inside && !ids.has(segment.id);
  });
  return [...outside, ...keepKnown(known, segments)].sort((a, b) => a.startMs - b.startMs);
}

function keepKnown(known: SegmentView[], fresh: SegmentView[]): SegmentView[] {
  const byId = new Map(known.map((segment) => [segment.id, segment]));
  return fresh.map((segment) => {
    const old = byId.get(segment.id);
    return old && isSame(old, segment) ? old : segment;
  });
}

function isSame(a: SegmentView, b: SegmentView): boolean {
  return (
    a.startMs === b.startMs &&
    a.endMs === b.endMs &&
    a.text === b.text &&
    a.speaker === b.speaker &&
    a.edited === b.edited
  );
}
