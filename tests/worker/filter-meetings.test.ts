import { env } from "cloudflare:workers";
import { beforeAll, expect, test } from "vitest";
import { newUserId } from "#app/domain/ids.ts";
import { cursorOfMonth, titleKeyOf, type ListFilters, parseListFilters } from "#app/domain/meeting/list.ts";
import { MEETING_STATUSES, statusGroup } from "#app/domain/meeting/status.ts";
import { openDatabase } from "#app/server/db/database.ts";
import { filterMeetings } from "#app/server/meetings/filter-meetings.ts";
import { LIST_STATE_ROWS } from "#tests/support/read-lists.ts";
import { countedDatabase } from "#tests/support/counted-database.ts";
import { call } from "#tests/support/api.ts";
import { sessionActor } from "#tests/support/session-actor.ts";
import { signIn } from "#tests/support/sign-in.ts";
import { listsOf } from "#workers/compose/objects.ts";
import { workerEnv } from "#tests/support/worker-env.ts";

/** The list of History over a person's ten thousand meetings, in real D1. */
const DAY_MS = 86_400_000;
const MEETINGS = 10_000;
const PAGE = 50;
/** The first and last meeting, for the months. */
const END_ROWS = 2;
/** The counts: a row for each of the five groups, and one for the meetings in work. */
const COUNT_ROWS = 6 + END_ROWS;
/** Whether anything is shown to the person by others: their address. */
const SHARED_ROWS = 1;
const TEMPLATE = "t".repeat(24);
const ownerId = newUserId();
const actor = sessionActor(ownerId);
const { services, rowsRead } = countedDatabase();

type Made = {
  id: string;
  title: string;
  titleKey: string;
  startsAt: number;
  status: string;
  role: string;
  language: string;
  source: string;
  platform: string | null;
  templateId: string | null;
  person: string;
};

/** Every value of every filter is there; one in 7 or so has it. */
const MADE: readonly Made[] = Array.from({ length: MEETINGS }, (_, index) => {
  const title = `${["Ávila", "budget", "Clinic", "Žalgiris", "desk 2"][index % 5]} ${(index * 7919) % 4999}`;
  const isCall = index % 3 > 0;
  return {
    id: `${"0".repeat(18)}${String(index).padStart(6, "0")}`,
    title,
    titleKey: titleKeyOf(title),
    // Two begin at the same moment.
    startsAt: Date.UTC(2020, 0, 1) + Math.floor(index / 2) * (DAY_MS / 4),
    status: MEETING_STATUSES[index % MEETING_STATUSES.length] ?? "",
    role: index % 11 === 0 ? "guest" : "organizer",
    language: ["es", "en", "fr", "ca"][((index * 31) % 7) % 4] ?? "es",
    source: isCall ? "invite" : "upload",
    platform: isCall ? (["meet", "teams", "zoom"][(index % 7) % 3] ?? null) : null,
    templateId: index % 5 === 0 ? TEMPLATE : null,
    person: index % 13 === 0 ? "Aina Bosch" : "Jonas Vidal",
  };
});

beforeAll(async () => {
  for (let from = 0; from < MEETINGS; from += 1000) {
    const json = JSON.stringify(MADE.slice(from, from + 1000));
    await env.DB.batch([
      env.DB.prepare(
        `INSERT INTO meetings (id, workspace_id, created_by, role, title, title_key, starts_at, time_zone, language, template_id,
           source, platform, status, people, sequence, created_at, updated_at)
         SELECT value ->> 'id', ?1, ?1, value ->> 'role', value ->> 'title', value ->> 'titleKey', value ->> 'startsAt', 'UTC',
           value ->> 'language', value ->> 'templateId', value ->> 'source', value ->> 'platform', value ->> 'status', json_array(json_array(lower(value ->> 'person'), value ->> 'person')), 1, 1, 1
         FROM json_each(?2)`,
      ).bind(ownerId, json),
    ]);
  }
  // Lists that are read for the first time take all rows of D1.
  await list({});
  await rowsRead();
});

const NOTHING = parseListFilters(new URLSearchParams());
const list = (filters: Partial<ListFilters>, at: { older?: string | null; newer?: string | null } = {}) =>
  filterMeetings(services, actor, {
    filters: { ...NOTHING, ...filters },
    limit: PAGE,
    timeZone: "UTC",
    older: at.older ?? null,
    newer: at.newer ?? null,
  });

const byDate = (one: Made, other: Made) => other.startsAt - one.startsAt || (other.id < one.id ? -1 : 1);
const byTitle = (one: Made, other: Made) =>
  one.titleKey === other.titleKey ? (one.id < other.id ? -1 : 1) : one.titleKey < other.titleKey ? -1 : 1;

const FILTERS: readonly [name: string, filters: Partial<ListFilters>, has: (made: Made) => boolean][] = [
  ["no filter", {}, () => true],
  ["completed", { group: "completed" }, ({ status }) => status === "SUMMARIZED"],
  ["error", { group: "error" }, ({ status }) => status.startsWith("ERROR_")],
  ["initiating", { group: "initiating" }, ({ status }) => status === "SCHEDULE" || status === "TORECORD"],
  ["rejected", { group: "rejected" }, ({ status }) => status === "REJECTED"],
  ["skipped", { group: "skipped" }, ({ status }) => status === "SKIPPED_SUMMARY"],
  ["role", { role: "organizer" }, ({ role }) => role === "organizer"],
  ["language", { language: "ca" }, ({ language }) => language === "ca"],
  ["uploads", { from: "upload" }, ({ source }) => source === "upload"],
  ["calls", { from: "call" }, ({ source }) => source !== "upload"],
  ["platform", { from: "zoom" }, ({ platform }) => platform === "zoom"],
  ["template", { template: TEMPLATE }, ({ templateId }) => templateId === TEMPLATE],
  ["Basic system", { template: "system" }, ({ templateId }) => templateId === null],
  ["person", { person: "aina bosch" }, ({ person }) => person === "Aina Bosch"],
];
const CASES = FILTERS.flatMap(([name, filters, has]) => [
  { name, sort: "date" as const, filters, has },
  { name, sort: "title" as const, filters, has },
]);

test.each(CASES)("$name by $sort: the right meetings in their order, and few rows read on every page", async (the) => {
  const expected = MADE.filter(the.has).toSorted(the.sort === "title" ? byTitle : byDate);
  expect(expected.length).toBeGreaterThan(PAGE);
  const filters = { ...the.filters, sort: the.sort };
  const first = await list(filters);
  const costs = [await rowsRead()];
  expect(first.meetings.map(({ id }) => id)).toEqual(expected.slice(0, PAGE).map(({ id }) => id));
  expect(first.newer).toBeNull();
  // Page 100 of all, or the last one that is full.
  const far = Math.min(100, Math.floor(expected.length / PAGE) - 1) * PAGE;
  const before = expected[far - 1];
  const cursor = the.sort === "title" ? `${before?.id}.${before?.titleKey}` : `${before?.startsAt}.${before?.id}`;
  const page = await list(filters, { older: cursor });
  costs.push(await rowsRead());
  expect(page.meetings.map(({ id }) => id)).toEqual(expected.slice(far, far + PAGE).map(({ id }) => id));
  const back = await list(filters, { newer: page.newer });
  costs.push(await rowsRead());
  expect(back.meetings.map(({ id }) => id)).toEqual(expected.slice(far - PAGE, far).map(({ id }) => id));
  // A page and the first row of the next; a person's meetings are two rows each.
  const firstPage =
    (PAGE + 1) * (the.filters.person === undefined ? 1 : 2) + COUNT_ROWS + SHARED_ROWS + LIST_STATE_ROWS;
  expect(costs[0]).toBe(firstPage);
  // And the row of the cursor: the rows before a page are never read, however many they are.
  expect(Math.max(...costs)).toBeLessThanOrEqual(firstPage + 1);
});

test("a list of fifty meetings reads as many rows as a page of fifty out of ten thousand, but for the counts", async () => {
  const fewId = newUserId();
  await env.DB.prepare(
    `INSERT INTO meetings (id, workspace_id, created_by, title, starts_at, time_zone, language, source, status, sequence, created_at, updated_at)
     SELECT ?1 || '-' || value, ?1, ?1, 'One', value, 'UTC', 'en', 'upload', ?2, 1, 1, 1 FROM json_each(?3)`,
  )
    .bind(fewId, "SUMMARIZED", JSON.stringify(Array.from({ length: PAGE }, (_, index) => index)))
    .run();
  const asked = { filters: NOTHING, limit: PAGE, timeZone: "UTC", older: null, newer: null };
  await filterMeetings(services, sessionActor(fewId), asked);
  await rowsRead();
  const page = await filterMeetings(services, sessionActor(fewId), asked);
  expect(page).toMatchObject({ older: null, newer: null, counts: { all: PAGE } });
  // They are all of one group; the row that ends the walk is another person's, where one comes next in the index.
  const read = await rowsRead();
  expect(read).toBeGreaterThanOrEqual(PAGE + 1 + END_ROWS);
  expect(read).toBeLessThanOrEqual(PAGE + 2 + END_ROWS + SHARED_ROWS + LIST_STATE_ROWS);
});

test("a range of days reads the rows that it shows and the one that ends it", async () => {
  const { meetings } = await list({ after: "2021-03-01", before: "2021-03-03" });
  // A row ends the walk at either side; whether D1 counts the far one depends on whose it is.
  const read = await rowsRead();
  expect(read).toBeGreaterThanOrEqual(meetings.length + COUNT_ROWS);
  expect(read).toBeLessThanOrEqual(meetings.length + 2 + COUNT_ROWS + SHARED_ROWS + LIST_STATE_ROWS);
  const within = ({ startsAt }: Made) => startsAt >= Date.UTC(2021, 2, 1) && startsAt < Date.UTC(2021, 2, 3);
  expect(meetings.map(({ id }) => id)).toEqual(
    MADE.filter(within)
      .toSorted(byDate)
      .map(({ id }) => id),
  );
});

test("several filters narrow together", async () => {
  const { meetings } = await list({ group: "completed", language: "es", from: "call", person: "jonas vidal" });
  const has = (made: Made) =>
    made.status === "SUMMARIZED" && made.language === "es" && made.source !== "upload" && made.person === "Jonas Vidal";
  expect(meetings.map(({ id }) => id)).toEqual(
    MADE.filter(has)
      .toSorted(byDate)
      .slice(0, PAGE)
      .map(({ id }) => id),
  );
});

/** The groups as the rules count them; those in work are in none. */
test.each(["date", "title"] as const)("one's own meetings as a guest are paged by %s, and back", async (sort) => {
  const expected = MADE.filter(({ role }) => role === "guest")
    .toSorted(sort === "title" ? byTitle : byDate)
    .map(({ id }) => id);
  const first = await list({ role: "guest", sort });
  const second = await list({ role: "guest", sort }, { older: first.older });
  const back = await list({ role: "guest", sort }, { newer: second.newer });
  const ids = (page: typeof first) => page.meetings.map(({ id }) => id);
  expect(ids(first)).toEqual(expected.slice(0, PAGE));
  expect(ids(second)).toEqual(expected.slice(PAGE, 2 * PAGE));
  expect(ids(back)).toEqual(ids(first));
});

function countsOf(statuses: readonly string[]) {
  const of = (group: string) => statuses.filter((status) => statusGroup(status as "REJECTED") === group).length;
  return {
    all: statuses.length,
    completed: of("completed"),
    error: of("error"),
    initiating: of("initiating"),
    rejected: of("rejected"),
    skipped: of("skipped"),
    working: of("working"),
  };
}

test("the counts follow every change of a status, and deletions", async () => {
  expect((await list({})).counts).toEqual(countsOf(MADE.map(({ status }) => status)));
  const otherId = newUserId();
  const db = { db: openDatabase(env.DB), lists: listsOf(workerEnv) };
  const asked = { filters: NOTHING, limit: PAGE, timeZone: "UTC", older: null, newer: null };
  const counts = async () => (await filterMeetings(db, sessionActor(otherId), asked)).counts;
  expect(await counts()).toEqual(countsOf([]));
  for (const [index, status] of MEETING_STATUSES.entries()) {
    await env.DB.prepare(
      `INSERT INTO meetings (id, workspace_id, created_by, title, starts_at, time_zone, language, source, status, sequence, created_at, updated_at)
       VALUES (?1, ?2, ?2, 'One', 1, 'UTC', 'en', 'upload', ?3, 1, 1, 1)`,
    )
      .bind(`${otherId}-${index}`, otherId, status)
      .run();
  }
  expect(await counts()).toEqual(countsOf(MEETING_STATUSES));
  await env.DB.prepare("UPDATE meetings SET status = 'SUMMARIZED' WHERE created_by = ?").bind(otherId).run();
  expect(await counts()).toEqual(countsOf(MEETING_STATUSES.map(() => "SUMMARIZED")));
  await env.DB.prepare("UPDATE meetings SET status = '', deleted_at = 5 WHERE id = ?").bind(`${otherId}-0`).run();
  await env.DB.prepare("UPDATE meetings SET deleted_at = 6 WHERE id = ?").bind(`${otherId}-0`).run();
  await env.DB.prepare("DELETE FROM meetings WHERE id = ?").bind(`${otherId}-0`).run();
  await env.DB.prepare("DELETE FROM meetings WHERE id = ?").bind(`${otherId}-1`).run();
  expect(await counts()).toEqual(countsOf(MEETING_STATUSES.slice(2).map(() => "SUMMARIZED")));
});

test("the total length follows every meeting of the person", async () => {
  const ownerId = newUserId();
  const asked = { filters: NOTHING, limit: PAGE, timeZone: "UTC", older: null, newer: null };
  const total = async () =>
    (await filterMeetings({ db: openDatabase(env.DB), lists: listsOf(workerEnv) }, sessionActor(ownerId), asked))
      .durationMs;
  const change = (sql: string, ...values: unknown[]) =>
    env.DB.prepare(sql)
      .bind(...values)
      .run();
  expect(await total()).toBe(0);
  for (const [id, durationMs] of [
    ["a", null],
    ["b", 60_000],
    ["c", 3_600_000],
  ]) {
    await change(
      `INSERT INTO meetings (id, workspace_id, created_by, title, starts_at, time_zone, language, source, status, duration_ms, sequence, created_at, updated_at)
       VALUES (?1, ?2, ?2, 'One', 1, 'UTC', 'en', 'upload', 'TRANSCRIBING', ?3, 1, 1, 1)`,
      `${ownerId}-${id}`,
      ownerId,
      durationMs,
    );
  }
  expect(await total()).toBe(3_660_000);
  await change("UPDATE meetings SET duration_ms = 30000 WHERE id = ?", `${ownerId}-a`);
  await change("UPDATE meetings SET status = 'SUMMARIZED', duration_ms = 90000 WHERE id = ?", `${ownerId}-b`);
  expect(await total()).toBe(3_720_000);
  await change("UPDATE meetings SET status = '', deleted_at = 5 WHERE id = ?", `${ownerId}-c`);
  await change("DELETE FROM meetings WHERE id = ?", `${ownerId}-b`);
  expect(await total()).toBe(30_000);
});

test("a month begins with its latest meeting, the page before it with the earliest of later ones, and a long page selects", async () => {
  const filters = parseListFilters(new URLSearchParams());
  const asked = { filters, limit: PAGE, timeZone: "UTC", newer: null };
  const page = await filterMeetings(services, actor, { ...asked, older: cursorOfMonth("2021-03", "UTC") });
  const isoOf = (at: number | undefined | null) => new Date(at ?? 0).toISOString();
  expect(isoOf(page.meetings[0]?.startsAt)).toBe("2021-03-31T18:00:00.000Z");
  const before = await filterMeetings(services, actor, { ...asked, older: null, newer: page.newer });
  expect(isoOf(before.meetings.at(-1)?.startsAt)).toBe("2021-04-01T00:00:00.000Z");
  expect([page.earliestAt, page.latestAt].map(isoOf)).toEqual([
    "2020-01-01T00:00:00.000Z",
    isoOf(MADE.at(-1)?.startsAt),
  ]);
});

test("GET /api/acta/meetings takes its filters from the address, and ignores what it does not know", async () => {
  const { cookie } = await signIn();
  const answer = await call("/api/acta/meetings?group=running&language=xx&after=soon&sort=size&older=1", { cookie });
  expect(await answer.json()).toEqual({
    meetings: [],
    hasShared: false,
    hasArchived: false,
    newer: null,
    older: null,
    counts: countsOf([]),
    durationMs: 0,
    earliestAt: null,
    latestAt: null,
  });
  expect((await call("/api/acta/meetings")).status).toBe(401);
});
