import { env } from "cloudflare:workers";
import { randomId } from "#app/domain/ids.ts";
import { openDatabase } from "#app/server/db/database.ts";
import { members, workspaces } from "#app/server/db/schema-account.ts";
import { planHolds } from "#app/server/db/schema-billing.ts";
import { teams } from "#app/server/db/schema-teams.ts";

type Person = { userId: string };

/** For worker tests: a team that is paid for, with its first administrator and other members in the order in which they joined. */
export async function makeTeam({
  owner,
  others = [],
  seats = 5,
}: {
  owner: Person;
  others?: Person[];
  seats?: number;
}) {
  const db = openDatabase(env.DB);
  const teamId = randomId();
  await db.batch([
    db.insert(workspaces).values({ id: teamId, kind: "team", createdAt: 1 }),
    db.insert(teams).values({ workspaceId: teamId, name: "Agenda Clara", createdAt: 1, activatedAt: 1 }),
    db
      .insert(planHolds)
      .values({ id: `${teamId}-plan`, workspaceId: teamId, source: "operator", plan: "team", seats, startsAt: 1 }),
    ...[owner, ...others].map(({ userId }, index) =>
      db
        .insert(members)
        .values({ workspaceId: teamId, userId, role: index === 0 ? "owner" : "member", joinedAt: index + 1 }),
    ),
  ]);
  return teamId;
}
