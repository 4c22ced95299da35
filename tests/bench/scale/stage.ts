import { env } from "cloudflare:workers";
import { newUserId, personalWorkspaceOf } from "#app/domain/ids.ts";
import { fillIndex } from "#tests/support/fill-index.ts";
import { makeTeam } from "#tests/support/make-team.ts";
import { seedManyMeetings } from "#tests/support/many-meetings.ts";
import { signIn } from "#tests/support/sign-in.ts";

/** The people of the measurement: one with 10,000 meetings, a team of 50 whose others show 9,800, and 1,000 accounts beside them. */
export const STAGE = { own: 10_000, team: 50, shared: 9800, accounts: 1000 } as const;

const numbers = (count: number) =>
  `with recursive n(n) as (select 0 union all select n + 1 from n where n + 1 < ${count})`;

export async function seedStage() {
  const many = await signIn({ plan: "pro" });
  await seedManyMeetings(many.userId, STAGE.own, "own-");
  const others = Array.from({ length: STAGE.team - 1 }, () => newUserId());
  await seedAccounts(others);
  await seedAccounts(Array.from({ length: STAGE.accounts }, () => newUserId()));
  const member = await signIn({ plan: "pro" });
  const teamId = await makeTeam({
    owner: { userId: others[0] ?? member.userId },
    others: [member, ...others.slice(1).map((userId) => ({ userId }))],
    seats: STAGE.team,
  });
  for (const [index, userId] of others.entries()) {
    await seedManyMeetings(userId, STAGE.shared / others.length, `shared-${index}-`);
  }
  await env.DB.prepare(
    `insert into meeting_visibility (meet_id, visibility, team_id, changed_by, changed_at)
     select id, 'team', ?, created_by, 1 from meetings where id like 'shared-%'`,
  )
    .bind(teamId)
    .run();
  // These meetings have no objects: their team's index is filled by hand.
  await env.DB.prepare("delete from team_index_changes where team_id = ?").bind(teamId).run();
  const shared = await env.DB.prepare(
    `select id, created_by as owner, starts_at as startsAt from meetings where id like 'shared-%'`,
  ).all<{ id: string; owner: string; startsAt: number }>();
  await fillIndex(teamId, shared.results);
  return { many, member };
}

/** Each with its personal workspace, written by two statements. */
async function seedAccounts(userIds: readonly string[]): Promise<void> {
  const people = userIds.map((userId, index) => ({
    id: userId,
    workspace: personalWorkspaceOf(userId as never),
    index,
  }));
  await env.DB.batch([
    env.DB.prepare(
      `insert into users (id, name, email, email_verified, terms_accepted_at, created_at, onboarded_at)
       ${numbers(people.length)} select json_extract(?1, '$[' || n || '].id'), 'Person ' || n,
         'person-' || json_extract(?1, '$[' || n || '].id') || '@example.test', 1, 1, 1, 1 from n`,
    ).bind(JSON.stringify(people)),
    env.DB.prepare(
      `insert into workspaces (id, kind, created_at)
       ${numbers(people.length)} select json_extract(?1, '$[' || n || '].workspace'), 'personal', 1 from n`,
    ).bind(JSON.stringify(people)),
  ]);
}
