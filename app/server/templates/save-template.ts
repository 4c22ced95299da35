import { and, desc, eq, lte, sql } from "drizzle-orm";
import type * as z from "zod";
import type { ListedTemplate, TemplateVersions, templateVersion } from "#app/contracts/template/template-answers.ts";
import type { templateSave } from "#app/contracts/template/template-changes.ts";
import type { PersonActor } from "#app/domain/account/actor.ts";
import { TEMPLATE_VERSIONS_MAX } from "#app/domain/limits/templates.ts";
import { ok, type Outcome, refused } from "#app/domain/outcome.ts";
import { templates, templateVersions } from "#app/server/db/schema-templates.ts";
import { users } from "#app/server/db/schema-account.ts";
import type { Services } from "#app/server/services.ts";
import { insertVersion, type VersionChange } from "#app/server/templates/create-template.ts";
import {
  listedTemplateOf,
  managedBy,
  readDraft,
  readFields,
  type TemplateContent,
  writeFields,
} from "#app/server/templates/stored-template.ts";

type Needs = Pick<Services, "db" | "now" | "log">;
type SaveRefusal = "not-found" | "template-changed";

/** Saves a template as its next version. Somebody else's save meanwhile refuses this one, and comes with the refusal. */
export async function saveTemplate(
  services: Needs,
  actor: PersonActor,
  { templateId, basedOn, ...draft }: { templateId: string } & z.output<typeof templateSave>,
): Promise<Outcome<ListedTemplate, SaveRefusal | "template-invalid">> {
  const content = readDraft(draft);
  return content.ok
    ? writeNextVersion(services, actor, { templateId, basedOn, content: content.value, change: "saved" })
    : content;
}

/** Saves an earlier version again as the newest. */
export async function restoreVersion(
  services: Needs,
  actor: PersonActor,
  { templateId, version, basedOn }: { templateId: string; version: number; basedOn: number },
): Promise<Outcome<ListedTemplate, SaveRefusal>> {
  const found = await readVersionRow(services, actor, { templateId, version });
  if (!found) return refused("not-found");
  const { name, description, fields } = found;
  const content = { name, description, fields: readFields(fields) };
  return writeNextVersion(services, actor, { templateId, basedOn, content, change: "restored" });
}

/** One batch: the row is written only where it still is at the version that the change is based on. */
export async function writeNextVersion(
  { db, now, log }: Needs,
  actor: PersonActor,
  input: { templateId: string; basedOn: number; content: TemplateContent; change: VersionChange },
): Promise<Outcome<ListedTemplate, SaveRefusal>> {
  const { templateId, basedOn, content, change } = input;
  const { name, description } = content;
  const fields = writeFields(content.fields);
  const version = basedOn + 1;
  const [written, , , [current]] = await db.batch([
    db
      .update(templates)
      .set({ name, description, fields, version, updatedAt: now(), updatedBy: actor.userId })
      .where(and(managedBy(actor, templateId), eq(templates.version, basedOn)))
      .returning({ id: templates.id }),
    insertVersion(db, { templateId, version, change }),
    db
      .delete(templateVersions)
      .where(
        and(
          eq(templateVersions.templateId, templateId),
          lte(
            templateVersions.version,
            sql`(select ${templates.version} from ${templates} where ${templates.id} = ${templateId}) - ${TEMPLATE_VERSIONS_MAX}`,
          ),
        ),
      ),
    db.select().from(templates).where(managedBy(actor, templateId)),
  ]);
  if (!current) return refused("not-found");
  // A request that is repeated because its answer was lost finds its own save.
  const isOwn = current.version === version && current.updatedBy === actor.userId;
  const isSame = current.name === name && current.description === description && current.fields === fields;
  if (written.length === 0 && !(isOwn && isSame)) {
    return { ...refused("template-changed"), beside: { current: listedTemplateOf(current) } };
  }
  log("template.saved", { templateId, version, change });
  return ok(listedTemplateOf(current));
}

/** The versions of a template, newest first, with who changed it. */
export async function listVersions(
  { db }: Pick<Services, "db">,
  actor: PersonActor,
  templateId: string,
): Promise<Outcome<{ versions: TemplateVersions }, "not-found">> {
  const rows = await db
    .select({ row: templateVersions, by: users.name })
    .from(templateVersions)
    .innerJoin(templates, eq(templates.id, templateVersions.templateId))
    .leftJoin(users, eq(users.id, templateVersions.changedBy))
    .where(managedBy(actor, templateId))
    .orderBy(desc(templateVersions.version))
    .limit(TEMPLATE_VERSIONS_MAX);
  if (rows.length === 0) return refused("not-found");
  return ok({
    versions: rows.map(({ row: { version, name, fields, changedAt, changedBy, change }, by }) => ({
      version,
      name,
      fields: readFields(fields).length,
      changedAt,
      change: CHANGES.find((known) => known === change) ?? "saved",
      by: by === null ? null : { name: by, isYou: changedBy === actor.userId },
    })),
  });
}

const CHANGES: readonly VersionChange[] = ["created", "saved", "restored", "fields-updated"];

export async function readVersion(
  services: Pick<Services, "db">,
  actor: PersonActor,
  asked: { templateId: string; version: number },
): Promise<Outcome<z.output<typeof templateVersion>, "not-found">> {
  const row = await readVersionRow(services, actor, asked);
  if (!row) return refused("not-found");
  const { version, name, description, fields } = row;
  return ok({ version, template: { id: asked.templateId, name, description, fields: readFields(fields) } });
}

async function readVersionRow(
  { db }: Pick<Services, "db">,
  actor: PersonActor,
  { templateId, version }: { templateId: string; version: number },
) {
  const [found] = await db
    .select({ row: templateVersions })
    .from(templateVersions)
    .innerJoin(templates, eq(templates.id, templateVersions.templateId))
    .where(and(managedBy(actor, templateId), eq(templateVersions.version, version)));
  return found?.row ?? null;
}
