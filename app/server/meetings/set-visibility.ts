import { and, asc, eq, notInArray, type SQL, sql } from "drizzle-orm";
import * as z from "zod";
import type { VisibilityChange, VisibilityDefaultChange } from "#app/contracts/team-changes.ts";
import type { VisibilityAnswer } from "#app/contracts/teams.ts";
import type { PersonActor } from "#app/domain/account/actor.ts";
import type { MeetId } from "#app/domain/ids.ts";
import { may, VISIBILITIES, type Visibility } from "#app/domain/meeting/access.ts";
import { parseMailAddress } from "#app/domain/mail/mail-settings.ts";
import { ok, type Outcome, refused } from "#app/domain/outcome.ts";
import { emailKeyOf } from "#app/domain/workspace/team.ts";
import { auditEntry } from "#app/server/audit.ts";
import type { Database } from "#app/server/db/database.ts";
import { insertFrom, insertWhere } from "#app/server/db/insert-where.ts";
import { meetings } from "#app/server/db/schema.ts";
import { meetingGuests, meetingVisibility, visibilityDefaults } from "#app/server/db/schema-teams.ts";
import { takeChangesOf } from "#app/server/workspace/take-list-changes.ts";
import { tellTeams } from "#app/server/workspace/team-index.ts";
import { accessTo } from "#app/server/workspace/access-to.ts";
import type { Services } from "#app/server/services.ts";
import { closeLostStreams } from "#app/server/identity/end-lost-streams.ts";
import { findTeam, type Membership, membershipOf, selectTeam } from "#app/server/workspace/find-team.ts";
import { parseTeamVisibility } from "#app/server/workspace/team-defaults.ts";
import { tellNamed, type TellNeeds } from "#app/server/meetings/tell-named.ts";

/**
 * The people who can open a meeting besides its owner: none, the team, or named people. People are named by address, and whether an address has an
 * account is never told: whoever signs in with it finds the meeting.
 */
export async function readVisibility(
  { db }: Pick<Services, "db">,
  actor: PersonActor,
  meetId: MeetId,
): Promise<Outcome<VisibilityAnswer, "not-found">> {
  const viewer = await accessTo({ db }, actor, meetId);
  if (!viewer || !may(viewer, "share")) return refused("not-found");
  const [[row], guests, team] = await Promise.all([
    db
      .select({ visibility: meetingVisibility.visibility })
      .from(meetingVisibility)
      .where(eq(meetingVisibility.meetId, meetId)),
    db
      .select({ email: meetingGuests.email })
      .from(meetingGuests)
      .where(eq(meetingGuests.meetId, meetId))
      .orderBy(asc(meetingGuests.email)),
    activeTeam(db, actor.userId),
  ]);
  return ok({
    visibility: parseVisibility(row?.visibility),
    people: guests.map(({ email }) => email),
    team: team?.name ?? null,
  });
}

export async function changeVisibility(
  services: TellNeeds & Pick<Services, "lists" | "meetings" | "pages" | "teamIndexes" | "waitUntil">,
  actor: PersonActor,
  meetId: MeetId,
  change: VisibilityChange,
): Promise<Outcome<VisibilityAnswer, "not-found" | "no-team" | "email-format">> {
  const { db, now } = services;
  const viewer = await accessTo(services, actor, meetId);
  if (!viewer || !may(viewer, "share")) return refused("not-found");
  const people = parsePeople(change);
  if (people === null) return refused("email-format");
  const team = change.visibility === "team" ? await activeTeam(db, actor.userId) : null;
  if (change.visibility === "team" && team === null) return refused("no-team");
  const at = now();
  const { visibility } = change;
  // A meeting that stayed with a team is never without it: its administrators would lose it.
  const keeper = sql<string | null>`(select kept.workspace_id from ${meetings} as kept
    where kept.id = ${meetId} and kept.workspace_id <> ${actor.workspaceId})`;
  const set = { visibility, teamId: team?.teamId ?? keeper, changedBy: actor.userId, changedAt: at };
  await db.batch([
    db
      .insert(meetingVisibility)
      .values({ meetId, ...set })
      .onConflictDoUpdate({ target: meetingVisibility.meetId, set }),
    // Those who stay named keep their row: they are told once.
    db.delete(meetingGuests).where(and(eq(meetingGuests.meetId, meetId), notInArray(meetingGuests.email, people))),
    namePeople(db, { meetId, people, at }),
    auditEntry(db, { at, userId: actor.userId, action: "meeting.visibility-changed", meetId }),
  ]);
  await closeLostStreams(services, { meetIds: [meetId] });
  services.waitUntil(tellTeams(services, meetId));
  services.waitUntil(takeChangesOf(services, meetId));
  if (people.length > 0) services.waitUntil(tellNamed(services, meetId));
  return readVisibility(services, actor, meetId);
}

/** The default of a person's new meetings: their choice, or else that of their team. Meetings that exist are not changed. */
export async function readVisibilityDefault(
  { db }: Pick<Services, "db">,
  { userId }: PersonActor,
): Promise<VisibilityAnswer> {
  const [[row], team] = await Promise.all([
    db.select().from(visibilityDefaults).where(eq(visibilityDefaults.userId, userId)),
    activeTeam(db, userId),
  ]);
  const standard = parseTeamVisibility(team?.defaultVisibility);
  return {
    visibility: parseVisibility(row?.visibility ?? standard),
    people: parseStored(row?.people),
    team: team?.name ?? null,
    ...(standard === null ? {} : { ofTeam: { visibility: standard, isUsed: row === undefined } }),
  };
}

export async function changeVisibilityDefault(
  { db }: Pick<Services, "db">,
  actor: PersonActor,
  { visibility, people: named }: VisibilityDefaultChange,
): Promise<Outcome<VisibilityAnswer, "no-team" | "email-format">> {
  if (visibility === "of-team") {
    await db.delete(visibilityDefaults).where(eq(visibilityDefaults.userId, actor.userId));
    return ok(await readVisibilityDefault({ db }, actor));
  }
  const people = parsePeople({ visibility, people: named });
  if (people === null) return refused("email-format");
  if (visibility === "team" && (await activeTeam(db, actor.userId)) === null) return refused("no-team");
  const set = { visibility, people: JSON.stringify(people) };
  await db
    .insert(visibilityDefaults)
    .values({ userId: actor.userId, ...set })
    .onConflictDoUpdate({ target: visibilityDefaults.userId, set });
  return ok(await readVisibilityDefault({ db }, actor));
}

/**
 * Gives a new meeting the visibility of its person's default. A meeting that has one already keeps it, so that a submit that is repeated
 * does not undo a choice.
 */
export async function applyVisibilityDefault(
  { db, now }: Pick<Services, "db" | "now">,
  { userId }: { userId: string },
  meetId: MeetId,
): Promise<void> {
  const [rows, team] = await db.batch([selectVisibilityDefault(db, userId), selectTeam(db, userId)]);
  const standard = visibilityDefaultOf(rows, team);
  if (standard === null) return;
  const [first, ...rest] = visibilityWrites(db, { ...standard, userId, meetId, at: now() });
  await db.batch([first, ...rest]);
}

export function selectVisibilityDefault(db: Database, userId: string) {
  return db.select().from(visibilityDefaults).where(eq(visibilityDefaults.userId, userId));
}

export type VisibilityDefault = { visibility: Visibility; teamId: string | null; people: readonly string[] };

/** The default of a person, as `selectVisibilityDefault` and `selectTeam` found it; null where their meetings are shown to nobody. */
export function visibilityDefaultOf(
  [row]: Awaited<ReturnType<typeof selectVisibilityDefault>>,
  teamRows: Awaited<ReturnType<typeof selectTeam>>,
): VisibilityDefault | null {
  const team = activeOf(membershipOf(teamRows));
  const visibility = parseVisibility(row?.visibility ?? parseTeamVisibility(team?.defaultVisibility));
  // They may have left the team since.
  if (visibility === "private" || (visibility === "team" && team === null)) return null;
  const teamId = visibility === "team" ? (team?.teamId ?? null) : null;
  return { visibility, teamId, people: parseStored(row?.people) };
}

/** Shows a meeting that has no visibility yet. `where`: a condition of the caller's batch. */
export function visibilityWrites(
  db: Database,
  {
    visibility,
    teamId,
    people,
    userId,
    meetId,
    at,
    where = sql`1`,
  }: VisibilityDefault & { userId: string; meetId: MeetId; at: number; where?: SQL },
) {
  const isNew = sql`not exists (select 1 from ${meetingVisibility} where ${meetingVisibility.meetId} = ${meetId})`;
  return [
    namePeople(db, { meetId, people, at, where: sql`${isNew} and ${where}` }),
    insertWhere(db, meetingVisibility, {
      row: { meetId, visibility, teamId, changedBy: userId, changedAt: at },
      where,
    }).onConflictDoNothing(),
  ] as const;
}

function namePeople(
  db: Services["db"],
  input: { meetId: MeetId; people: readonly string[]; at: number; where?: ReturnType<typeof sql> },
) {
  const { meetId, people, at, where = sql`1` } = input;
  return insertFrom(db, meetingGuests, {
    row: { meetId, email: sql`value`, addedAt: at, toldAt: null },
    from: sql`from json_each(${JSON.stringify(people)}) where ${where}`,
  }).onConflictDoNothing();
}

async function activeTeam(db: Services["db"], userId: string) {
  return activeOf(await findTeam(db, userId));
}

const activeOf = (team: Membership | null) => (team === null || team.activatedAt === null ? null : team);

/** Null where one is no address. Only `named` names people. */
function parsePeople({ visibility, people }: VisibilityChange): string[] | null {
  if (visibility !== "named") return [];
  const parsed = people.map(parseMailAddress);
  const known = parsed.filter((address) => address !== null);
  return known.length < parsed.length ? null : [...new Set(known.map(emailKeyOf))];
}

function parseVisibility(stored: string | null | undefined): Visibility {
  return VISIBILITIES.find((known) => known === stored) ?? "private";
}

const storedPeople = z.array(z.string());
function parseStored(stored: string | undefined): string[] {
  return storedPeople.parse(JSON.parse(stored ?? "[]"));
}

/** The names of the people who made these meetings, for a list of meetings that others have shown to the reader. */
export async function namesOfOwners(
  { db }: Pick<Services, "db">,
  userIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (userIds.length === 0) return new Map();
  const rows = await db.all<{ id: string; name: string }>(
    sql`select id, name from users where id in (select value from json_each(${JSON.stringify([...new Set(userIds)])}))`,
  );
  return new Map(rows.map(({ id, name }) => [id, name]));
}
