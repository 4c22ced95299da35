import { eq, sql } from "drizzle-orm";
import type { PersonActor } from "#app/domain/account/actor.ts";
import { TEAM_TEMPLATE } from "#app/domain/account/choices.ts";
import type { MeetingLanguage } from "#app/domain/meeting-languages.ts";
import { TEMPLATE_CLAIM_MS } from "#app/domain/limits/templates.ts";
import { predefinedTemplate } from "#app/domain/template/predefined/predefined.ts";
import { BASIC_SYSTEM, type TemplateSnapshot } from "#app/domain/template/template.ts";
import { insertWhere } from "#app/server/db/insert-where.ts";
import { templateClaims, templates } from "#app/server/db/schema-templates.ts";
import { users } from "#app/server/db/schema-account.ts";
import type { Services } from "#app/server/services.ts";
import { existsTemplate, readFields, type TemplateActor, usableBy } from "#app/server/templates/stored-template.ts";

type Chosen = { template: TemplateSnapshot; isCustom: boolean };

/**
 * The snapshot of a template that the actor may use, in the language of the minutes; null where there is none. With `holder`, a
 * meeting or a calendar, the template counts as used from here on, until its row shows it: a deletion that comes later is refused.
 */
export async function chooseTemplate(
  { db }: Pick<Services, "db">,
  actor: TemplateActor,
  asked: {
    templateId: string | null;
    language: MeetingLanguage;
    holder?: string;
    now?: number;
    holdMs?: number;
  },
): Promise<Chosen | null> {
  const { templateId, language, holder, now, holdMs = TEMPLATE_CLAIM_MS } = asked;
  if (templateId === null) return { template: BASIC_SYSTEM, isCustom: false };
  const predefined = predefinedTemplate(templateId, language);
  if (predefined) return { template: predefined, isCustom: false };
  const read = db.select().from(templates).where(usableBy(actor, templateId));
  const [row] =
    holder === undefined || now === undefined
      ? await read
      : (await db.batch([claim(db, { actor, templateId, holder, heldUntil: now + holdMs }), read]))[1];
  if (!row) return null;
  const { id, name, description } = row;
  return { template: { id, name, description, fields: readFields(row.fields) }, isCustom: true };
}

function claim(
  db: Services["db"],
  input: { actor: TemplateActor; templateId: string; holder: string; heldUntil: number },
) {
  const { actor, templateId, holder, heldUntil } = input;
  return insertWhere(db, templateClaims, {
    row: { meetId: holder, templateId, heldUntil },
    where: existsTemplate(actor, templateId),
  }).onConflictDoUpdate({ target: [templateClaims.meetId, templateClaims.templateId], set: { heldUntil } });
}

/** Ends the claim of a calendar that shows its template, or of a meeting that was not made or whose minutes are not written again. */
export async function releaseClaim({ db }: Pick<Services, "db">, holder: string): Promise<void> {
  await db.delete(templateClaims).where(eq(templateClaims.meetId, holder));
}

/** Makes a template the person's default, or leaves the choice to their team; false where they have no such template. */
export async function saveDefaultTemplate(
  { db }: Pick<Services, "db">,
  actor: PersonActor,
  templateId: string | null,
): Promise<boolean> {
  const isTeams = templateId === TEAM_TEMPLATE;
  const isSystem = templateId === null || isTeams || predefinedTemplate(templateId, "en") !== null;
  const written = await db
    .update(users)
    .set({ defaultTemplateId: isTeams ? null : templateId, defaultTemplateChosen: !isTeams })
    .where(
      isSystem
        ? eq(users.id, actor.userId)
        : sql`${users.id} = ${actor.userId} and ${existsTemplate(actor, templateId)}`,
    )
    .returning({ id: users.id });
  return written.length > 0;
}
