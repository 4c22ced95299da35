import { and, eq } from "drizzle-orm";
import type { PersonActor } from "#app/domain/account/actor.ts";
import type { Database } from "#app/server/db/database.ts";
import { members, workspaces } from "#app/server/db/schema-account.ts";

/** §6: the workspace if the person manages its subscription; null also where it does not exist. */
export async function administered(
  db: Database,
  { userId, workspaceId: personal }: Pick<PersonActor, "userId" | "workspaceId">,
  asked: string | undefined,
): Promise<{ workspaceId: string; isTeam: boolean } | null> {
  const [row] = await db
    .select({ id: workspaces.id, kind: workspaces.kind })
    .from(members)
    .innerJoin(workspaces, eq(workspaces.id, members.workspaceId))
    .where(and(eq(members.userId, userId), eq(members.role, "owner"), eq(workspaces.id, asked ?? personal)));
  return row ? { workspaceId: row.id, isTeam: row.kind === "team" } : null;
}
