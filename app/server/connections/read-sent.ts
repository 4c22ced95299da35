import { and, eq, inArray, isNull } from "drizzle-orm";
import type { SentDelivery, SentFilter, SentOfMeeting, SentPage } from "#app/contracts/sent.ts";
import type { PersonActor } from "#app/domain/account/actor.ts";
import type { MeetId } from "#app/domain/ids.ts";
import { SENT_OF_MEETING_MAX, SENT_PAGE } from "#app/domain/limits/deliveries.ts";
import { ok, type Outcome, refused } from "#app/domain/outcome.ts";
import { isOwnMeeting, ownConnections } from "#app/server/connections/read-connections.ts";
import type { Database } from "#app/server/db/database.ts";
import { meetings } from "#app/server/db/schema.ts";
import { webhooks } from "#app/server/db/schema-webhooks.ts";
import { accessTo } from "#app/server/meetings/access-to.ts";
import type { SentRow } from "#app/server/ports/minutes-deliveries.ts";
import type { Services } from "#app/server/services.ts";

type Needs = Pick<Services, "db" | "minutesDeliveries">;

/** A page of what was sent of the person's meetings. `older` is a cursor of an earlier page; what is none begins with the newest. */
export async function readSent(
  { db, minutesDeliveries }: Needs,
  actor: PersonActor,
  { older, filter }: { older: string | null; filter: SentFilter },
): Promise<SentPage> {
  const cursor = /^\d{1,15}$/.test(older ?? "") ? Number(older) : null;
  const asked = { older: cursor, isParked: filter === "parked", meetId: null, limit: SENT_PAGE + 1 };
  const { rows, parked } = await minutesDeliveries.of(actor.workspaceId).listSent(asked);
  const page = rows.slice(0, SENT_PAGE);
  return {
    sent: await withNames(db, actor, page),
    older: rows.length > page.length ? (page.at(-1)?.position ?? null) : null,
    parked,
  };
}

/** The last delivery of a meeting to each destination. Only its creator has it: destinations are a person's own. */
export async function readSentOfMeeting(
  services: Needs,
  actor: PersonActor,
  meetId: MeetId,
): Promise<Outcome<SentOfMeeting, "not-found">> {
  if ((await accessTo(services, actor, meetId)) === null) return refused("not-found");
  if (!(await isOwnMeeting(services.db, actor, meetId))) return ok({ sent: [], connections: [] });
  const asked = { older: null, isParked: false, meetId, limit: SENT_OF_MEETING_MAX };
  const [{ rows }, own] = await Promise.all([
    services.minutesDeliveries.of(actor.workspaceId).listSent(asked),
    ownConnections(services.db, actor),
  ]);
  const last = rows.filter(
    ({ destinationId }, index) => rows.findIndex((row) => row.destinationId === destinationId) === index,
  );
  return ok({
    sent: await withNames(services.db, actor, last),
    connections: own.map(({ id, kind, accountName, brokenAt }) => ({
      id,
      kind,
      name: accountName,
      isBroken: brokenAt !== null,
    })),
  });
}

/** A destination that is gone takes nothing more. */
export async function resendSent(
  { db, minutesDeliveries }: Needs,
  actor: PersonActor,
  deliveryId: string,
): Promise<Outcome<null, "not-found">> {
  const deliveries = minutesDeliveries.of(actor.workspaceId);
  const row = await deliveries.findSent(deliveryId);
  if (row === null) return refused("not-found");
  const { destinationId } = row;
  if (!(await namesOf(db, actor)).has(destinationId)) return refused("not-found");
  return (await deliveries.resendSent({ deliveryId, destinationId })) ? ok(null) : refused("not-found");
}

/** Names of the person's destinations by their ids. */
async function namesOf(db: Database, actor: PersonActor): Promise<Map<string, string>> {
  const [accounts, hooks] = await Promise.all([
    ownConnections(db, actor),
    db
      .select({ id: webhooks.id, url: webhooks.url })
      .from(webhooks)
      .where(and(eq(webhooks.userId, actor.userId), eq(webhooks.workspaceId, actor.workspaceId))),
  ]);
  return new Map([
    ...accounts.map(({ id, accountName }): [string, string] => [id, accountName]),
    ...hooks.map(({ id, url }): [string, string] => [id, new URL(url).host]),
  ]);
}

async function withNames(db: Database, actor: PersonActor, rows: readonly SentRow[]): Promise<SentDelivery[]> {
  if (rows.length === 0) return [];
  const { id, title, createdBy, deletedAt } = meetings;
  const meetIds = [...new Set(rows.map(({ meetId }) => meetId))];
  const [names, titles] = await Promise.all([
    namesOf(db, actor),
    db
      .select({ id, title })
      .from(meetings)
      .where(and(inArray(id, meetIds), eq(createdBy, actor.userId), isNull(deletedAt))),
  ]);
  const titleOf = new Map(titles.map((row) => [row.id, row.title]));
  return rows.map((row) => ({
    id: row.id,
    kind: row.kind,
    to: names.get(row.destinationId) ?? null,
    destinationId: row.destinationId,
    meetId: row.meetId,
    title: titleOf.get(row.meetId) ?? null,
    at: row.triedAt ?? row.madeAt,
    state: row.state,
    dueAt: row.dueAt,
    status: row.status,
    fault: row.fault,
    link: row.link,
    counts: row.counts,
  }));
}
