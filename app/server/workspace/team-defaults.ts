import { eq, sql } from "drizzle-orm";
import type { TeamDefaultsChange } from "#app/contracts/team-changes.ts";
import type { TeamAnswer } from "#app/contracts/teams.ts";
import { type Locale } from "#app/domain/languages.ts";
import { parseMeetingLanguage } from "#app/domain/meeting-languages.ts";
import { predefinedTemplate } from "#app/domain/template/predefined/predefined.ts";
import { PREDEFINED_IDS } from "#app/domain/template/predefined/ids.ts";
import type { Database } from "#app/server/db/database.ts";
import { members, users } from "#app/server/db/schema-account.ts";
import { teams, visibilityDefaults } from "#app/server/db/schema-teams.ts";
import { templates } from "#app/server/db/schema-templates.ts";

/**
 * The defaults of new meetings of a team's members: template, language and visibility. They are read where a person has made no choice of
 * their own, so that a choice wins and nothing is copied to members.
 */

/** Of the team of a row of `users`. Part of a statement. */
const ofTeam = (column: string) => sql<string | null>`(select team.${sql.raw(column)} from members as mine
  join teams as team on team.workspace_id = mine.workspace_id
  where mine.user_id = ${users.id} and team.activated_at is not null limit 1)`;

export const teamTemplate = ofTeam("default_template_id");
export const teamLanguage = ofTeam("default_language");

export const isTemplateChosen = sql<number>`(${users.defaultTemplateChosen} = 1 or ${users.defaultTemplateId} is not null)`;

/** The default template of a row of `users`: the person's choice, or else that of their team. Null is Basic system. */
export const defaultTemplate = sql<
  string | null
>`case when ${isTemplateChosen} then ${users.defaultTemplateId} else ${teamTemplate} end`;

/** The id of a person's default template; null is Basic system. */
export async function readDefaultTemplate(db: Database, userId: string): Promise<string | null> {
  const [row] = await db.select({ templateId: defaultTemplate }).from(users).where(eq(users.id, userId));
  return row?.templateId ?? null;
}

type Defaults = NonNullable<TeamAnswer["team"]>["defaults"];
type Stored = { defaultTemplateId: string | null; defaultLanguage: string | null; defaultVisibility: string | null };

/** The templates that a team can have as its default: predefined ones in the reader's language, and its own. */
export async function listTeamTemplates(
  db: Database,
  teamId: string,
  locale: Locale,
): Promise<{ id: string; name: string }[]> {
  const own = await db
    .select({ id: templates.id, name: templates.name })
    .from(templates)
    .where(eq(templates.workspaceId, teamId))
    .orderBy(templates.name);
  const predefined = PREDEFINED_IDS.flatMap((id) => predefinedTemplate(id, locale) ?? []);
  return [...own, ...predefined.flatMap(({ id, name }) => (id === null ? [] : [{ id, name }]))];
}

/** As pages show them: with the template's name. */
export function showDefaults(stored: Stored, offered: readonly { id: string; name: string }[]): Defaults {
  return {
    template: offered.find(({ id }) => id === stored.defaultTemplateId) ?? null,
    language: parseMeetingLanguage(stored.defaultLanguage),
    visibility: parseTeamVisibility(stored.defaultVisibility),
  };
}

export function parseTeamVisibility(text: string | null | undefined): Defaults["visibility"] {
  return text === "private" || text === "team" ? text : null;
}

/**
 * Changes them; false where the team has no such template. Meetings of somebody who joined while they were private stay private until they choose
 * otherwise: nobody's meetings are shown to others by a change that they were not told of. Whoever joins later is told on the join page.
 */
export async function saveTeamDefaults(
  db: Database,
  { teamId, userId, defaults }: { teamId: string; userId: string; defaults: TeamDefaultsChange },
): Promise<boolean> {
  const { templateId, language, visibility } = defaults;
  const isPredefined = templateId === null || predefinedTemplate(templateId, "en") !== null;
  const isTheirs = sql`exists (select 1 from ${templates} where ${templates.id} = ${templateId} and ${templates.workspaceId} = ${teamId})`;
  const may = isPredefined ? sql`1` : isTheirs;
  const [, written] = await db.batch([
    db
      .insert(visibilityDefaults)
      .select(
        sql`select ${members.userId}, 'private', '[]' from ${members} join ${teams} on ${teams.workspaceId} = ${members.workspaceId}
          where ${members.workspaceId} = ${teamId} and ${members.userId} <> ${userId} and ${visibility ?? ""} = 'team'
          and ${teams.defaultVisibility} is not 'team' and ${may}`,
      )
      .onConflictDoNothing(),
    db
      .update(teams)
      .set({ defaultTemplateId: templateId, defaultLanguage: language, defaultVisibility: visibility })
      .where(sql`${teams.workspaceId} = ${teamId} and ${may}`)
      .returning({ id: teams.workspaceId }),
  ]);
  return written.length > 0;
}
