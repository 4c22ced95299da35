import type { MeetingView } from "#app/contracts/meeting-view.ts";

/** Whether a meeting's file is still to come: nothing of it has landed, or only the sound that came ahead of it. */
export function awaitsFile(view: MeetingView | null): boolean {
  return view !== null && (view.head.status === "TORECORD" || view.head.video === "awaited");
}
