import type { LiveMessage } from "#app/contracts/meeting/meeting-view.ts";
import { assertNever } from "#app/domain/invariant.ts";
import {
  type FetchedTranscript,
  keepKnown,
  type LiveState,
  type SegmentView,
  showView,
} from "#app/features/meeting/live/live-view.ts";

/** The next state after a message of the live socket. */
export function applyLive(state: LiveState, message: LiveMessage | FetchedTranscript): LiveState {
  switch (message.type) {
    case "view":
      return showView(state, message.view);
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
