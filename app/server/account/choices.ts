import { eq } from "drizzle-orm";
import type * as z from "zod";
import type { choicesForm } from "#app/contracts/account-changes.ts";
import type { PersonActor } from "#app/domain/account/actor.ts";
import { WAIT_MINUTES_DEFAULT } from "#app/domain/call/waiting.ts";
import type { UserId } from "#app/domain/ids.ts";
import { MAIL_KINDS } from "#app/domain/mail/mail-kinds.ts";
import { ok, type Outcome, refused } from "#app/domain/outcome.ts";
import { users } from "#app/server/db/schema-account.ts";
import { saveMailPreferences } from "#app/server/account/mail-preferences.ts";
import type { Services } from "#app/server/services.ts";
import { defaultTemplate, isTemplateChosen, teamTemplate } from "#app/server/workspace/team-defaults.ts";
import { saveDefaultTemplate } from "#app/server/templates/choose-template.ts";

/** A person's choices in the settings, for all their browsers. */

type Needs = Pick<Services, "db" | "now">;

export type Choices = {
  /** That of the person, or else of their team; null is Basic system. */
  templateId: string | null;
  /** The default template of their team: its id, and whether it applies because the person has not chosen. */
  teamTemplate?: { id: string; isUsed: boolean };
  /** The chosen time zone; null: that of each browser. */
  zone: string | null;
  waitMinutes: number;
  recordsPicture: boolean;
};

/** Template, time zone, waiting time and picture. The mails are in `readMailSettings`. */
export async function readChoices({ db }: Pick<Services, "db">, userId: UserId): Promise<Choices> {
  const [row] = await db
    .select({
      templateId: defaultTemplate,
      ofTeam: teamTemplate,
      isTemplateChosen,
      zone: users.timeZone,
      isZoneChosen: users.timeZoneChosen,
      waitMinutes: users.waitMinutes,
      recordsPicture: users.recordsPicture,
    })
    .from(users)
    .where(eq(users.id, userId));
  const standard = row?.ofTeam ? { teamTemplate: { id: row.ofTeam, isUsed: row.isTemplateChosen !== 1 } } : {};
  return {
    templateId: row?.templateId ?? null,
    ...standard,
    zone: row?.isZoneChosen ? row.zone : null,
    waitMinutes: row?.waitMinutes ?? WAIT_MINUTES_DEFAULT,
    recordsPicture: row?.recordsPicture ?? true,
  };
}

/** Stores what the form holds. A template that the person does not have changes nothing. */
export async function saveChoices(
  { db, now }: Needs,
  actor: PersonActor,
  chosen: z.output<typeof choicesForm>,
): Promise<Outcome<null, "template-not-found">> {
  const { templateId, zone, waitMinutes, picture } = chosen;
  const { userId } = actor;
  if (templateId !== undefined && !(await saveDefaultTemplate({ db }, actor, templateId))) {
    return refused("template-not-found");
  }
  const columns = {
    ...(zone === undefined ? {} : { timeZoneChosen: zone !== null }),
    // Without a choice the stored zone stays until a browser says another.
    ...(typeof zone === "string" ? { timeZone: zone } : {}),
    ...(waitMinutes === undefined ? {} : { waitMinutes }),
    ...(picture === undefined ? {} : { recordsPicture: picture === "on" }),
  };
  if (Object.keys(columns).length > 0) await db.update(users).set(columns).where(eq(users.id, userId));
  const mails = MAIL_KINDS.flatMap((kind) => (chosen[kind] === undefined ? [] : [[kind, chosen[kind] === "on"]]));
  await saveMailPreferences({ db, now }, userId, Object.fromEntries(mails));
  return ok(null);
}
