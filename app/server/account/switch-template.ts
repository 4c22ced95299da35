import { and, count, desc, eq, inArray } from "drizzle-orm";
import type * as z from "zod";
import type { templateSwitched } from "#app/contracts/template/template-answers.ts";
import type { PersonActor } from "#app/domain/account/actor.ts";
import type { MeetId } from "#app/domain/ids.ts";
import { MEETING_LANGUAGE_DEFAULT, MEETING_LANGUAGES } from "#app/domain/meeting-languages.ts";
import { REWRITE_MEETINGS_MAX } from "#app/domain/limits/templates.ts";
import { ok, type Outcome, refused } from "#app/domain/outcome.ts";
import { BASIC_SYSTEM_WORD } from "#app/domain/template/template.ts";
import { changeSettings } from "#app/server/calendars/change-calendars.ts";
import { namedBatch } from "#app/server/db/named-batch.ts";
import { users } from "#app/server/db/schema-account.ts";
import { calendars } from "#app/server/db/schema-calendars.ts";
import { meetings } from "#app/server/db/schema.ts";
import type { Services } from "#app/server/services.ts";
import { chooseTemplate } from "#app/server/templates/choose-template.ts";
import { readUsage, usedBy } from "#app/server/templates/delete-template.ts";
import { changeStandard } from "#app/server/templates/move-templates.ts";
import { existsTemplate } from "#app/server/templates/stored-template.ts";

/**
 * Gives the caller's meetings, calendars and default another template, some meetings at a time. Minutes that were written keep the snapshot of
 * the template that made them: only the template of a planned meeting decides how minutes will be written.
 */
export async function switchTemplate(
  services: Pick<Services, "db" | "lists" | "now" | "log" | "edits" | "calendarAccounts">,
  actor: PersonActor,
  { templateId, to }: { templateId: string; to: string | null },
): Promise<Outcome<z.output<typeof templateSwitched>, "not-found" | "template-not-found">> {
  const { db, now, log } = services;
  if (to === templateId) return refused("template-not-found");
  const isThere = await chooseTemplate(services, actor, { templateId: to, language: MEETING_LANGUAGE_DEFAULT });
  if (!isThere) return refused("template-not-found");
  const own = and(usedBy(actor, templateId), eq(meetings.createdBy, actor.userId));
  const { rows, joined } = await namedBatch(db, {
    standard: changeStandard(db, actor, { templateId, to }),
    own: db
      .update(users)
      .set({ defaultTemplateId: to, defaultTemplateChosen: true })
      .where(
        and(
          eq(users.id, actor.userId),
          eq(users.defaultTemplateId, templateId),
          isThere.isCustom && to !== null ? existsTemplate(actor, to) : undefined,
        ),
      ),
    rows: db
      .select({ id: meetings.id, language: meetings.language })
      .from(meetings)
      .where(own)
      .orderBy(desc(meetings.startsAt))
      .limit(REWRITE_MEETINGS_MAX),
    joined: db
      .select({ id: calendars.id })
      .from(calendars)
      .where(and(eq(calendars.userId, actor.userId), eq(calendars.templateId, templateId))),
  });
  for (const { id } of joined) await changeSettings(services, actor, id, { template_id: to ?? BASIC_SYSTEM_WORD });
  const switched: string[] = [];
  for (const row of rows) {
    const language = MEETING_LANGUAGES.find((known) => known === row.language) ?? MEETING_LANGUAGE_DEFAULT;
    const meetId = row.id as MeetId;
    const chosen = await chooseTemplate(services, actor, { templateId: to, language, holder: meetId, now: now() });
    if (!chosen) return refused("template-not-found");
    if (await services.edits.chooseTemplate(meetId, { from: templateId, to: chosen.template })) switched.push(meetId);
  }
  // Each meeting writes its row again in a moment. Written here as well, so that a deletion right after this one is not refused.
  if (switched.length > 0) {
    await db
      .update(meetings)
      .set({ templateId: to })
      .where(and(own, inArray(meetings.id, switched)));
  }
  const [left] = await db.select({ of: count() }).from(meetings).where(own);
  log("template.switched", { templateId, meetings: switched.length });
  const usage = await readUsage(services, actor, templateId);
  return usage.ok ? ok({ switched: switched.length, left: left?.of ?? 0, usage: usage.value.usage }) : usage;
}
