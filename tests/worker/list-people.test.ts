import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import type { PeopleList } from "#app/contracts/meeting/lists.ts";
import { newUserId } from "#app/domain/ids.ts";
import { parseListFilters } from "#app/domain/meeting/list.ts";
import { listWithNames } from "#app/server/meetings/filter-meetings.ts";
import { listPeople } from "#app/server/meetings/list-people.ts";
import { call } from "#tests/support/api.ts";
import { LIST_STATE_ROWS } from "#tests/support/read-lists.ts";
import { countedDatabase } from "#tests/support/counted-database.ts";
import { sessionActor } from "#tests/support/session-actor.ts";
import { signIn } from "#tests/support/sign-in.ts";

/** The people of History's filter, in real D1. */
type Made = { meetId: string; key: string; name: string; startsAt: number };

async function insert(ownerId: string, made: readonly Made[]): Promise<void> {
  await env.DB.prepare(
    `INSERT INTO meetings (id, workspace_id, created_by, title, starts_at, time_zone, language, source, status, people, sequence, created_at, updated_at)
     SELECT value ->> 'meetId', ?1, ?1, 'Desk', value ->> 'startsAt', 'UTC', 'en', 'upload', 'SUMMARIZED',
       json_group_array(json_array(value ->> 'key', value ->> 'name') ORDER BY value ->> 'key'), 1, 1, 1
     FROM json_each(?2) GROUP BY value ->> 'meetId'`,
  )
    .bind(ownerId, JSON.stringify(made))
    .run();
}

/** Rows that D1 counts for one person: the walk's step, the recursion's own row, and the name. */
const ROWS_EACH = 3;
const PAGE = 100;

test("people come once each, by name, page by page, and their meetings are not read", async () => {
  const ownerId = newUserId();
  const keys = Array.from({ length: 250 }, (_, index) => `person ${String(index).padStart(3, "0")}`);
  const made = keys.flatMap((key, person) =>
    Array.from({ length: 20 }, (_, meeting) => ({
      meetId: `${ownerId}-${person}-${meeting}`,
      key,
      name: `${key} ${meeting}`,
      startsAt: meeting,
    })),
  );
  await insert(ownerId, made);
  await insert(newUserId(), [{ meetId: `other-${ownerId}`, key: "person 000a", name: "Another's", startsAt: 1 }]);
  const { services, rowsRead } = countedDatabase();
  // Lists that are read for the first time take all rows of D1.
  await listPeople(services, sessionActor(ownerId), { limit: 1, after: "" });
  await rowsRead();
  const seen: PeopleList["people"] = [];
  const sizes: number[] = [];
  let after: string | null = "";
  while (after !== null) {
    const page: PeopleList = await listPeople(services, sessionActor(ownerId), { limit: PAGE, after });
    // One step more: to the first person of the next page, or past the last, where the next row is another's. Twenty meetings of each
    // add nothing.
    expect(await rowsRead()).toBeLessThanOrEqual(ROWS_EACH * (page.people.length + 1) + 1 + LIST_STATE_ROWS);
    seen.push(...page.people);
    sizes.push(page.people.length);
    after = page.next;
  }
  // The spelling of the latest meeting.
  expect(seen).toEqual(keys.map((key) => ({ key, name: `${key} 19` })));
  expect(sizes).toEqual([100, 100, 50]);
});

test("a page of History has the names of the people of its meetings, and of no others", async () => {
  const ownerId = newUserId();
  const id = (meeting: number) => `${ownerId}-${meeting}`;
  const made = Array.from({ length: 5 }, (_, meeting) =>
    ["theo", "aina"].map((key) => ({ meetId: id(meeting), key, name: key.toUpperCase(), startsAt: meeting })),
  );
  await insert(ownerId, made.flat());
  const otherId = newUserId();
  await insert(otherId, [{ meetId: `${otherId}-0`, key: "nora", name: "Nora", startsAt: 1 }]);
  const { services } = countedDatabase();
  const filters = parseListFilters(new URLSearchParams());
  const asked = { filters, limit: 2, timeZone: "UTC", older: null, newer: null };
  const { page, names } = await listWithNames(services, sessionActor(ownerId), asked);
  expect(page.meetings.map((meeting) => meeting.id)).toEqual([id(4), id(3)]);
  expect(names).toEqual({ [id(4)]: ["AINA", "THEO"], [id(3)]: ["AINA", "THEO"] });
});

test("GET /api/acta/people answers the person who is signed in, and nobody else", async () => {
  const { cookie, userId } = await signIn();
  expect(await (await call("/api/acta/people", { cookie })).json()).toEqual({ people: [], next: null });
  await insert(userId, [
    { meetId: "m1", key: "aina bosch", name: "Aina Bosch", startsAt: 1 },
    { meetId: "m1", key: "theo muller", name: "Théo Müller", startsAt: 1 },
  ]);
  expect(await (await call("/api/acta/people", { cookie })).json()).toEqual({
    people: [
      { key: "aina bosch", name: "Aina Bosch" },
      { key: "theo muller", name: "Théo Müller" },
    ],
    next: null,
  });
  const later = await call(`/api/acta/people?after=${encodeURIComponent("Aina Bosch")}`, { cookie });
  expect(await later.json()).toMatchObject({ people: [{ key: "theo muller" }] });
  expect((await call("/api/acta/people")).status).toBe(401);
});
