import { SYSTEM_VIEWER } from "#app/domain/meeting/access.ts";
import { reasonOf } from "#app/domain/meeting/states.ts";
import { firstLines, type MailableMeeting } from "#app/domain/mail/mail-content.ts";
import { mailFor } from "#app/domain/mail/mail-kinds.ts";
import { isSearched } from "#app/domain/search/passages.ts";
import { headFor, readAlive, segmentsFor, summaryFor } from "#workers/meeting/view.ts";

/** What a mail tells the owner of the meeting; null where it is gone, or has not ended. */
export function mailableOf(sql: SqlStorage): MailableMeeting | null {
  const row = readAlive(sql);
  // The sample meeting is in no index, and nobody waits for it either.
  if (!row || !isSearched(row)) return null;
  const head = headFor(sql, row, SYSTEM_VIEWER);
  const { status, durationMs } = head;
  const reason = reasonOf(row.alive.state);
  const kind = mailFor(status, reason);
  if (kind === null) return null;
  const segments = segmentsFor(sql, row, SYSTEM_VIEWER);
  const { title, startsAt } = row.alive.details;
  return {
    meetId: row.meetId,
    createdBy: row.createdBy,
    kind,
    endedAt: head.timeline.at(-1)?.at ?? startsAt,
    title,
    startsAt,
    status,
    reason,
    playable: head.playable,
    hasText: segments.length > 0,
    lines: kind === "minutes-ready" ? firstLines(summaryFor(sql, SYSTEM_VIEWER), segments, durationMs) : [],
  };
}
