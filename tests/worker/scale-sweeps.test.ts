import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { newUserId, randomId } from "#app/domain/ids.ts";
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
      `insert into meeting_visibility (meet_id, visibility, changed_by, changed_at, starts_at, title_key)
       select id, 'named', created_by, 1, starts_at, title_key from meetings where created_by = ?`,
    ).bind(userId),
    env.DB.prepare(
      `insert into meeting_guests (meet_id, email, added_at, told_at, starts_at, title_key)
       select id, 'nora@example.test', ?, 1, starts_at, title_key from meetings where created_by = ?`,
    ).bind(Date.now(), userId),
  ]);
  // Changes that lists have to take are work.
  while ((await sweepListChanges(services())) > 0);
  const many = await costsOf(() => sweep(services()));
  expect(many.trips).toBe(few.trips);
  expect(many.rows).toBeLessThanOrEqual(few.rows + 20);
});

test("more events of one minute than a page are handed over in the same minute, each once", async () => {
  const now = Date.now();
  const events = CALENDAR_DUE_MAX * 2 + 7;
  const accounts = Array.from({ length: 9 }, () => randomId());
  await env.DB.prepare(
    `with recursive n(i) as (select 0 union all select i + 1 from n where i + 1 < ${events})
     insert into calendar_events (id, account_id, calendar_id, user_id, event_key, title, starts_at, ends_at, is_all_day, is_private,
       is_tentative, is_organiser, joins, reason, join_at)
     select 'due-' || i, json_extract(?1, '$[' || (i % 9) || ']'), 'main', ?2, 'key-' || i, 'Monday', ?3, ?3 + 1, 0, 0, 0, 1, 1, 'organiser', ?3 - ?4 from n`,
  )
    .bind(JSON.stringify(accounts), newUserId(), now, CALENDAR_NET_MS)
    .run();
  const handed: string[] = [];
  const of = (accountId: string) => ({
    handOver: async (ids: string[]) => {
      expect(accounts).toContain(accountId);
      handed.push(...ids);
      return ids.length;
    },
  });
  const needs = { ...services(), db: openDatabase(env.DB), now: () => now };
  const answer = await joinCalendars({ ...needs, calendarAccounts: { ...needs.calendarAccounts, of: of as never } });
  expect(answer).toEqual({ due: events, handed: events });
  expect(new Set(handed).size).toBe(events);
});
