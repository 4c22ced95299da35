import type { MeetingView } from "#app/contracts/meeting-view.ts";

/** A meeting as somebody with its link may see it; `places` are those of the segments that the minutes cite. */
export type SharedView = { view: MeetingView; places: { id: string; index: number; startMs: number }[] };
