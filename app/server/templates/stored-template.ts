import { and, eq, or, sql } from "drizzle-orm";
import { type ListedTemplate, TEMPLATE_ORIGINS } from "#app/contracts/template/template-answers.ts";
import type { PersonActor } from "#app/domain/account/actor.ts";
import { randomId } from "#app/domain/ids.ts";
import { invariant } from "#app/domain/invariant.ts";
import { ok, type Outcome, refused } from "#app/domain/outcome.ts";
import { checkTemplate, type TemplateDraft } from "#app/domain/template/template-rules.ts";
import { hasColumns, SAVED_FIELD_KEY, type TemplateField } from "#app/domain/template/template.ts";
import { templates } from "#app/server/db/schema-templates.ts";

/** Templates in D1: rows read into templates, and drafts of people made ready to be stored. */

type TemplateRow = typeof templates.$inferSelect;
export type TemplateContent = { name: string; description: string | null; fields: TemplateField[] };

export type TemplateActor = Pick<PersonActor, "userId" | "workspaceId">;

/** The template, where the actor may use it: their own, or that of their team. Part of a statement. */
export function usableBy({ userId, workspaceId }: TemplateActor, templateId: string) {
  const ofTeam = sql`${templates.workspaceId} in (select mine.workspace_id from members as mine where mine.user_id = ${userId})`;
  return and(eq(templates.id, templateId), or(eq(templates.workspaceId, workspaceId), ofTeam));
}

/** The template, where the actor may change it: their own, or that of a team that they administer. Part of a statement. */
export function managedBy(actor: TemplateActor, templateId: string) {
  const own = eq(templates.workspaceId, actor.workspaceId);
  return and(eq(templates.id, templateId), or(own, ofManagedTeam(actor)));
}

/** Whether the row of `templates` belongs to a team that the actor administers. Part of a statement. */
export function ofManagedTeam({ userId }: Pick<PersonActor, "userId">) {
  return sql`${templates.workspaceId} in (select mine.workspace_id from members as mine
    join teams as team on team.workspace_id = mine.workspace_id where mine.user_id = ${userId} and mine.role = 'owner')`;
}

/** Whether a template is there that the actor may use. Part of a statement. */
export function existsTemplate(actor: TemplateActor, templateId: string) {
  return sql`exists (select 1 from ${templates} where ${usableBy(actor, templateId)})`;
}

/** Only `writeFields` writes the text. */
export function readFields(text: string): TemplateField[] {
  return JSON.parse(text) as TemplateField[];
}

export function writeFields(fields: readonly TemplateField[]): string {
  return JSON.stringify(fields);
}

/** `team`: that to which the template belongs, as the reader sees it. */
export function listedTemplateOf(row: TemplateRow, team?: ListedTemplate["team"]): ListedTemplate {
  const origin = TEMPLATE_ORIGINS.find((known) => known === row.origin);
  invariant(origin, "a template has a known origin");
  const { id, name, description, version, updatedAt } = row;
  const listed = { id, name, description, kind: "custom" as const, version, updatedAt, origin };
  return { ...listed, fields: readFields(row.fields), ...(team ? { team } : {}) };
}

/** Refused with the rules that do not hold (§5); else as it is stored: a table has columns, a column of choices has choices. */
export function readDraft(draft: TemplateDraft): Outcome<TemplateContent, "template-invalid"> {
  const problems = checkTemplate(draft);
  if (problems.length > 0) return { ...refused("template-invalid"), beside: { problems } };
  return ok({ name: draft.name, description: draft.description, fields: draft.fields.map(storedField) });
}

export function storedField(draft: TemplateDraft["fields"][number]): TemplateField {
  const { key, title, prompt, type, required, description, columns, savedFieldId, savedFieldVersion } = draft;
  invariant(type !== null, "the rules refuse a field without a type");
  return {
    key,
    title,
    prompt,
    type,
    required,
    description: description ?? null,
    ...(hasColumns(type) && columns
      ? {
          columns: columns.map(({ name, kind, choices = [] }) => ({
            name,
            kind,
            ...(kind === "choice" ? { choices: [...new Set(choices.filter((choice) => choice !== ""))] } : {}),
          })),
        }
      : {}),
    ...(savedFieldId && savedFieldVersion ? { savedFieldId, savedFieldVersion } : {}),
  };
}

/** A copy for another person or workspace: it is nobody's saved field, and its key does not hold the id of one. */
export function withoutSavedFields(fields: readonly TemplateField[]): TemplateField[] {
  return fields.map(({ savedFieldId, savedFieldVersion: _version, ...field }) =>
    savedFieldId || field.key.startsWith(SAVED_FIELD_KEY) ? { ...field, key: randomId() } : field,
  );
}
