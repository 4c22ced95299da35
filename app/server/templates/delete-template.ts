import { and, count, desc, eq, gt, isNull, notExists, sql } from "drizzle-orm";
import type { TemplateUsage } from "#app/contracts/template/template-answers.ts";
import type { PersonActor } from "#app/domain/account/actor.ts";
import { TEMPLATE_USES_LISTED_MAX } from "#app/domain/limits/templates.ts";
import { ok, type Outcome, refused } from "#app/domain/outcome.ts";
import { calendars } from "#app/server/db/schema-calendars.ts";
import { templateClaims, templates } from "#app/server/db/schema-templates.ts";
import { meetings } from "#app/server/db/schema.ts";
import { users } from "#app/server/db/schema-account.ts";
import { teams } from "#app/server/db/schema-teams.ts";
import type { Services } from "#app/server/services.ts";
import { managedBy } from "#app/server/templates/stored-template.ts";

/**
 * Deletes a template that nothing uses (§4); refused with the places that use it. The statement looks for uses itself, so that of a
 * choice and a deletion at the same moment one comes first: the later one is refused.
 */
export async function deleteTemplate(
  services: Pick<Services, "db" | "now" | "log">,
  actor: PersonActor,
  templateId: string,
): Promise<Outcome<null, "not-found" | "template-in-use">> {
  const { db, now, log } = services;
  const used = db.select({ one: sql`1` }).from(meetings).where(usedBy(actor, templateId));
  const held = db
    .select({ one: sql`1` })
    .from(templateClaims)
    .where(and(eq(templateClaims.templateId, templateId), gt(templateClaims.heldUntil, now())));
  const chosen = db.select({ one: sql`1` }).from(users).where(eq(users.defaultTemplateId, templateId));
  const joined = db.select({ one: sql`1` }).from(calendars).where(joinedWith(templateId));
  const standard = db.select({ one: sql`1` }).from(teams).where(eq(teams.defaultTemplateId, templateId));
  const gone = await db
    .delete(templates)
    .where(
      and(
        managedBy(actor, templateId),
        notExists(used),
        notExists(held),
        notExists(chosen),
        notExists(joined),
        notExists(standard),
      ),
    )
    .returning({ id: templates.id });
  if (gone.length > 0) {
    log("template.deleted", { templateId });
    return ok(null);
  }
  const usage = await readUsage(services, actor, templateId);
  return usage.ok ? { ...refused("template-in-use"), beside: usage.value } : usage;
}

/** The meetings of the person; of a team's template those of all members, and those that the team has kept. */
export function usedBy({ workspaceId }: PersonActor, templateId: string) {
  const ofTeam = sql`from templates as used where used.id = ${templateId} and used.workspace_id <> ${workspaceId}`;
  const places = sql`(select ${workspaceId} union all select used.workspace_id ${ofTeam} union all
    select mate.user_id from members as mate where mate.workspace_id in (select used.workspace_id ${ofTeam}))`;
  return and(
    sql`${meetings.workspaceId} in ${places}`,
    eq(meetings.templateId, templateId),
    isNull(meetings.deletedAt),
  );
}

/** The calendars of people who may use the template. A calendar of a former member still names it, and does not get it any more. */
function joinedWith(templateId: string) {
  return and(
    eq(calendars.templateId, templateId),
    sql`exists (select 1 from templates as given where given.id = ${templateId} and (given.workspace_id = ${calendars.userId}
      or exists (select 1 from members as mate where mate.workspace_id = given.workspace_id and mate.user_id = ${calendars.userId})))`,
  );
}

/** Uses of a template. The counts are of the workspace; only the caller's own meetings are named. */
export async function readUsage(
  { db, now }: Pick<Services, "db" | "now">,
  actor: PersonActor,
  templateId: string,
): Promise<Outcome<{ usage: TemplateUsage }, "not-found">> {
  const isPlanned = sql<number>`${meetings.status} = 'SCHEDULE'`;
  const named = (planned: 0 | 1) =>
    db
      .select({ id: meetings.id, title: meetings.title, startsAt: meetings.startsAt })
      .from(meetings)
      .where(and(usedBy(actor, templateId), eq(meetings.createdBy, actor.userId), sql`${isPlanned} = ${planned}`))
      .orderBy(desc(meetings.startsAt), desc(meetings.id))
      .limit(TEMPLATE_USES_LISTED_MAX);
  const [there, counts, listedMeetings, listedPlanned, defaults, [held], joined, standard] = await db.batch([
    db.select({ id: templates.id }).from(templates).where(managedBy(actor, templateId)),
    db.select({ planned: isPlanned, of: count() }).from(meetings).where(usedBy(actor, templateId)).groupBy(isPlanned),
    named(0),
    named(1),
    db.select({ id: users.id }).from(users).where(eq(users.defaultTemplateId, templateId)),
    // Chosen for meetings that are not listed with it yet.
    db
      .select({ of: count() })
      .from(templateClaims)
      .where(and(eq(templateClaims.templateId, templateId), gt(templateClaims.heldUntil, now()))),
    db
      .select({ id: calendars.id, name: calendars.name, userId: calendars.userId })
      .from(calendars)
      .where(joinedWith(templateId)),
    db.select({ id: teams.workspaceId }).from(teams).where(eq(teams.defaultTemplateId, templateId)),
  ]);
  if (there.length === 0) return refused("not-found");
  const countOf = (planned: number) => counts.find((row) => row.planned === planned)?.of ?? 0;
  return ok({
    usage: {
      meetings: countOf(0) + (held?.of ?? 0),
      planned: countOf(1),
      isDefault: defaults.some(({ id }) => id === actor.userId),
      isDefaultOfOthers: standard.length > 0 || defaults.some(({ id }) => id !== actor.userId),
      listedMeetings,
      listedPlanned,
      calendars: joined.length,
      listedCalendars: joined.flatMap(({ id, name, userId }) => (userId === actor.userId ? [{ id, name }] : [])),
    },
  });
}
