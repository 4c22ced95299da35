import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, test, vi } from "vitest";
import { type MeetId, newUserId, personalWorkspaceOf, type UserId } from "#app/domain/ids.ts";
import { HOUR_MS } from "#app/domain/limits/units.ts";
import { parseSearchQuery } from "#app/domain/search/search-query.ts";
import { openDatabase } from "#app/server/db/database.ts";
import type { EventConsumer } from "#app/server/ports/event-consumer.ts";
import type { ListedPlace, SearchAsked } from "#app/server/ports/search-index.ts";
import { searchMeetings } from "#app/server/search/search-meetings.ts";
import { call } from "#tests/support/api.ts";
import { lineStart, recordedTalk } from "#tests/support/recorded-talk.ts";
import { sessionActor } from "#tests/support/session-actor.ts";
import { signIn } from "#tests/support/sign-in.ts";
import { DETAILS } from "#tests/support/upload-meeting.ts";
import { workerEnv } from "#tests/support/worker-env.ts";
import { consumersOf } from "#tests/worker/entry.ts";
import { composeWorkspace } from "#workers/compose.ts";
import { searchIndex } from "#workers/workspace/search/search-index.ts";
import { SEARCH_INDEX_VERSION } from "#workers/workspace/search/search-tables.ts";

/** The search over real meetings, in the real object of their workspace. */
const SOON = { timeout: 30_000, interval: 50 };
const workspaceOf = (id: string) => env.WORKSPACES.getByName(id);
const services = {
  db: openDatabase(env.DB),
  searchIndex: { search: (asked: SearchAsked) => workspaceOf(asked.workspaceId).search(asked) },
  log: () => {},
  now: Date.now,
};

const search = (userId: UserId, typed: string, cursor: string | null = null) =>
  searchMeetings(services, sessionActor(userId), { typed, cursor, timeZone: "Europe/Madrid" });

/** Titles of what is found, once the index knows all that has happened. */
async function titlesFor(userId: UserId, typed: string): Promise<string[]> {
  return (await search(userId, typed)).meetings.map(({ title }) => title);
}
const finds = (userId: UserId, typed: string, titles: string[]) =>
  vi.waitFor(async () => expect(await titlesFor(userId, typed)).toEqual(titles), SOON);

/** Waits until the index has no work left. */
async function settled(userId: UserId): Promise<void> {
  await vi.waitFor(async () => {
    expect((await search(userId, "anything")).isComplete).toBe(true);
    await runInDurableObject(workspaceOf(userId), (_object, { storage }) => {
      const behind = storage.sql
        .exec("SELECT 1 FROM consumers WHERE name = 'search' AND told < (SELECT max(position) FROM events)")
        .toArray();
      expect(behind).toEqual([]);
    });
  }, SOON);
}

const DESK = [
  ["Jonas Vidal", "The insurer sends back every third form, and always for page two."],
  ["Nora Serra", "We decided that the desk opens at eight on Monday."],
  ["Jonas Vidal", "I will prepare the telephone list by Friday."],
] as const;
const CLINIC = [
  ["Laia Font", "Los presupuestos de la clínica están listos, y la reunión es el lunes."],
  ["Sergi Roca", "Sergi enviará el contrato a la clínica antes del viernes."],
] as const;

test("words, stems, accents, phrases, people and filters find meetings, with moments", async () => {
  const userId = newUserId();
  await recordedTalk(DESK, { userId, details: { title: "Desk and telephone" } });
  await recordedTalk(CLINIC, {
    userId,
    details: { title: "Revisión del contrato", language: "es", startsAt: DETAILS.startsAt - 24 * HOUR_MS },
  });
  await settled(userId);
  const both = ["Desk and telephone", "Revisión del contrato"];
  for (const [typed, titles] of [
    ["insurers", ["Desk and telephone"]],
    ["FORM", ["Desk and telephone"]],
    ["tele", ["Desk and telephone"]],
    ["presupuesto", ["Revisión del contrato"]],
    ["reunion", ["Revisión del contrato"]],
    ["revisión contrato", ["Revisión del contrato"]],
    ['"back every third"', ["Desk and telephone"]],
    ['"every back third"', []],
    // The end of one line and the beginning of the next are no phrase.
    ['"page two we decided"', []],
    ["insurer monday", ["Desk and telephone"]],
    ["person:jonas", ["Desk and telephone"]],
    ["con:laia", ["Revisión del contrato"]],
    ["from:jonas form", ["Desk and telephone"]],
    ["from:nora form", []],
    ["from:upload", both],
    ["from:zoom", []],
    ["after:2026-11-20", ["Desk and telephone"]],
    ["before:2026-11-20", ["Revisión del contrato"]],
    ["after:2026-11-01 before:2026-11-30", both],
    ["l", []],
    ["nothingofthis", []],
    ['" OR * NEAR(', []],
  ] as const) {
    expect(await titlesFor(userId, typed), typed).toEqual(titles);
  }
  const { meetings } = await search(userId, "third form");
  expect(meetings[0]?.moments).toContainEqual({
    kind: "transcript",
    text: DESK[0][1],
    marks: [
      { start: 29, end: 34 },
      { start: 35, end: 39 },
    ],
    startMs: lineStart(0),
    segmentId: expect.any(String) as string,
    speaker: "Jonas Vidal",
  });
});

test("corrected words, named speakers and edits arrive, and a deletion leaves nothing", async () => {
  const userId = newUserId();
  const { meetId, object } = await recordedTalk([...DESK, ["Speaker 2", "The shelf needs paint."]], { userId });
  await finds(userId, "insurer", [DETAILS.title]);
  const view = await object.view({ kind: "owner", userId });
  const [first] = view?.segments ?? [];
  await object.correct(
    {
      type: "correct-segment",
      saveId: "save-words-0",
      segmentId: first?.id ?? "",
      before: first?.text ?? "",
      text: "The underwriter is slow.",
    },
    userId,
  );
  await finds(userId, "underwriter", [DETAILS.title]);
  await finds(userId, "from:jonas underwriter", [DETAILS.title]);
  await object.correct(
    {
      type: "name-speakers",
      saveId: "save-names-0",
      names: [{ label: "Speaker 2", before: null, name: "Aina Bosch" }],
    },
    userId,
  );
  await finds(userId, "from:aina shelf", [DETAILS.title]);
  const { version = 0 } = view?.summary ?? {};
  await object.correct(
    {
      type: "save-summary",
      saveId: "save-title-0",
      madeOn: version,
      seen: version,
      title: { before: DETAILS.title, after: "Kitchen" },
      fields: [],
    },
    userId,
  );
  await finds(userId, "kitchen", ["Kitchen"]);
  expect(await titlesFor(userId, DETAILS.title)).toEqual([]);
  await object.discard();
  await finds(userId, "shelf", []);
  await settled(userId);
  await runInDurableObject(workspaceOf(userId), (_object, { storage }) => {
    const { sql } = storage;
    for (const table of ["search_meetings", "search_passages", "search_parts"]) {
      expect(sql.exec(`SELECT count(*) AS rows FROM ${table}`).one(), table).toEqual({ rows: 0 });
    }
    const bytes = sql.exec<{ block: ArrayBuffer }>("SELECT block FROM search_index_data").toArray();
    const left = bytes.map(({ block }) => new TextDecoder("latin1").decode(block)).join("");
    expect(left).not.toMatch(/nderwrite|itchen|elephon/);
    expect(
      sql.exec("SELECT * FROM events WHERE meet_id = ? AND kind = 'meeting-deleted'", meetId).toArray(),
    ).toHaveLength(1);
  });
});

/** All that the index holds, without its own numbers. */
function contentOf(workspaceId: string) {
  return runInDurableObject(workspaceOf(workspaceId), (_object, { storage }) => {
    const { sql } = storage;
    const meetings = sql
      .exec(
        "SELECT meet_id, created_by, starts_at, source, platform, language, title, duration_ms, people FROM search_meetings ORDER BY meet_id",
      )
      .toArray();
    const passages = sql
      .exec(
        "SELECT meet_id, first, body FROM search_passages JOIN search_meetings ON id = meeting ORDER BY meet_id, first",
      )
      .toArray();
    sql.exec("CREATE VIRTUAL TABLE IF NOT EXISTS words_seen USING fts5vocab(search_index, instance)");
    const words = sql
      .exec(
        "SELECT meet_id, term, col, offset FROM words_seen JOIN search_meetings ON place = doc >> 5 ORDER BY 1, 2, 3, 4",
      )
      .toArray();
    sql.exec("DROP TABLE words_seen");
    return { meetings, passages, words };
  });
}

test.each([
  { name: "lost", break: "DELETE FROM search_state" },
  {
    name: "of another version",
    break: `UPDATE search_state SET version = ${SEARCH_INDEX_VERSION + 1}, is_complete = 1`,
  },
])(
  "an index that is $name is built again from the meetings, and equals the one that followed the events",
  async (lost) => {
    const userId = newUserId();
    await recordedTalk(DESK, { userId, details: { title: "Desk" } });
    const { object } = await recordedTalk(CLINIC, { userId, details: { title: "Clínica", language: "es" } });
    const gone = await recordedTalk(DESK, { userId, details: { title: "Gone" } });
    await gone.object.discard();
    await object.correct(
      { type: "name-speakers", saveId: "save-names-1", names: [{ label: "Laia Font", before: null, name: "Laia F." }] },
      userId,
    );
    await finds(userId, "person:f", ["Clínica"]);
    await settled(userId);
    const followed = await contentOf(userId);
    expect(followed.words.length).toBeGreaterThan(20);
    await runInDurableObject(workspaceOf(userId), (_object, { storage }) => void storage.sql.exec(lost.break));
    await search(userId, "contrato");
    await settled(userId);
    expect(await contentOf(userId)).toEqual(followed);
  },
);

test("the first search of somebody without meetings is answered from a complete index", async () => {
  await runInDurableObject(workspaceOf(newUserId()), async (_object, { storage }) => {
    const lists: (ListedPlace | null)[] = [];
    const index = searchIndex(storage, {
      source: {
        read: async () => null,
        readHead: async () => null,
        async list(_workspaceId, after) {
          lists.push(after);
          return [];
        },
      },
      shownChanges: composeWorkspace(workerEnv).shownChanges,
      mayHave: composeWorkspace(workerEnv).mayHave,
      log: () => {},
      now: Date.now,
      random: () => 1,
      rests: () => async () => {},
    });
    await Promise.all([index.prepare("w1"), index.prepare("w1")]);
    expect(lists).toEqual([null]);
    const query = parseSearchQuery("anything", "2026-11-25");
    const asked = { workspaceId: "w1", userId: "u1", query, startsFrom: null, startsBefore: null, after: null };
    expect(index.search(asked)).toEqual({ meetings: [], next: null, isComplete: true });
  });
});

test("meetings of another person in the same workspace are neither found nor counted", async () => {
  const userId = newUserId();
  const otherId = newUserId();
  await recordedTalk(DESK, { userId, details: { title: "Mine" } });
  const other = await recordedTalk(DESK, { userId: otherId, details: { title: "Theirs" } });
  await settled(userId);
  // As in a team: the same workspace's object holds both.
  await runInDurableObject(workspaceOf(userId), async (_object, { storage }) => {
    const deps = composeWorkspace(workerEnv);
    const index = searchIndex(storage, { ...deps, source: deps.searchSource });
    await index.consumer.consume(
      { meetId: other.meetId, id: 1, kind: "meeting-created", at: 1 },
      new AbortController().signal,
    );
    expect(storage.sql.exec("SELECT title FROM search_meetings ORDER BY title").toArray()).toEqual([
      { title: "Mine" },
      { title: "Theirs" },
    ]);
  });
  for (const typed of ["insurer", "person:jonas", "from:upload", "Theirs"]) {
    expect((await titlesFor(userId, typed)).includes("Theirs"), typed).toBe(false);
  }
  const asked = {
    workspaceId: userId,
    userId,
    query: parseSearchQuery("insurer", "2026-11-23"),
    startsFrom: null,
    startsBefore: null,
    after: null,
  };
  const found = await workspaceOf(userId).search(asked);
  expect(found).toMatchObject({ meetings: [{ title: "Mine" }], next: null });
  // Even an index that answers with somebody else's meeting shows nothing of it.
  const theirs = await workspaceOf(otherId).search({ ...asked, workspaceId: otherId, userId: otherId });
  expect(theirs.meetings).toHaveLength(1);
  const lying = { ...services, searchIndex: { search: async () => theirs } };
  const asksAnyway = { typed: "insurer", cursor: null, timeZone: "UTC" };
  expect((await searchMeetings(lying, sessionActor(userId), asksAnyway)).meetings).toEqual([]);
});

test("an event that is given twice, or late, changes nothing", async () => {
  const userId = newUserId();
  const { meetId, object } = await recordedTalk(DESK, { userId });
  await settled(userId);
  const before = await contentOf(userId);
  const give = (kind: "transcript-changed" | "meeting-deleted" | "meeting-created") =>
    runInDurableObject(workspaceOf(userId), async (_object, { storage }) => {
      const deps = composeWorkspace(workerEnv);
      const { consumer } = searchIndex(storage, { ...deps, source: deps.searchSource });
      await consumer.consume({ meetId, id: 1, kind, at: 1 }, new AbortController().signal);
    });
  await give("transcript-changed");
  await give("transcript-changed");
  expect(await contentOf(userId)).toEqual(before);
  await object.discard();
  await settled(userId);
  await give("meeting-deleted");
  await give("meeting-created");
  expect(await contentOf(userId)).toEqual({ meetings: [], passages: [], words: [] });
});

test("a consumer that hangs does not keep a meeting from being found, and a meeting that hangs no other consumer", async () => {
  const userId = newUserId();
  const hang = { isOver: false };
  const taken: string[] = [];
  const hangs: EventConsumer = {
    name: "hangs",
    async consume() {
      while (!hang.isOver) await scheduler.wait(20);
    },
  };
  const collects: EventConsumer = { name: "collects", consume: async ({ kind }) => void taken.push(kind) };
  consumersOf.set(userId, { consumers: [hangs, collects], deliveryMsMax: HOUR_MS });
  await recordedTalk(DESK, { userId });
  await finds(userId, "insurer", [DETAILS.title]);
  await vi.waitFor(() => expect(taken).toContain("summary-written"), SOON);
  hang.isOver = true;
});

test("a meeting that cannot be read does not stop a rebuild, comes when it can be, and is missing from no complete index", async () => {
  const userId = newUserId();
  const mine = await recordedTalk(DESK, { userId, details: { title: "Read" } });
  const broken = await recordedTalk(CLINIC, { userId, details: { title: "Broken" } });
  await settled(userId);
  await runInDurableObject(workspaceOf(userId), async (_object, { storage }) => {
    storage.sql.exec("DELETE FROM search_state");
    const deps = composeWorkspace(workerEnv);
    const clock = { now: Date.now() };
    // Read beforehand: on a busy machine a reading may take longer than the index waits.
    const found = await deps.searchSource.read(mine.meetId);
    const foundLater = await deps.searchSource.read(broken.meetId);
    const outage = { isOver: false };
    const read = async (meetId: MeetId) => {
      if (meetId === broken.meetId && !outage.isOver) throw new Error("not now");
      return meetId === broken.meetId ? foundLater : found;
    };
    const index = searchIndex(storage, {
      ...deps,
      source: { ...deps.searchSource, read },
      now: () => clock.now,
      random: () => 1,
      log: () => {},
    });
    const asked = {
      workspaceId: userId,
      userId,
      query: parseSearchQuery("from:upload", "2026-11-23"),
      startsFrom: null,
      startsBefore: null,
      after: null,
    };
    expect(index.search(asked)).toEqual({ meetings: [], next: null, isComplete: false });
    /** Waits until the next alarm, as many times, or until there is none. */
    const pass = async (times: number) => {
      const waits: number[] = [];
      for (let due = index.rebuild.dueAt(); due !== null && waits.length < times; due = index.rebuild.dueAt()) {
        if (due > clock.now) waits.push(due - clock.now);
        clock.now = Math.max(clock.now, due);
        await index.rebuild.run();
      }
      return waits;
    };
    const TEN_MINUTES = 600_000;
    expect(await pass(6)).toEqual([2000, 8000, 32_000, 128_000, TEN_MINUTES, TEN_MINUTES]);
    expect(index.search(asked)).toMatchObject({ meetings: [{ meetId: mine.meetId }], isComplete: false });
    outage.isOver = true;
    expect(await pass(2)).toEqual([TEN_MINUTES]);
    const all = index.search(asked);
    expect(all.isComplete).toBe(true);
    expect(all.meetings.map(({ meetId }) => meetId).toSorted()).toEqual([mine.meetId, broken.meetId].toSorted());
    // One that is never read is left out after a day.
    storage.sql.exec("DELETE FROM search_state");
    outage.isOver = false;
    expect(index.search(asked).isComplete).toBe(false);
    expect(await pass(1000)).toHaveLength(4 + 24 * 6);
    expect(index.search(asked)).toMatchObject({ meetings: [{ meetId: mine.meetId }], isComplete: true });
  });
});

test("pages of results meet every meeting once, newest first", async () => {
  const userId = newUserId();
  await runInDurableObject(workspaceOf(userId), async (_object, { storage }) => {
    const deps = composeWorkspace(workerEnv);
    const made = new Map<string, number>();
    for (let index = 0; index < 23; index += 1) made.set(String(index).padStart(24, "0"), Math.floor(index / 3));
    const source = {
      list: async () => [],
      read: async (meetId: MeetId) => ({
        meetId,
        workspaceId: userId,
        createdBy: userId,
        sequence: 1,
        title: "Standup",
        startsAt: made.get(meetId) ?? 0,
        durationMs: null,
        language: "en" as const,
        source: "upload",
        platform: null,
        people: [],
        passages: [{ kind: "title" as const, text: "Standup", startMs: null, segmentId: null, speaker: null }],
      }),
    };
    const index = searchIndex(storage, { ...deps, source: { ...source, readHead: source.read } });
    for (const meetId of made.keys()) {
      await index.consumer.consume(
        { meetId: meetId as MeetId, id: 1, kind: "meeting-created", at: 1 },
        new AbortController().signal,
      );
    }
    const asked = {
      workspaceId: userId,
      userId,
      query: parseSearchQuery("stand", "2026-11-23"),
      startsFrom: null,
      startsBefore: null,
    };
    const pages: string[][] = [];
    let after: { startsAt: number; meetId: string } | null = null;
    do {
      const found = index.search({ ...asked, after });
      pages.push(found.meetings.map(({ meetId }) => meetId));
      after = found.next;
    } while (after !== null);
    expect(pages.map((ids) => ids.length)).toEqual([10, 10, 3]);
    expect(pages.flat()).toEqual([...made.keys()].toReversed());
    await storage.deleteAlarm();
  });
});

test("a recording in the browser is no call, as in the list of meetings", async () => {
  const userId = newUserId();
  await runInDurableObject(workspaceOf(userId), async (_object, { storage }) => {
    const made = [
      { meetId: "1".padStart(24, "0"), source: "upload", platform: null },
      { meetId: "2".padStart(24, "0"), source: "here", platform: "here" },
      { meetId: "3".padStart(24, "0"), source: "invite", platform: "zoom" },
      { meetId: "4".padStart(24, "0"), source: "calendar", platform: "meet" },
    ] as const;
    const about = { workspaceId: userId, createdBy: userId, sequence: 1, title: "Standup", startsAt: 1 };
    const nothing = { durationMs: null, language: "en" as const, people: [] };
    const passages = [{ kind: "title" as const, text: "Standup", startMs: null, segmentId: null, speaker: null }];
    const source = {
      list: async () => [],
      read: async (meetId: MeetId) => {
        const one = made.find((meeting) => meeting.meetId === meetId);
        return one ? { ...about, ...nothing, ...one, meetId, passages } : null;
      },
    };
    const index = searchIndex(storage, {
      ...composeWorkspace(workerEnv),
      source: { ...source, readHead: source.read },
    });
    for (const { meetId } of made) {
      const event = { meetId: meetId as MeetId, id: 1, kind: "meeting-created", at: 1 } as const;
      await index.consumer.consume(event, new AbortController().signal);
    }
    const found = (typed: string) => {
      const query = parseSearchQuery(typed, "2026-11-23");
      const asked = { workspaceId: userId, userId, query, startsFrom: null, startsBefore: null, after: null };
      return index.search(asked).meetings.map(({ meetId }) => Number(meetId));
    };
    expect(found("standup from:call")).toEqual([4, 3]);
    expect(found("standup from:here")).toEqual([2]);
    expect(found("standup from:upload")).toEqual([1]);
    await storage.deleteAlarm();
  });
});

test("a new title leaves the text that the index has, and a text of the same moment still comes", async () => {
  const userId = newUserId();
  await runInDurableObject(workspaceOf(userId), async (_object, { storage }) => {
    const meetId = "5".padStart(24, "0") as MeetId;
    const unplaced = { startMs: null, segmentId: null, speaker: null };
    const about = { meetId, workspaceId: userId, createdBy: userId, startsAt: 1, source: "upload", platform: null };
    let now = { sequence: 1, title: "Standup", said: "The lighthouse opens." };
    const head = () => ({
      ...about,
      sequence: now.sequence,
      title: now.title,
      durationMs: null,
      language: "en" as const,
      people: [],
      passages: [{ kind: "title" as const, text: now.title, ...unplaced }],
    });
    const whole = () => {
      const meeting = head();
      return {
        ...meeting,
        passages: [...meeting.passages, { kind: "transcript" as const, text: now.said, ...unplaced }],
      };
    };
    const source = { list: async () => [], read: async () => whole(), readHead: async () => head() };
    const index = searchIndex(storage, { ...composeWorkspace(workerEnv), source });
    const asked = { workspaceId: userId, userId, startsFrom: null, startsBefore: null, after: null };
    const tell = (kind: "meeting-created" | "details-changed" | "transcript-changed") =>
      index.consumer.consume({ meetId, id: 1, kind, at: 1 }, new AbortController().signal);
    const found = (text: string) =>
      index.search({ ...asked, query: parseSearchQuery(text, "2026-11-23") }).meetings.map(({ title }) => title);
    await tell("meeting-created");
    expect(found("lighthouse")).toEqual(["Standup"]);
    now = { sequence: 3, title: "Harbour round", said: "The ferry is late." };
    await tell("details-changed");
    expect([found("lighthouse"), found("harbour"), found("standup")]).toEqual([
      ["Harbour round"],
      ["Harbour round"],
      [],
    ]);
    await tell("transcript-changed");
    expect([found("lighthouse"), found("ferry")]).toEqual([[], ["Harbour round"]]);
  });
});

test("GET /api/search answers the person who is signed in, and nobody else", async () => {
  const { cookie, userId } = await signIn();
  await recordedTalk(DESK, { userId, details: { title: "Desk" } });
  await finds(userId, "insurer", ["Desk"]);
  const answer = await call("/api/search?q=insurer%20before%3Asoon", { cookie });
  expect(await answer.json()).toMatchObject({
    asked: { words: ["insurer"], unread: ["before:soon"] },
    meetings: [{ title: "Desk", count: expect.any(Number) }],
    cursor: null,
    isComplete: true,
  });
  expect((await call("/api/search?q=insurer")).status).toBe(401);
  expect(personalWorkspaceOf(userId)).toBe(userId);
});
