import type { LiveMessage, MeetingView } from "#app/contracts/meeting-view.ts";
import type { PageView } from "#app/contracts/page-view.ts";
import { assertNever } from "#app/domain/invariant.ts";

export type SegmentView = MeetingView["segments"][number];

/** The whole transcript, fetched after the page was loaded with an excerpt. */
export type FetchedTranscript = { type: "transcript"; sequence: number; segments: SegmentView[] };
type SegmentsMessage = Extract<LiveMessage, { type: "segments" }>;

/** The state of the meeting on an open page. */
export type LiveState = {
  view: PageView;
  /** The meeting was deleted or the viewer lost access; the loader's 404 covers the rest. */
  gone: boolean;
  /** Sequence of the last change in the segments; a socket that reconnects receives the changes after it. */
  segmentsAt: number;
  /** Changes that arrived while the page had only an excerpt; they are applied to the whole transcript when it arrives. */
  held: SegmentsMessage[];
};

export function openLive(view: PageView): LiveState {
  return { view, gone: false, segmentsAt: view.head.sequence, held: [] };
}

/** Whether the transcript must be fetched: the page has only an excerpt, or its loaded data is newer than its segments. */
export function needsTranscript({ view, segmentsAt }: LiveState): "excerpt" | "outdated" | null {
  if (view.outline) return "excerpt";
  return segmentsAt < view.head.sequence ? "outdated" : null;
}

/**
 * The next state after a message of the live socket. Segments that did not change keep their identity, so that a page
 * with thousands of them draws only the new ones.
 */
export function applyLive(state: LiveState, message: LiveMessage | FetchedTranscript): LiveState {
  switch (message.type) {
    case "view":
      return {
        ...openLive(message.view),
        view: { ...message.view, segments: keepKnown(state.view.segments, message.view.segments) },
      };
    case "head":
      // The last message of a change: its segments were sent before it.
      return { ...state, segmentsAt: message.head.sequence, view: { ...state.view, head: message.head } };
    case "segments":
      if (state.view.outline) return { ...state, held: [...state.held, message] };
      return { ...state, view: { ...state.view, segments: replaceBetween(state.view.segments, message) } };
    case "transcript":
      return applyTranscript(state, message);
    case "summary":
      return { ...state, view: { ...state.view, summary: message.summary } };
    // Handled by the chat, not by the view (use-live-meeting.ts).
    case "chat":
      return state;
    case "gone":
      return { ...state, gone: true };
    default:
      return assertNever(message);
  }
}

function applyTranscript(state: LiveState, { sequence, segments }: FetchedTranscript): LiveState {
  const { outline, ...view } = state.view;
  if (!outline && sequence < state.segmentsAt) return state;
  const whole = state.held.reduce(replaceBetween, keepKnown(view.segments, segments));
  return {
    ...state,
    view: { ...view, segments: whole },
    segmentsAt: Math.max(sequence, state.segmentsAt),
    held: [],
  };
}

/**
 * The next state after the page was loaded again. A loader's answer may be older than the socket's messages. A page that has
 * the whole transcript keeps it and updates it separately.
 */
export function applyLoaded(state: LiveState, view: PageView): LiveState {
  const { head, summary, outline } = view;
  if (head.meetId !== state.view.head.meetId) return openLive(view);
  if (head.sequence < state.view.head.sequence) return state;
  if (!outline) return applyLive(state, { type: "view", view });
  if (state.view.outline) return { ...state, gone: false, view };
  return { ...state, gone: false, view: { head, summary, segments: state.view.segments } };
}

type Stretch = { startMs: number; endMs: number; segments: SegmentView[] };

/** Replaces the segments that start inside the stretch with the new ones; an id never occurs twice. */
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
