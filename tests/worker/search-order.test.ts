import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { beforeAll, expect, test } from "vitest";
import { type MeetId, newMeetId, newUserId } from "#app/domain/ids.ts";
import {
  SEARCH_PAGE_MEETINGS,
  SEARCH_PART_CHARS,
  SEARCH_READ_MEETINGS_MAX,
  SEARCH_READ_ROWS_MAX,
} from "#app/domain/limits/search.ts";
import { SEARCHED_NAMED_MAX } from "#app/domain/limits/teams.ts";
import { HOUR_MS } from "#app/domain/limits/units.ts";
import type { SearchableMeeting } from "#app/domain/search/passages.ts";
import { parseSearchQuery } from "#app/domain/search/search-query.ts";
import { runAtOnce } from "#app/domain/turns.ts";
import type { SearchAsked, SearchPlace } from "#app/server/ports/search-index.ts";
import { findMeetings } from "#workers/workspace/search/find-meetings.ts";
import { openSearchTables } from "#workers/workspace/search/search-tables.ts";
import { removeMeeting, writeHead, writeMeeting } from "#workers/workspace/search/write-meeting.ts";

/** The order and the pages of results in one index, where many meetings have the words and many begin at the same moment. */

const userId = newUserId();
const now = Date.UTC(2026, 10, 29);
const inIndex = <Value>(work: (storage: DurableObjectStorage) => Promise<Value> | Value) =>
  runInDurableObject(env.WORKSPACES.getByName(userId), (_object, { storage }) => work(storage));
const run = async <Value>(work: Parameters<typeof runAtOnce<Value>>[0]) => runAtOnce(work);

function meetingOf(startsAt: number, more: Partial<SearchableMeeting> = {}): SearchableMeeting {
  const line = { kind: "transcript", startMs: 0, segmentId: "w0-0" } as const;
  return {
    meetId: newMeetId(),
    workspaceId: userId,
    createdBy: userId,
    sequence: 1,
    title: "Desk",
    startsAt,
    durationMs: null,
    language: "en",
    source: "upload",
    platform: null,
    people: ["Jonas Vidal", "Nora Serra"],
    passages: [
      { kind: "person", text: "Jonas Vidal", startMs: null, segmentId: null, speaker: null },
      { kind: "person", text: "Nora Serra", startMs: null, segmentId: null, speaker: null },
      { ...line, speaker: "Jonas Vidal", text: "The insurer sends the form back." },
      { ...line, speaker: "Nora Serra", text: "We call them." },
    ],
    ...more,
  };
}

const passages = (texts: readonly string[], speaker: string | null = null): SearchableMeeting["passages"] =>
  texts.map((text) => ({ kind: "transcript", text, startMs: 0, segmentId: "w0-0", speaker }));

/** The only one in which Nora says a word of the other. */
const old = meetingOf(Date.UTC(1969, 0, 1));
old.passages.push(...passages(["The insurer sends the form."], "Nora Serra"));

/** Some before 1970, 80 at the same moment, some of several parts, and calls. In no order. */
const meetings = [
  ...Array.from({ length: 80 }, () => meetingOf(now)),
  ...Array.from({ length: 40 }, (_, at) => meetingOf(now - (at % 7) * HOUR_MS)),
  ...Array.from({ length: 40 }, (_, at) => meetingOf(-at, { source: "invite", platform: "meet" })),
  ...Array.from({ length: 3 }, (_, at) =>
    meetingOf(now - at, { passages: passages([`insurer form ${"x".repeat(SEARCH_PART_CHARS)}`, "insurer form"]) }),
  ),
  old,
].sort((a, b) => (a.meetId < b.meetId ? -1 : 1));

const ordered = (some: readonly SearchableMeeting[]) =>
  some.toSorted((a, b) => b.startsAt - a.startsAt || (a.meetId < b.meetId ? 1 : -1)).map(({ meetId }) => meetId);

beforeAll(() =>
  inIndex(async (storage) => {
    openSearchTables(storage, userId, 0);
    for (const meeting of meetings) await writeMeeting(storage, meeting, run);
  }),
);

/** All pages, with the rows that each read. */
function find(typed: string, more: Partial<SearchAsked> = {}) {
  return inIndex(({ sql }) => {
    const ids: string[] = [];
    const rows: number[] = [];
    let after: SearchPlace | null = null;
    do {
      const cursors: { rowsRead: number }[] = [];
      const exec: SqlStorage["exec"] = (query, ...values) => {
        const cursor = sql.exec(query, ...values);
        cursors.push(cursor);
        return cursor as never;
      };
      const query = parseSearchQuery(typed, "2026-11-29");
      const asked: SearchAsked = { workspaceId: userId, userId, query, startsFrom: null, startsBefore: null, after };
      const page = findMeetings({ ...sql, exec }, { ...asked, ...more, after });
      expect(page.meetings.length).toBeLessThanOrEqual(SEARCH_PAGE_MEETINGS);
      ids.push(...page.meetings.map(({ meetId }) => meetId));
      rows.push(cursors.reduce((sum, { rowsRead }) => sum + rowsRead, 0));
      after = page.next;
    } while (after !== null && rows.length < 100);
    return { ids, rows: Math.max(...rows) };
  });
}

const calls = meetings.filter(({ source }) => source === "invite");

test.each([
  { typed: "insurer", found: meetings },
  { typed: "ins form", found: meetings },
  { typed: "from:call", found: calls },
  { typed: "from:meet insurer", found: calls },
  { typed: "from:upload form", found: meetings.filter(({ source }) => source === "upload") },
  { typed: "after:2020-01-01", found: meetings.filter(({ startsAt }) => startsAt > 0) },
  { typed: "from:zoom insurer", found: [] },
])(
  "pages of $typed have each meeting once, newest first, and read a limited number of rows",
  async ({ typed, found }) => {
    const isSince = typed.startsWith("after");
    const { ids, rows } = await find(typed, isSince ? { startsFrom: Date.UTC(2020, 0, 1) } : {});
    expect(ids).toEqual(ordered(found));
    expect(rows).toBeLessThanOrEqual(500);
  },
);

test("a search in a range of time, or among named meetings, reads no others", async () => {
  const range = { startsFrom: now - 3 * HOUR_MS, startsBefore: now };
  const inRange = meetings.filter(({ startsAt }) => startsAt >= range.startsFrom && startsAt < now);
  expect((await find("insurer", range)).ids).toEqual(ordered(inRange));
  const some = [...meetings.slice(0, 5), ...calls.slice(0, 5)];
  const among = some.map(({ meetId }) => meetId);
  const found = await find("insurer", { among, userId: newUserId() });
  expect(found.ids).toEqual(ordered([...new Set(some)]));
  expect(found.rows).toBeLessThanOrEqual(150);
  const asMany = meetings.slice(0, SEARCHED_NAMED_MAX);
  const many = await find("ins", { among: asMany.map(({ meetId }) => meetId), userId: newUserId() });
  expect(many.ids).toEqual(ordered(asMany));
  expect((await find("insurer", { pending: [], userId })).ids).toEqual([]);
});

test("words of a speaker that only an old meeting has are found by a later page, and no page reads more for it", async () => {
  const { ids, rows } = await find("from:nora insurer");
  expect(ids).toEqual([old.meetId]);
  expect(rows).toBeLessThanOrEqual(1000);
});

test("a page reads the passages of a limited number of long meetings", async () => {
  const long = Array.from({ length: 30 }, (_, at) => {
    const meeting = meetingOf(now - at);
    const talk = passages(
      Array.from({ length: 25 }, () => "and so on ".repeat(700)),
      "Nora Serra",
    );
    const line = passages(["A heliotrope."], at === 29 ? "Nora Serra" : "Jonas Vidal");
    return { ...meeting, passages: [...meeting.passages, ...talk, ...line] };
  });
  await inIndex(async (storage) => {
    for (const meeting of long) await writeMeeting(storage, meeting, run);
  });
  const { ids, rows } = await find("from:nora heliotrope");
  expect(ids).toEqual([long.at(-1)?.meetId]);
  expect(rows).toBeLessThanOrEqual(2 * SEARCH_READ_MEETINGS_MAX + SEARCH_READ_ROWS_MAX + 50);
  await inIndex((storage) => {
    for (const { meetId } of long) removeMeeting(storage, meetId);
  });
});

test("a meeting that begins at another time, or comes from elsewhere, is found there, and one that is removed nowhere", async () => {
  const [moved, gone] = [meetingOf(now - HOUR_MS), meetingOf(now)];
  const text = "A heliotrope.";
  const later = { ...moved, startsAt: now + HOUR_MS, source: "invite", platform: "zoom" };
  await inIndex(async (storage) => {
    for (const meeting of [moved, gone]) await writeMeeting(storage, { ...meeting, passages: passages([text]) }, run);
    expect(await writeHead(storage, { ...later, passages: [] }, run)).toBe(true);
    removeMeeting(storage, gone.meetId);
  });
  expect((await find("heliotrope")).ids).toEqual([moved.meetId]);
  expect((await find("from:zoom")).ids).toEqual([moved.meetId]);
  expect((await find("heliotrope", { startsFrom: now })).ids).toEqual([moved.meetId]);
  expect((await find("heliotrope", { startsBefore: now })).ids).toEqual([]);
  await inIndex((storage) => removeMeeting(storage, moved.meetId));
  const words = await inIndex(({ sql }) => {
    sql.exec("CREATE VIRTUAL TABLE words_seen USING fts5vocab(search_index, row)");
    const left = sql.exec("SELECT term FROM words_seen WHERE term LIKE '%zoom' OR term LIKE 'heli%'").toArray();
    sql.exec("DROP TABLE words_seen");
    return left;
  });
  expect(words).toEqual([]);
});

test("meetings for which there is no other place are written again, and found by their new words", async () => {
  const at = now - 100 * HOUR_MS;
  const alike = Array.from({ length: 64 }, () => meetingOf(at, { meetId: `zz${newMeetId().slice(2)}` as MeetId }));
  const [first] = alike;
  if (!first) throw new Error("no meeting");
  await inIndex(async (storage) => {
    for (const meeting of alike) await writeMeeting(storage, meeting, run);
    await writeMeeting(storage, { ...first, sequence: 2, passages: passages(["The lawyer called."]) }, run);
    await writeHead(storage, { ...first, sequence: 3, title: "Bench", passages: [] }, run);
  });
  expect((await find("lawyer")).ids).toEqual([first.meetId]);
  expect((await find("insurer", { startsFrom: at, startsBefore: at + 1 })).ids).toHaveLength(63);
});
