import { and, eq, gt } from "drizzle-orm";
import type { PersonActor } from "#app/domain/account/actor.ts";
import { BASIC_SYSTEM_WORD } from "#app/domain/template/template.ts";
import type { Services } from "#app/server/services.ts";
import { templateCounts } from "#app/server/workspace/list-tables.ts";
import { readLists } from "#app/server/workspace/read-lists.ts";
import { readDefaultTemplate } from "#app/server/workspace/team-defaults.ts";

/** The number of a person's meetings with a template, and whether it is the person's default. */
export type TemplateUses = Record<string, { meetings: number; isDefault: boolean }>;

/** Uses of all templates by their ids; "system" is Basic system. A template that is not listed is not used. */
export async function countTemplateUses(
  services: Pick<Services, "db" | "lists">,
  actor: PersonActor,
): Promise<TemplateUses> {
  const [{ rows }, templateId] = await Promise.all([
    readLists(services, actor.workspaceId, (list) => ({
      rows: list
        .select({ id: templateCounts.templateId, meetings: templateCounts.count })
        .from(templateCounts)
        .where(
          and(
            eq(templateCounts.workspaceId, actor.workspaceId),
            eq(templateCounts.createdBy, actor.userId),
            gt(templateCounts.count, 0),
          ),
        ),
    })),
    readDefaultTemplate(services.db, actor.userId),
  ]);
  const uses: TemplateUses = { [templateId ?? BASIC_SYSTEM_WORD]: { meetings: 0, isDefault: true } };
  for (const { id, meetings: number } of rows) {
    const key = id === "" ? BASIC_SYSTEM_WORD : id;
    uses[key] = { meetings: number, isDefault: uses[key]?.isDefault ?? false };
  }
  return uses;
}
