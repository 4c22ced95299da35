import { and, eq, sql } from "drizzle-orm";
import type * as z from "zod";
import type { ListedTemplate, TEMPLATE_ORIGINS } from "#app/contracts/template/template-answers.ts";
import type { templateCreation, templateDuplication } from "#app/contracts/template/template-changes.ts";
import type { PersonActor } from "#app/domain/account/actor.ts";
import { randomId } from "#app/domain/ids.ts";
import type { Locale } from "#app/domain/languages.ts";
import { TEMPLATES_MAX } from "#app/domain/limits/templates.ts";
import { ok, type Outcome, refused } from "#app/domain/outcome.ts";
import { insertWhere } from "#app/server/db/insert-where.ts";
import { namedBatch } from "#app/server/db/named-batch.ts";
import { templates, templateVersions } from "#app/server/db/schema-templates.ts";
import type { Services } from "#app/server/services.ts";
import { readTemplate } from "#app/server/templates/list-templates.ts";
import {
  listedTemplateOf,
  readDraft,
  type TemplateContent,
  withoutSavedFields,
  writeFields,
} from "#app/server/templates/stored-template.ts";

type Needs = Pick<Services, "db" | "now" | "log">;
export type CreateRefusal = "template-invalid" | "too-many-templates";

/** The same `saveId` again answers with the template that it made. */
export async function createTemplate(
  services: Needs,
  actor: PersonActor,
  { saveId, ...draft }: z.output<typeof templateCreation>,
): Promise<Outcome<ListedTemplate, CreateRefusal>> {
  const content = readDraft(draft);
  return content.ok ? insertTemplate(services, actor, { saveId, origin: "new", content: content.value }) : content;
}

/** A template of one's own with the same fields; also of a predefined one, in the reader's language. */
export async function duplicateTemplate(
  services: Needs,
  actor: PersonActor,
  asked: { templateId: string; locale: Locale } & z.output<typeof templateDuplication>,
): Promise<Outcome<ListedTemplate, CreateRefusal | "not-found">> {
  const { templateId: id, locale, saveId, name } = asked;
  const found = await readTemplate(services, actor, { id, locale });
  if (!found.ok) return found;
  const { description, fields, team } = found.value;
  const content = readDraft({ name, description, fields: team ? withoutSavedFields(fields) : fields });
  return content.ok
    ? insertTemplate(services, actor, { saveId, origin: "duplicate", content: content.value })
    : content;
}

/** Writes a template with its first version, unless the workspace has as many as it may have: one batch decides. */
export async function insertTemplate(
  { db, now, log }: Needs,
  { workspaceId, userId }: PersonActor,
  input: { saveId: string; origin: (typeof TEMPLATE_ORIGINS)[number]; content: TemplateContent },
): Promise<Outcome<ListedTemplate, "too-many-templates">> {
  const { saveId, origin, content } = input;
  const [id, at] = [randomId(), now()];
  const isThisSave = and(
    eq(templates.workspaceId, workspaceId),
    eq(templates.createdBy, userId),
    eq(templates.saveId, saveId),
  );
  const {
    saved: [row],
  } = await namedBatch(db, {
    template: insertWhere(db, templates, {
      row: {
        id,
        workspaceId,
        createdBy: userId,
        saveId,
        name: content.name,
        description: content.description,
        fields: writeFields(content.fields),
        version: 1,
        origin,
        createdAt: at,
        updatedAt: at,
        updatedBy: userId,
      },
      where: sql`(select count(*) from ${templates} where ${templates.workspaceId} = ${workspaceId}) < ${TEMPLATES_MAX}`,
    }).onConflictDoNothing(),
    version: insertVersion(db, { templateId: id, version: 1, change: "created" }),
    saved: db.select().from(templates).where(isThisSave),
  });
  if (!row) return refused("too-many-templates");
  if (row.id === id) log("template.created", { templateId: id, origin, fields: content.fields.length });
  return ok(listedTemplateOf(row));
}

export type VersionChange = "created" | "saved" | "restored" | "fields-updated";

/** Copies the template's row as a version, where it is at that version. Follows the write of the row in the same batch. */
export function insertVersion(
  db: Services["db"],
  { templateId, version, change }: { templateId: string; version: number; change: VersionChange },
) {
  return db
    .insert(templateVersions)
    .select(
      sql`select ${templates.id}, ${templates.version}, ${templates.name}, ${templates.description}, ${templates.fields},
        ${change}, ${templates.updatedAt}, ${templates.updatedBy}
      from ${templates} where ${templates.id} = ${templateId} and ${templates.version} = ${version}`,
    )
    .onConflictDoNothing();
}
