import type { LiveMessage, MeetingView, PageView } from "#app/contracts/meeting/meeting-view.ts";

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

/** A change of the state. Those after messages are made in live-messages.ts, which loads with the socket. */
export type LiveChange = (state: LiveState) => LiveState;

/** Shows another view. Segments that did not change keep their identity, so that a page with thousands of them draws only the new ones. */
export function showView(state: LiveState, view: MeetingView): LiveState {
  return { ...openLive(view), view: { ...view, segments: keepKnown(state.view.segments, view.segments) } };
}

/** Whether the transcript must be fetched: the page has only an excerpt, or its loaded data is newer than its segments. */
export function needsTranscript({ view, segmentsAt }: LiveState): "excerpt" | "outdated" | null {
  if (view.outline) return "excerpt";
  return segmentsAt < view.head.sequence ? "outdated" : null;
}

/**
 * The next state after the page was loaded again. A loader's answer may be older than the socket's messages. A page that has
 * the whole transcript keeps it and updates it separately.
 */
export function applyLoaded(state: LiveState, view: PageView): LiveState {
  const { head, summary, outline } = view;
  if (head.meetId !== state.view.head.meetId) return openLive(view);
  if (head.sequence < state.view.head.sequence) return state;
  if (!outline) return showView(state, view);
  if (state.view.outline) return { ...state, gone: false, view };
  return { ...state, gone: false, view: { head, summary, segments: state.view.segments } };
}

export function keepKnown(known: SegmentView[], fresh: SegmentView[]): SegmentView[] {
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
