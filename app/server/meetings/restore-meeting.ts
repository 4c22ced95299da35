import { ne } from "drizzle-orm";
import { REBUILD_PAGE_KEYS } from "#app/domain/limits/requests.ts";
import { SAMPLE_SOURCE } from "#app/domain/meeting/sample.ts";
import type { UsageFact } from "#app/domain/meeting/states.ts";
import { kindOf } from "#app/server/usage/usage-ledger.ts";
import type { Database } from "#app/server/db/database.ts";
import { meetingClaims } from "#app/server/db/schema.ts";
import { usageLedger } from "#app/server/db/schema-usage.ts";
import { faultOf } from "#app/server/log.ts";
import { noteAgain, renewPositions } from "#app/server/workspace/list-changes.ts";
import { type MeetingProjection, projectionWrites } from "#app/server/meetings/project-meeting.ts";
import type { Services } from "#app/server/services.ts";
import { meetIdOfBirthNote, MEETINGS_PREFIX } from "#app/server/storage/keys.ts";

/**
 * Writes all rows of one meeting as its object knows them, in one batch, for a D1 that has lost them (D §4). Correct rows are not
 * changed, so it is idempotent and can run at any time.
 */
export async function restoreMeeting(
  db: Database,
  input: { projection: MeetingProjection; usage: UsageFact; now: number },
): Promise<void> {
  const { projection, usage, now } = input;
  await db.batch([
    ...projectionWrites(db, projection, "<="),
    ...claimRows(db, projection),
    ...ledgerRows(db, projection, usage, now),
  ]);
}

/** The dialog's own id is not known any more; the sweep needs a claim to find an upload whose bytes never come. */
function claimRows(
  db: Database,
  { meetId, workspaceId, createdBy, source, createdAt, recordingId }: MeetingProjection,
) {
  if (source !== "upload" || recordingId === null) return [];
  return [
    db
      .insert(meetingClaims)
      .values({ workspaceId, createdBy, key: `restored:${meetId}`, meetId, recordingId, createdAt })
      .onConflictDoNothing(),
  ];
}

function ledgerRows(
  db: Database,
  { meetId, workspaceId, source, createdAt }: MeetingProjection,
  usage: UsageFact,
  now: number,
) {
  if (source === SAMPLE_SOURCE || usage === "free") return [];
  const kind = kindOf(source);
  // A call that has used nothing never had a row, or its row does not count.
  if (kind === "recording" && usage === "released") return [];
  const reason = usage === "released" ? "failed" : null;
  const row = db
    .insert(usageLedger)
    .values({ workspaceId, meetId, kind, state: usage, reason, reservedAt: createdAt, updatedAt: now });
  // An existing reservation is not overwritten: the ledger knows better whether it expired or was renewed.
  return [
    usage === "reserved"
      ? row.onConflictDoNothing()
      : row.onConflictDoUpdate({
          target: [usageLedger.workspaceId, usageLedger.meetId, usageLedger.kind],
          set: { state: usage, reason, updatedAt: now },
          setWhere: ne(usageLedger.state, usage),
        }),
  ];
}

/** One page of a rebuild; `cursor` is where the next goes on, null at the end. */
export type RebuiltPage = {
  /** Rows that are there now. */
  rebuilt: number;
  /** Meetings that were removed: they have no row to come back. */
  gone: number;
  /** A note without a meeting: a submit that broke off before its object was made. Nothing is removed here. */
  neverBegan: number;
  failed: number;
  cursor: string | null;
};

/**
 * D §4: makes the rows of D1 again from the meeting objects. Objects cannot be enumerated, so the birth notes in R2 say
 * which there are. One page a call, because a request may only ask so much; it may be repeated at any time.
 */
export async function rebuildLists(
  { db, store, meetings, log, now }: Pick<Services, "db" | "store" | "meetings" | "log" | "now">,
  cursor: string | null,
): Promise<RebuiltPage> {
  if (cursor === null) await renewPositions(db, now());
  const page = await store.list(MEETINGS_PREFIX, cursor, REBUILD_PAGE_KEYS);
  const counts = { rebuilt: 0, gone: 0, neverBegan: 0, failed: 0 };
  for (const key of page.keys) {
    const meetId = meetIdOfBirthNote(key);
    if (meetId === null) continue;
    try {
      const outcome = await meetings.restore(meetId);
      counts[OUTCOMES[outcome]] += 1;
      if (outcome === "gone") await noteAgain(db, meetId);
    } catch (error) {
      // The others must not wait for one that cannot be asked now; the count says that a run has to be repeated.
      counts.failed += 1;
      log("rebuild.meeting.failed", { meetId, error: faultOf(error) });
    }
  }
  log("rebuild.page.done", { ...counts, more: page.cursor !== null });
  return { ...counts, cursor: page.cursor };
}

const OUTCOMES = { restored: "rebuilt", gone: "gone", unknown: "neverBegan" } as const;
