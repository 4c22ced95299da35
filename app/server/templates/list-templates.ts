import { and, desc, eq, sql } from "drizzle-orm";
import type { ListedTemplate } from "#app/contracts/template/template-answers.ts";
import type { PersonActor } from "#app/domain/account/actor.ts";
import type { Locale } from "#app/domain/languages.ts";
import { TEMPLATES_MAX } from "#app/domain/limits/templates.ts";
import { ok, type Outcome, refused } from "#app/domain/outcome.ts";
import { PREDEFINED_IDS } from "#app/domain/template/predefined/ids.ts";
import { predefinedTemplate } from "#app/domain/template/predefined/predefined.ts";
import { BASIC_SYSTEM, BASIC_SYSTEM_WORD, type TemplateSnapshot } from "#app/domain/template/template.ts";
import { members } from "#app/server/db/schema-account.ts";
import { teams } from "#app/server/db/schema-teams.ts";
import { templates } from "#app/server/db/schema-templates.ts";
import type { Services } from "#app/server/services.ts";
import { listedTemplateOf, usableBy } from "#app/server/templates/stored-template.ts";

/** The templates that a person can choose: Basic system, the predefined ones in their language, their own, and those of their team. */
export async function listTemplates(
  { db }: Pick<Services, "db">,
  actor: PersonActor,
  locale: Locale,
): Promise<ListedTemplate[]> {
  const rows = await readListed(db, actor)
    .where(usable(actor))
    .orderBy(desc(templates.updatedAt), desc(templates.id))
    .limit(LISTED_MAX);
  return [...systemTemplates(locale), ...rows.map(listedOf)];
}

/** As many as a person and a team may have. */
const LISTED_MAX = 2 * TEMPLATES_MAX;

/** The rows with the team of each and the reader's part in it; a template of one's own has no team. */
function readListed(db: Services["db"], { userId }: PersonActor) {
  return db
    .select({ row: templates, team: teams.name, role: members.role })
    .from(templates)
    .leftJoin(teams, eq(teams.workspaceId, templates.workspaceId))
    .leftJoin(members, and(eq(members.workspaceId, teams.workspaceId), eq(members.userId, userId)));
}

function listedOf({
  row,
  team,
  role,
}: {
  row: typeof templates.$inferSelect;
  team: string | null;
  role: string | null;
}) {
  return listedTemplateOf(row, team === null ? undefined : { name: team, isManaged: role === "owner" });
}

function usable({ userId, workspaceId }: PersonActor) {
  return sql`${templates.workspaceId} in (select ${workspaceId} union all
    select mine.workspace_id from members as mine where mine.user_id = ${userId})`;
}

/** The same without fields, for the lists of forms and filters. */
export async function listTemplateNames(
  { db }: Pick<Services, "db">,
  actor: PersonActor,
  locale: Locale,
): Promise<{ id: string | null; name: string }[]> {
  const rows = await db
    .select({ id: templates.id, name: templates.name })
    .from(templates)
    .where(usable(actor))
    .orderBy(desc(templates.updatedAt), desc(templates.id))
    .limit(LISTED_MAX);
  return [...systemTemplates(locale).map(({ id, name }) => ({ id, name })), ...rows];
}

/** `id` as in a path: "system" is Basic system. */
export async function readTemplate(
  { db }: Pick<Services, "db">,
  actor: PersonActor,
  { id, locale }: { id: string; locale: Locale },
): Promise<Outcome<ListedTemplate, "not-found">> {
  if (id === BASIC_SYSTEM_WORD) return ok(predefinedAsListed(BASIC_SYSTEM));
  const predefined = predefinedTemplate(id, locale);
  if (predefined) return ok(predefinedAsListed(predefined));
  const [found] = await readListed(db, actor).where(usableBy(actor, id));
  return found ? ok(listedOf(found)) : refused("not-found");
}

function systemTemplates(locale: Locale): ListedTemplate[] {
  const predefined = PREDEFINED_IDS.flatMap((id) => predefinedTemplate(id, locale) ?? []);
  return [BASIC_SYSTEM, ...predefined].map(predefinedAsListed);
}

function predefinedAsListed({ id, name, description, fields }: TemplateSnapshot): ListedTemplate {
  return {
    id,
    name,
    description: description ?? null,
    kind: "predefined",
    fields,
    version: 0,
    updatedAt: null,
    origin: null,
  };
}
