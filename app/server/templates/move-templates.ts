import { and, eq, sql } from "drizzle-orm";
import type { Database } from "#app/server/db/database.ts";
import { users } from "#app/server/db/schema-account.ts";
import { teams } from "#app/server/db/schema-teams.ts";
import { templates, templateShares, templateVersions } from "#app/server/db/schema-templates.ts";
import { ofManagedTeam, type TemplateActor } from "#app/server/templates/stored-template.ts";

/**
 * Templates of a team when somebody leaves it or it ends. They are rows of D1 only, so that all of it is part of the statement that ends the
 * membership. Minutes keep the snapshot of their template whatever happens here.
 */

/** The templates of a team, as a list for `in`. */
const ofTeam = (teamId: string) => sql`(select owned.id from templates as owned where owned.workspace_id = ${teamId})`;

type Leaving = { teamId: string; userId: string; copies: boolean; at: number; where: ReturnType<typeof sql> };

/**
 * A team keeps its templates. Their creator gets a copy, which also takes the place of a default; for anybody else the default is gone.
 * `copies`: false where the account is being deleted; then the team's first administrator takes the creator's place.
 */
export function templatesOfLeaver(db: Database, { teamId, userId, copies, at, where }: Leaving) {
  const made = sql`${templates.workspaceId} = ${teamId} and ${templates.createdBy} = ${userId} and ${where}`;
  const heir = sql`coalesce((select heir.user_id from members as heir where heir.workspace_id = ${teamId}
    order by heir.role = 'owner' desc, heir.joined_at limit 1), ${userId})`;
  return [
    // The columns in the order of the schema. A second try finds the copy by its key.
    db
      .insert(templates)
      .select(
        sql`select lower(hex(randomblob(12))), ${userId}, ${userId}, 'left:' || ${templates.id}, ${templates.name}, ${templates.description},
          ${templates.fields}, 1, 'duplicate', ${at}, ${at}, ${userId}
        from ${templates} where ${made} and ${copies ? 1 : 0}`,
      )
      .onConflictDoNothing(),
    db
      .insert(templateVersions)
      .select(
        sql`select ${templates.id}, 1, ${templates.name}, ${templates.description}, ${templates.fields}, 'created', ${at}, ${userId}
        from ${templates} where ${templates.workspaceId} = ${userId} and ${templates.saveId} like 'left:%' and ${templates.version} = 1`,
      )
      .onConflictDoNothing(),
    db
      .update(users)
      .set({
        defaultTemplateId: sql`(select copy.id from templates as copy where copy.workspace_id = ${userId}
          and copy.created_by = ${userId} and copy.save_id = 'left:' || ${users.defaultTemplateId})`,
      })
      .where(sql`${users.id} = ${userId} and ${users.defaultTemplateId} in ${ofTeam(teamId)} and ${where}`),
    db
      .update(templateVersions)
      .set({ changedBy: "" })
      .where(
        sql`${copies ? 0 : 1} and ${templateVersions.changedBy} = ${userId} and ${templateVersions.templateId} in ${ofTeam(teamId)} and ${where}`,
      ),
    db
      .update(templateShares)
      .set({ createdBy: heir })
      .where(
        sql`${copies ? 0 : 1} and ${templateShares.createdBy} = ${userId} and ${templateShares.templateId} in ${ofTeam(teamId)} and ${where}`,
      ),
    db
      .update(templates)
      .set({ createdBy: heir, updatedBy: heir })
      .where(sql`${copies ? 0 : 1} and ${made}`),
  ] as const;
}

/** Templates go back to their creators; to `heir` where the creator's account is gone. */
export function templatesOfEnd(db: Database, { teamId, heir }: { teamId: string; heir: string }) {
  const home = sql`case when exists (select 1 from users where users.id = ${templates.createdBy}) then ${templates.createdBy} else ${heir} end`;
  return {
    defaults: db
      .update(users)
      .set({ defaultTemplateId: null })
      .where(
        sql`${users.defaultTemplateId} in (select owned.id from templates as owned
          where owned.workspace_id = ${teamId} and owned.created_by <> ${users.id})`,
      ),
    teamDefaults: db
      .update(teams)
      .set({ defaultTemplateId: null, defaultLanguage: null, defaultVisibility: null })
      .where(eq(teams.workspaceId, teamId)),
    templates: db
      .update(templates)
      .set({ workspaceId: home, createdBy: home })
      .where(eq(templates.workspaceId, teamId)),
  };
}

/** One template goes back to its creator, by an administrator. Part of a batch; `returned` answers whether there was one. */
export function templateBack(db: Database, actor: TemplateActor, templateId: string) {
  const isTeams = and(eq(templates.id, templateId), ofManagedTeam(actor));
  const held = sql`exists (select 1 from ${templates} where ${isTeams})`;
  return {
    defaults: db
      .update(users)
      .set({ defaultTemplateId: null })
      .where(
        sql`${users.defaultTemplateId} = ${templateId} and ${held}
          and ${users.id} <> (select made.created_by from templates as made where made.id = ${templateId})`,
      ),
    teamDefault: db
      .update(teams)
      .set({ defaultTemplateId: null })
      .where(sql`${teams.defaultTemplateId} = ${templateId} and ${held}`),
    returned: db
      .update(templates)
      .set({ workspaceId: sql`${templates.createdBy}` })
      .where(isTeams)
      .returning({ id: templates.id }),
  };
}

/** The default of a team gets another template, by an administrator; Basic system where the team does not have that one. */
export function changeStandard(
  db: Database,
  { userId }: TemplateActor,
  { templateId, to }: { templateId: string; to: string | null },
) {
  const isOthers = sql`exists (select 1 from ${templates} where ${templates.id} = ${to} and ${templates.workspaceId} <> ${teams.workspaceId})`;
  return db
    .update(teams)
    .set({ defaultTemplateId: sql`case when ${isOthers} then null else ${to} end` })
    .where(
      sql`${teams.defaultTemplateId} = ${templateId} and ${teams.workspaceId} in
        (select mine.workspace_id from members as mine where mine.user_id = ${userId} and mine.role = 'owner')`,
    );
}
