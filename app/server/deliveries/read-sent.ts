import { and, eq, inArray, isNull } from "drizzle-orm";
import type { SentDelivery, SentOfMeeting, SentPage } from "#app/contracts/sent.ts";
import type { SentFilter } from "#app/domain/deliveries/delivery.ts";
import type { PersonActor } from "#app/domain/account/actor.ts";
import type { MeetId } from "#app/domain/ids.ts";
import { SENT_OF_MEETING_MAX, SENT_PAGE } from "#app/domain/limits/deliveries.ts";
import { may } from "#app/domain/meeting/access.ts";
import { ok, type Outcome, refused } from "#app/domain/outcome.ts";
import { readSlackSettings } from "#app/server/collaboration/settings.ts";
import type { AlongOf } from "#app/server/identity/session.ts";
import { type ConnectionRow, ownConnections, selectConnections } from "#app/server/connections/read-connections.ts";
import type { Database } from "#app/server/db/database.ts";
import { meetings } from "#app/server/db/schema.ts";
import { webhooks } from "#app/server/db/schema-webhooks.ts";
import { accessTo } from "#app/server/workspace/access-to.ts";
import type { SentCursor, SentMail, SentRow } from "#app/server/ports/minutes-deliveries.ts";
import type { Services } from "#app/server/services.ts";
import { listSharedLinks, type SharedLink } from "#app/server/sharing/list-shared-links.ts";

type Needs = Pick<Services, "db" | "minutesDeliveries">;

/**
 * A page of what was sent of the person's meetings: deliveries, mails of minutes, follow-ups and share links, each list with its newest lines before the
 * cursor. `older` is a cursor of an earlier page; what is none begins with the newest.
 */
export async function readSent(
  services: Needs & Pick<Services, "now">,
  actor: PersonActor,
  { older, filter }: { older: string | null; filter: SentFilter },
): Promise<SentPage> {
  const { db, minutesDeliveries, now } = services;
  const cursor = readCursor(older);
  const limit = SENT_PAGE + 1;
  const [sent, links] = await Promise.all([
    minutesDeliveries.of(actor.workspaceId).listSent({
      older: cursor,
      isParked: filter === "parked",
      meetId: null,
      mailsOf: actor.userId,
      limit: filter === "taken-back" ? 0 : limit,
    }),
    listSharedLinks(db, actor, {
      older: cursor,
      isRevoked: filter === "taken-back",
      limit: filter === "parked" ? 0 : limit,
      now: now(),
    }),
  ]);
  const lines: Line[] = [
    ...sent.rows.map((row): Line => ({ at: row.madeAt, id: row.id, row })),
    ...sent.mails.map((mail): Line => ({ at: mail.at, id: mail.id, mail })),
    ...links.links.map((link): Line => ({ at: link.at, id: link.id, link })),
  ].toSorted((one, other) => other.at - one.at || (other.id < one.id ? -1 : 1));
  const page = lines.slice(0, SENT_PAGE);
  const last = page.at(-1);
  return {
    sent: await withNames(db, actor, page),
    older: lines.length > page.length && last !== undefined ? `${last.at}.${last.id}` : null,
    counts: { all: sent.total + links.total, parked: sent.parked, "taken-back": links.revoked },
  };
}

/** A line before it has names. */
type Line = SentCursor & ({ row: SentRow } | { mail: SentMail } | { link: SharedLink });

function readCursor(text: string | null): SentCursor | null {
  const [, at, id] = /^(\d{1,15})\.([\w:/.-]{1,200})$/.exec(text ?? "") ?? [];
  return at === undefined || id === undefined ? null : { at: Number(at), id };
}

/** Read along for `readSentOfMeeting`. A person's own workspace has their id. */
export function alongOfSent(db: Database, { person }: AlongOf) {
  return { own: selectConnections(db, { userId: person, workspaceId: person }) };
}

/** The last delivery of a meeting to each destination. Only its creator has it: destinations are a person's own (`own`). */
export async function readSentOfMeeting(
  services: Needs,
  actor: PersonActor,
  { meetId, own }: { meetId: MeetId; own: readonly ConnectionRow[] },
): Promise<Outcome<SentOfMeeting, "not-found">> {
  const viewer = await accessTo(services, actor, meetId);
  if (viewer === null) return refused("not-found");
  if (!may(viewer, "send")) return ok({ sent: [], connections: [] });
  const asked = { older: null, isParked: false, meetId, limit: SENT_OF_MEETING_MAX };
  const { rows } = await services.minutesDeliveries.of(actor.workspaceId).listSent(asked);
  const last = rows.filter(
    ({ destinationId }, index) => rows.findIndex((row) => row.destinationId === destinationId) === index,
  );
  return ok({
    sent: await withNames(
      services.db,
      actor,
      last.map((row) => ({ at: row.madeAt, id: row.id, row })),
    ),
    connections: own.map(({ id, kind, accountName, brokenAt, settings }) => ({
      id,
      kind,
      name: accountName,
      isBroken: brokenAt !== null,
      placeId: kind === "slack" ? (readSlackSettings(JSON.parse(settings)).channel?.id ?? null) : null,
    })),
  });
}

/** A delivery, or a mail of minutes that was given up. A destination that is gone takes nothing more. */
export async function resendSent(
  { db, mailStatus, minutesDeliveries }: Needs & Pick<Services, "mailStatus">,
  actor: PersonActor,
  deliveryId: string,
): Promise<Outcome<null, "not-found">> {
  const deliveries = minutesDeliveries.of(actor.workspaceId);
  const row = await deliveries.findSent(deliveryId);
  if (row === null) {
    const isFound = await mailStatus.resend(actor.workspaceId, { key: deliveryId, userId: actor.userId });
    return isFound ? ok(null) : refused("not-found");
  }
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

/** The names of accounts and meetings in one query each, however many lines there are. */
async function withNames(db: Database, actor: PersonActor, lines: readonly Line[]): Promise<SentDelivery[]> {
  if (lines.length === 0) return [];
  const { id, title, createdBy, deletedAt } = meetings;
  const meetIds = lines.flatMap((line) => ("link" in line ? [] : ["row" in line ? line.row.meetId : line.mail.meetId]));
  const [names, titles] = await Promise.all([
    lines.some((line) => "row" in line) ? namesOf(db, actor) : new Map<string, string>(),
    meetIds.length === 0
      ? []
      : db
          .select({ id, title })
          .from(meetings)
          .where(and(inArray(id, [...new Set(meetIds)]), eq(createdBy, actor.userId), isNull(deletedAt))),
  ]);
  const titleOf = new Map(titles.map((row) => [row.id, row.title]));
  return lines.map((line) => {
    if ("row" in line) return shownDelivery(line.row, { names, titleOf });
    return "mail" in line ? shownMail(line.mail, titleOf) : shownLink(line.link);
  });
}

type Titles = ReadonlyMap<string, string>;
const NOTHING_MORE = { to: null, dueAt: null, status: null, fault: null, link: null, counts: null, share: null };

function shownDelivery(row: SentRow, { names, titleOf }: { names: Titles; titleOf: Titles }): SentDelivery {
  const { id, kind, destinationId, meetId, state, dueAt, status, fault, link, counts } = row;
  return {
    id,
    kind,
    to: names.get(destinationId) ?? null,
    destinationId,
    meetId,
    title: titleOf.get(meetId) ?? null,
    at: row.triedAt ?? row.madeAt,
    state,
    dueAt,
    status,
    fault,
    link,
    counts,
    share: null,
  };
}

function shownMail({ id, kind, to, meetId, at, state, reason }: SentMail, titleOf: Titles): SentDelivery {
  return {
    ...NOTHING_MORE,
    id,
    kind,
    to,
    destinationId: kind,
    meetId,
    title: titleOf.get(meetId) ?? null,
    at,
    state,
    fault: faultOf(kind, reason),
  };
}

function faultOf(kind: SentMail["kind"], reason: SentMail["reason"]): SentDelivery["fault"] {
  if (reason === null) return null;
  if (reason === "stopped") return "follow-up-stopped";
  return kind === "follow-up" && reason === "address" ? "follow-up-address" : `mail-${reason}`;
}

function shownLink({ id, meetId, title, at, state, parts, opens, takenBackAt }: SharedLink): SentDelivery {
  const share = { parts, opens, takenBackAt };
  return { ...NOTHING_MORE, id, kind: "link", destinationId: "link", meetId, title, at, state, share };
}
