import type { MeetingHead } from "#app/contracts/meeting-view.ts";
import { isUnderway } from "#app/features/meeting/document/build-steps.ts";
import { MeetingEnded } from "#app/features/meeting/document/meeting-ended.tsx";
import { MeetingUnderway } from "#app/features/meeting/document/meeting-underway.tsx";
import { laterPart } from "#app/i18n/later-part.tsx";

/** Without its script the page still says how far the meeting is, in words that it has. */
function Plain(props: { head: MeetingHead; hasText: boolean }) {
  return isUnderway(props.head.status) ? <MeetingUnderway {...props} /> : <MeetingEnded {...props} />;
}

export const CallPart = laterPart(
  async () => (await import("#app/features/meeting/call/call-document.tsx")).CallDocument,
  { lost: Plain },
);

export const RecorderPart = laterPart(
  async () => (await import("#app/features/meeting/call/call-recorder.tsx")).CallRecorder,
);
