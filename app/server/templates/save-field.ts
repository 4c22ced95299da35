import { and, desc, eq, sql } from "drizzle-orm";
import type * as z from "zod";
import type { SavedField } from "#app/contracts/template/template-answers.ts";
import type { savedFieldCreation, savedFieldSave } from "#app/contracts/template/template-changes.ts";
import type { PersonActor } from "#app/domain/account/actor.ts";
import { randomId } from "#app/domain/ids.ts";
import { SAVED_FIELDS_MAX } from "#app/domain/limits/templates.ts";
import { ok, type Outcome, refused } from "#app/domain/outcome.ts";
import { checkField, checkTemplate, type FieldDraft, isActaField } from "#app/domain/template/template-rules.ts";
import type { TemplateField } from "#app/domain/template/template.ts";
import { savedFields, templates } from "#app/server/db/schema-templates.ts";
import type { Services } from "#app/server/services.ts";
import { writeNextVersion } from "#app/server/templates/save-template.ts";
import { managedBy, ofManagedTeam, readFields, storedField } from "#app/server/templates/stored-template.ts";

/** 'My fields' (§2): private to the person who saved them. Templates hold copies, which keep their version until they are updated. */

type Needs = Pick<Services, "db" | "now" | "log">;
type Use = SavedField["usedIn"][number] & { fieldId: string };

function ownedBy({ workspaceId, userId }: PersonActor) {
  return and(eq(savedFields.workspaceId, workspaceId), eq(savedFields.createdBy, userId));
}

export async function listSavedFields(
  { db }: Pick<Services, "db">,
  actor: PersonActor,
): Promise<{ fields: SavedField[] }> {
  const [rows, uses] = await Promise.all([
    db.select().from(savedFields).where(ownedBy(actor)).orderBy(desc(savedFields.updatedAt)).limit(SAVED_FIELDS_MAX),
    readUses(db, actor),
  ]);
  return { fields: rows.map((row) => savedFieldOf(row, uses)) };
}

/** Each copy of a saved field in a template that the person may change: of their workspace, and of a team that they administer. */
async function readUses(db: Services["db"], actor: PersonActor): Promise<Use[]> {
  return db.all<Use>(sql`select ${templates.id} as "templateId", ${templates.name} as "name",
      copy.value ->> 'savedFieldId' as "fieldId", copy.value ->> 'savedFieldVersion' as "version"
    from ${templates}, json_each(${templates.fields}) as copy
    where (${templates.workspaceId} = ${actor.workspaceId} or ${ofManagedTeam(actor)}) and copy.value ->> 'savedFieldId' is not null
    order by ${templates.updatedAt} desc`);
}

function savedFieldOf(row: typeof savedFields.$inferSelect, uses: readonly Use[]): SavedField {
  const { id, version, updatedAt } = row;
  const usedIn = uses.filter(({ fieldId }) => fieldId === id).map(({ fieldId: _id, ...use }) => use);
  // Only `writeField` writes the text.
  const field = JSON.parse(row.field) as TemplateField;
  return { id, version, updatedAt, field: { ...field, savedFieldId: id, savedFieldVersion: version }, usedIn };
}

/** Refused with the rules that do not hold. Acta fields are public and cannot be saved as one's own. */
function readField(draft: FieldDraft): Outcome<string, "field-invalid"> {
  const problems = checkField(draft).map((problem) => ({ ...problem, field: null }));
  if (problems.length > 0 || isActaField(draft)) return { ...refused("field-invalid"), beside: { problems } };
  return ok(JSON.stringify(storedField({ ...draft, savedFieldId: null })));
}

export async function createField(
  { db, now, log }: Needs,
  actor: PersonActor,
  { saveId, field: draft }: z.output<typeof savedFieldCreation>,
): Promise<Outcome<SavedField, "field-invalid" | "too-many-fields">> {
  const field = readField(draft);
  if (!field.ok) return field;
  const { workspaceId, userId } = actor;
  const [id, at] = [randomId(), now()];
  const [, [row]] = await db.batch([
    db
      .insert(savedFields)
      .select(
        sql`select ${id}, ${workspaceId}, ${userId}, ${saveId}, ${field.value}, 1, ${at}, ${at}
        where (select count(*) from ${savedFields} where ${ownedBy(actor)}) < ${SAVED_FIELDS_MAX}`,
      )
      .onConflictDoNothing(),
    db
      .select()
      .from(savedFields)
      .where(and(ownedBy(actor), eq(savedFields.saveId, saveId))),
  ]);
  if (!row) return refused("too-many-fields");
  if (row.id === id) log("template.field.saved", { fieldId: id, version: 1 });
  return ok(savedFieldOf(row, await readUses(db, actor)));
}

/** Saves the next version of a field, unless another tab has. Templates keep their copy. */
export async function saveField(
  { db, now, log }: Needs,
  actor: PersonActor,
  { fieldId, basedOn, field: draft }: { fieldId: string } & z.output<typeof savedFieldSave>,
): Promise<Outcome<SavedField, "not-found" | "field-invalid" | "field-changed">> {
  const field = readField(draft);
  if (!field.ok) return field;
  const isThis = and(ownedBy(actor), eq(savedFields.id, fieldId));
  const [written, [row]] = await db.batch([
    db
      .update(savedFields)
      .set({ field: field.value, version: basedOn + 1, updatedAt: now() })
      .where(and(isThis, eq(savedFields.version, basedOn)))
      .returning({ id: savedFields.id }),
    db.select().from(savedFields).where(isThis),
  ]);
  if (!row) return refused("not-found");
  const saved = savedFieldOf(row, await readUses(db, actor));
  const isRepeated = row.version === basedOn + 1 && row.field === field.value;
  if (written.length === 0 && !isRepeated) return { ...refused("field-changed"), beside: { current: saved } };
  log("template.field.saved", { fieldId, version: row.version });
  return ok(saved);
}

/** Templates keep their copies, which are then fields like any other. */
export async function deleteField(
  { db, log }: Needs,
  actor: PersonActor,
  fieldId: string,
): Promise<Outcome<null, "not-found">> {
  const gone = await db
    .delete(savedFields)
    .where(and(ownedBy(actor), eq(savedFields.id, fieldId)))
    .returning({ id: savedFields.id });
  if (gone.length === 0) return refused("not-found");
  log("template.field.deleted", { fieldId });
  return ok(null);
}

/**
 * Gives templates the newest version of a field, each as a version of its own. A template that would break a rule by it (the field's
 * new title may be there already) or that somebody saves meanwhile keeps its copy, and the answer does not count it.
 */
export async function applyField(
  services: Needs,
  actor: PersonActor,
  { fieldId, templateIds }: { fieldId: string; templateIds: readonly string[] | null },
): Promise<Outcome<{ updated: number; field: SavedField }, "not-found">> {
  const { db } = services;
  const isThis = and(ownedBy(actor), eq(savedFields.id, fieldId));
  const [row] = await db.select().from(savedFields).where(isThis);
  if (!row) return refused("not-found");
  const { field, version, usedIn } = savedFieldOf(row, await readUses(db, actor));
  const outdated = usedIn.filter(
    (use) => use.version < version && (templateIds === null || templateIds.includes(use.templateId)),
  );
  let updated = 0;
  for (const { templateId } of outdated) {
    const [template] = await db.select().from(templates).where(managedBy(actor, templateId));
    if (!template) continue;
    const { name, description } = template;
    const fields = readFields(template.fields).map((copy) =>
      copy.savedFieldId === fieldId ? { ...field, key: copy.key, required: copy.required } : copy,
    );
    if (checkTemplate({ name, description, fields }).length > 0) continue;
    const content = { name, description, fields };
    const change = { templateId, basedOn: template.version, content, change: "fields-updated" } as const;
    if ((await writeNextVersion(services, actor, change)).ok) updated += 1;
  }
  return ok({ updated, field: savedFieldOf(row, await readUses(db, actor)) });
}
