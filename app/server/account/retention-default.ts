import { and, eq, ne, sql } from "drizzle-orm";
import type { PersonActor } from "#app/domain/account/actor.ts";
import type { MeetId } from "#app/domain/ids.ts";
import { RETENTION_PAGES_PER_SWEEP, RETENTION_ROUNDS_MAX } from "#app/domain/limits/account.ts";
import {
  changedRule,
  KEEP_EVERYTHING,
  RETENTION_PARTS,
  type RetentionChange,
  type RetentionRule,
  type RetentionSetting,
} from "#app/domain/privacy/retention.ts";
import type { Database } from "#app/server/db/database.ts";
import { retentionDefaults } from "#app/server/db/schema.ts";
import { faultOf } from "#app/server/log.ts";
import type { ListedPlace } from "#app/server/ports/search-index.ts";
import { listPlaces } from "#app/server/search/listed-places.ts";
import type { Services } from "#app/server/services.ts";

/**
 * The default of a workspace for how long its meetings keep their parts. A new meeting reads it; meetings that exist are told of a
 * change page by page, and the sweep goes on where that was interrupted.
 */
type Needs = Pick<Services, "db" | "meetings" | "log">;

export async function readDefault(db: Database, workspaceId: string): Promise<RetentionSetting | null> {
  return defaultOf(await selectDefault(db, workspaceId));
}

/** The statement of the same, for a batch; `defaultOf` reads its rows. */
export function selectDefault(db: Database, workspaceId: string) {
  return db.select().from(retentionDefaults).where(eq(retentionDefaults.workspaceId, workspaceId));
}

export function defaultOf([row]: readonly (typeof retentionDefaults.$inferSelect)[]): RetentionSetting | null {
  // Written below from a value that the contract has checked.
  return row ? { rule: JSON.parse(row.rule) as RetentionRule, setAt: row.updatedAt } : null;
}

/**
 * Saves the changed parts of the default of the person's workspace, and begins to tell its meetings. Answers the whole rule. The same rule
 * again moves no deletion.
 */
export async function saveDefault(
  services: Needs & Pick<Services, "now" | "waitUntil">,
  { workspaceId }: PersonActor,
  change: RetentionChange,
): Promise<RetentionRule> {
  const changed = { updatedAt: services.now(), cursor: null, isTold: false };
  const rule = changedRule(KEEP_EVERYTHING, change);
  const [saved] = await services.db
    .insert(retentionDefaults)
    .values({ workspaceId, rule: JSON.stringify(rule), ...changed })
    .onConflictDoUpdate({
      target: retentionDefaults.workspaceId,
      set: { rule: mergedInto(change), ...changed },
      setWhere: ne(retentionDefaults.rule, mergedInto(change)),
    })
    .returning({ rule: retentionDefaults.rule });
  services.waitUntil(tellMeetings(services, workspaceId, 1));
  if (saved) return JSON.parse(saved.rule) as RetentionRule;
  return (await readDefault(services.db, workspaceId))?.rule ?? rule;
}

/** The stored rule with the changed parts, in the statement that writes it: no other tab's change comes between. */
function mergedInto(change: RetentionChange) {
  const parts = RETENTION_PARTS.flatMap((part) => {
    const value = change[part];
    return value === undefined ? [] : [sql`, ${`$.${part}`}, json(${JSON.stringify(value)})`];
  });
  return parts.length === 0
    ? sql`${retentionDefaults.rule}`
    : sql`json_set(${retentionDefaults.rule}${sql.join(parts)})`;
}

/** Goes on telling meetings of changed defaults. Answers how many workspaces there were. */
export async function sweepDefaults(services: Needs): Promise<number> {
  const rows = await services.db
    .select({ workspaceId: retentionDefaults.workspaceId })
    .from(retentionDefaults)
    .where(eq(retentionDefaults.isTold, false))
    .limit(WORKSPACES_PER_SWEEP);
  for (const { workspaceId } of rows) await tellMeetings(services, workspaceId, RETENTION_PAGES_PER_SWEEP);
  return rows.length;
}

const WORKSPACES_PER_SWEEP = 20;

/** The last meeting that was told, absent between two rounds; whether one before it could not be told; the rounds that are over. */
type Cursor = { last?: ListedPlace; hasMissed?: boolean; rounds?: number };

/**
 * A meeting that cannot be told keeps no other from it. While there is one, all are told again, one round a sweep, up to
 * RETENTION_ROUNDS_MAX. A deleted meeting answers, and is told nothing.
 */
async function tellMeetings({ db, meetings, log }: Needs, workspaceId: string, pagesMax: number): Promise<void> {
  for (let page = 0; page < pagesMax; page++) {
    const [row] = await db.select().from(retentionDefaults).where(eq(retentionDefaults.workspaceId, workspaceId));
    if (!row || row.isTold) return;
    const setting: RetentionSetting = { rule: JSON.parse(row.rule) as RetentionRule, setAt: row.updatedAt };
    const cursor = readCursor(row.cursor);
    const places = await listPlaces(db, workspaceId, cursor.last ?? null);
    let hasMissed = cursor.hasMissed === true;
    for (const { id } of places) {
      try {
        await meetings.setStandardRetention(id as MeetId, setting);
      } catch (error) {
        hasMissed = true;
        log("retention.meeting.failed", { meetId: id, error: faultOf(error) });
      }
    }
    const last = places.at(-1);
    const rounds = (cursor.rounds ?? 0) + (last ? 0 : 1);
    const isGivenUp = hasMissed && rounds >= RETENTION_ROUNDS_MAX;
    if (isGivenUp) log("retention.given-up", { workspaceId, rounds });
    const next: Cursor = last ? { last, hasMissed, rounds } : { rounds };
    // A default that was changed meanwhile begins from the first meeting.
    const same = and(eq(retentionDefaults.workspaceId, workspaceId), eq(retentionDefaults.updatedAt, row.updatedAt));
    const isTold = last === undefined && (!hasMissed || isGivenUp);
    await db
      .update(retentionDefaults)
      .set({ cursor: isTold ? null : JSON.stringify(next), isTold })
      .where(same);
    if (last === undefined) return;
  }
}

function readCursor(stored: string | null): Cursor {
  if (stored === null) return {};
  const cursor = JSON.parse(stored) as Cursor & Partial<ListedPlace>;
  const { id, startsAt, ...rest } = cursor;
  // Written before the rounds were counted: the place itself.
  if (id === undefined || startsAt === undefined) return rest;
  return { ...rest, last: { id, startsAt } };
}
