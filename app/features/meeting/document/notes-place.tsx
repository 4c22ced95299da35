import type { MeetingView } from "#app/contracts/meeting-view.ts";
import { linesOf } from "#app/features/meeting/edit/edit-marks.tsx";
import { laterPart } from "#app/i18n/later-part.tsx";

const Notes = laterPart(async () => (await import("#app/features/meeting/document/document-notes.tsx")).DocumentNotes);

/** Draws the notes above the minutes, for meetings that have any. */
export function NotesPlace({ view }: { view: MeetingView }) {
  return hasNotes(view) && <Notes view={view} />;
}

function hasNotes({ head, summary }: MeetingView): boolean {
  if (head.video || head.cutOff || head.transcriptLength !== null || head.rewriteFailed) return true;
  if (!summary) return false;
  return Boolean(summary.standsIn || summary.spoken) || linesOf(summary).some((line) => line.outdated);
}
