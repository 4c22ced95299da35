import { and, count } from "drizzle-orm";
import type { PersonActor } from "#app/domain/account/actor.ts";
import { BASIC_SYSTEM_WORD } from "#app/domain/template/template.ts";
import { readChoices } from "#app/server/account/choices.ts";
import { meetings } from "#app/server/db/schema.ts";
import { ownedBy } from "#app/server/meetings/list-meetings.ts";
import type { Services } from "#app/server/services.ts";

/** The number of a person's meetings with a template, and whether it is the person's default. */
export type TemplateUses = Record<string, { meetings: number; isDefault: boolean }>;

/** Uses of all templates by their ids; "system" is Basic system. A template that is not listed is not used. */
export async function countTemplateUses({ db }: Pick<Services, "db">, actor: PersonActor): Promise<TemplateUses> {
  const [rows, { templateId }] = await Promise.all([
    db
      .select({ id: meetings.templateId, meetings: count() })
      .from(meetings)
      .where(and(...ownedBy(actor)))
      .groupBy(meetings.templateId),
    readChoices({ db }, actor.userId),
  ]);
  const uses: TemplateUses = { [templateId ?? BASIC_SYSTEM_WORD]: { meetings: 0, isDefault: true } };
  for (const { id, meetings: number } of rows) {
    const key = id ?? BASIC_SYSTEM_WORD;
    uses[key] = { meetings: number, isDefault: uses[key]?.isDefault ?? false };
  }
  return uses;
}
