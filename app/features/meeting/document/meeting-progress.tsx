import type { MeetingHead } from "#app/contracts/meeting-view.ts";
import { isEndedBadly } from "#app/domain/meeting/status.ts";
import { MeetingEnded } from "#app/features/meeting/document/meeting-ended.tsx";
import { MeetingUnderway } from "#app/features/meeting/document/meeting-underway.tsx";

/** A meeting that is not completed: how far it is, or why it ended. */
export function MeetingProgress({ head, hasText }: { head: MeetingHead; hasText: boolean }) {
  return isEndedBadly(head.status) ? (
    <MeetingEnded head={head} hasText={hasText} />
  ) : (
    <MeetingUnderway head={head} hasText={hasText} />
  );
}
