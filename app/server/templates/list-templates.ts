import { desc, eq } from "drizzle-orm";
import type { ListedTemplate } from "#app/contracts/template-answers.ts";
import type { PersonActor } from "#app/domain/account/actor.ts";
import type { Locale } from "#app/domain/languages.ts";
import { TEMPLATES_MAX } from "#app/domain/limits/templates.ts";
import { ok, type Outcome, refused } from "#app/domain/outcome.ts";
import { PREDEFINED_IDS } from "#app/domain/template/predefined/ids.ts";
import { predefinedTemplate } from "#app/domain/template/predefined/predefined.ts";
import { BASIC_SYSTEM, BASIC_SYSTEM_WORD, type TemplateSnapshot } from "#app/domain/template/template.ts";
import { templates } from "#app/server/db/schema-templates.ts";
import type { Services } from "#app/server/services.ts";
import { listedTemplateOf, ofWorkspace } from "#app/server/templates/stored-template.ts";

/** The templates that a person can choose: Basic system, the predefined ones in their language, and those of the workspace. */
export async function listTemplates(
  { db }: Pick<Services, "db">,
  { workspaceId }: PersonActor,
  locale: Locale,
): Promise<ListedTemplate[]> {
  const rows = await db
    .select()
    .from(templates)
    .where(eq(templates.workspaceId, workspaceId))
    .orderBy(desc(templates.updatedAt), desc(templates.id))
    .limit(TEMPLATES_MAX);
  return [...systemTemplates(locale), ...rows.map(listedTemplateOf)];
}

/** The same without fields, for the lists of forms and filters. */
export async function listTemplateNames(
  { db }: Pick<Services, "db">,
  { workspaceId }: PersonActor,
  locale: Locale,
): Promise<{ id: string | null; name: string }[]> {
  const rows = await db
    .select({ id: templates.id, name: templates.name })
    .from(templates)
    .where(eq(templates.workspaceId, workspaceId))
    .orderBy(desc(templates.updatedAt), desc(templates.id))
    .limit(TEMPLATES_MAX);
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
  const [row] = await db.select().from(templates).where(ofWorkspace(actor, id));
  return row ? ok(listedTemplateOf(row)) : refused("not-found");
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
