import { and, eq, sql } from "drizzle-orm";
import type { ListedTemplate } from "#app/contracts/template/template-answers.ts";
import type { PersonActor } from "#app/domain/account/actor.ts";
import type { Locale } from "#app/domain/languages.ts";
import { TEMPLATES_MAX } from "#app/domain/limits/templates.ts";
import { ok, type Outcome, refused } from "#app/domain/outcome.ts";
import { namedBatch } from "#app/server/db/named-batch.ts";
import { templates } from "#app/server/db/schema-templates.ts";
import type { Services } from "#app/server/services.ts";
import { findManaged } from "#app/server/workspace/find-team.ts";
import { templateBack } from "#app/server/templates/move-templates.ts";
import { readTemplate } from "#app/server/templates/list-templates.ts";

/**
 * An administrator gives a template of their own to the team: from then on it is the team's. Its administrators change it, its members see
 * and use it, and may copy it. The same again changes nothing.
 */
export async function shareWithTeam(
  { db, log }: Pick<Services, "db" | "log">,
  actor: PersonActor,
  { templateId, locale }: { templateId: string; locale: Locale },
): Promise<Outcome<ListedTemplate, "not-found" | "too-many-templates">> {
  const team = await findManaged(db, actor.userId);
  if (team === null || team.activatedAt === null) return refused("not-found");
  const { teamId } = team;
  const isAdministrator = sql`exists (select 1 from members as mine where mine.workspace_id = ${teamId}
    and mine.user_id = ${actor.userId} and mine.role = 'owner')`;
  const isRoom = sql`(select count(*) from templates as held where held.workspace_id = ${teamId}) < ${TEMPLATES_MAX}`;
  const written = await db
    .update(templates)
    .set({ workspaceId: teamId })
    .where(and(eq(templates.id, templateId), eq(templates.workspaceId, actor.workspaceId), isAdministrator, isRoom))
    .returning({ id: templates.id });
  const read = await readTemplate({ db }, actor, { id: templateId, locale });
  if (!read.ok || read.value.kind === "predefined") return refused("not-found");
  if (read.value.team === undefined) return refused("too-many-templates");
  if (written.length > 0) log("template.team.shared", { templateId, teamId });
  return read;
}

/** It is its creator's alone again. Members lose it for new meetings; where it is somebody's default, that is none any more. */
export async function takeFromTeam(
  { db, log }: Pick<Services, "db" | "log">,
  actor: PersonActor,
  templateId: string,
): Promise<Outcome<null, "not-found">> {
  const { returned } = await namedBatch(db, templateBack(db, actor, templateId));
  if (returned.length === 0) return refused("not-found");
  log("template.team.returned", { templateId });
  return ok(null);
}
