import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { CALENDAR_DUE_MAX, CALENDAR_NET_MS } from "#app/domain/limits/calendars.ts";
import { openDatabase } from "#app/server/db/database.ts";
import { sweepListChanges } from "#app/server/workspace/take-list-changes.ts";
import { seedManyMeetings } from "#tests/support/many-meetings.ts";
import { costsOf } from "#tests/support/request-costs.ts";
import { signIn } from "#tests/support/sign-in.ts";
import { workerEnv } from "#tests/support/worker-env.ts";
import { composeServices } from "#workers/compose.ts";
import { joinCalendars } from "#workers/cron/join-calendars.ts";
import { sweep } from "#workers/cron/sweep.ts";

/** Counts of what the sweep reads, and of what a minute hands over. */

const services = () => ({ ...composeServices(workerEnv, () => undefined), log: () => undefined });

test("a sweep with nothing to do reads as many rows among 5,000 meetings as among few", async () => {
  const { userId } = await signIn();
  await seedManyMeetings(userId, 20, "few-");
  while ((await sweepListChanges(services())) > 0);
  await sweep(services());
  const few = await costsOf(() => sweep(services()));
  await seedManyMeetings(userId, 5000, "many-");
  // As if all of them were shown to the team or had been shown to somebody.
  await env.DB.batch([
    env.DB.prepare(
      `insert into meeting_visibility (meet_id, visibility, changed_by, changed_at)
       select id, 'named', created_by, 1 from meetings where created_by = ?`,
    ).bind(userId),
    env.DB.prepare(
      `insert into meeting_guests (meet_id, email, added_at, told_at, starts_at, title_key)
       select id, 'nora@example.test', ?, 1, starts_at, title_key from meetings where created_by = ?`,
    ).bind(Date.now(), userId),
    // A month of claims: uploads whose bytes were accepted.
    env.DB.prepare(
      `insert into meeting_claims (workspace_id, created_by, key, meet_id, recording_id, created_at)
       select workspace_id, created_by, id, id, id, ? from meetings where created_by = ?`,
    ).bind(Date.now(), userId),
  ]);
  // Changes that lists have to take are work.
  while ((await sweepListChanges(services())) > 0);
  const many = await costsOf(() => sweep(services()));
  expect(many.trips).toBe(few.trips);
  expect(many.rows).toBeLessThanOrEqual(few.rows + 20);
});

test("more accounts of one minute than a page are woken in the same minute, each once", async () => {
  const now = Date.now();
  const accounts = CALENDAR_DUE_MAX * 2 + 7;
  await env.DB.prepare(
    `with recursive n(i) as (select 0 union all select i + 1 from n where i + 1 < ${accounts})
     insert into calendar_accounts (id, user_id, workspace_id, provider, subject, name, state, next_sync_at, created_at, join_at)
     select 'due-' || i, 'u' || i, 'u' || i, 'google', i, '', 'ok', ?1, 0, ?1 - ?2 from n`,
  )
    .bind(now, CALENDAR_NET_MS)
    .run();
  const woken: string[] = [];
  const of = (accountId: string) => ({
    handOver: async () => {
      woken.push(accountId);
      return 1;
    },
  });
  const needs = { ...services(), db: openDatabase(env.DB), now: () => now };
  const answer = await joinCalendars({ ...needs, calendarAccounts: { ...needs.calendarAccounts, of: of as never } });
  expect(answer).toEqual({ due: accounts, handed: accounts });
  expect(new Set(woken).size).toBe(accounts);
});
