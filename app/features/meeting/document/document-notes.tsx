import type { MeetingView } from "#app/contracts/meeting-view.ts";
import { isEndedBadly } from "#app/domain/meeting/status.ts";
import { SpokenNote } from "#app/features/meeting/document/spoken-note.tsx";
import { StandInNote } from "#app/features/meeting/document/stand-in-note.tsx";
import { CutOffNotice } from "#app/features/meeting/document/cut-off-notice.tsx";
import { TranscriptLengthNotice } from "#app/features/meeting/document/transcript-length-notice.tsx";
import { VideoNote } from "#app/features/meeting/document/video-note.tsx";
import { EditNotes } from "#app/features/meeting/edit/edit-notes.tsx";

/** The notes above the minutes. Most meetings have none, so their code loads after the page. */
export function DocumentNotes({ view }: { view: MeetingView }) {
  const { head, summary } = view;
  const isWritten = summary !== null && head.status === "SUMMARIZED";
  return (
    <>
      {head.video && <VideoNote video={head.video} />}
      <CutOffNotice head={head} />
      {isWritten && summary.standsIn && <StandInNote head={head} />}
      {!isEndedBadly(head.status) && <TranscriptLengthNotice head={head} />}
      <EditNotes view={view} />
      {isWritten && summary.spoken && <SpokenNote head={head} summary={summary} spoken={summary.spoken} />}
    </>
  );
}
