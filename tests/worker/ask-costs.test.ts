import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { beforeAll, expect, test } from "vitest";
import { newUserId } from "#app/domain/ids.ts";
import {
  ASK_MATCHES_MAX,
  ASK_NEIGHBOURS,
  ASK_READ_MEETINGS_MAX,
  ASK_SCANNED_MEETINGS_MAX,
  ASK_WIDER_WORDS_MAX,
  ASK_WORDS_MAX,
} from "#app/domain/limits/ask.ts";
import { openDatabase } from "#app/server/db/database.ts";
import { writeAnswer } from "#app/server/ask/write-answer.ts";
import type { AskStub, PassagesAsked } from "#app/server/ports/ask.ts";
import { sessionActor } from "#tests/support/session-actor.ts";
import type { Passage } from "#app/domain/search/passages.ts";
import { runAtOnce } from "#app/domain/turns.ts";
import { findPassages } from "#workers/workspace/ask/find-passages.ts";
import { openSearchTables } from "#workers/workspace/search/search-tables.ts";
import { writeMeeting } from "#workers/workspace/search/write-meeting.ts";

/** The work of finding the passages of a question, in counts: statements, rows and meetings that are read. */

const MEETINGS = 150;
const userId = newUserId();
const object = () => env.WORKSPACES.getByName(userId);
const WORDS = Array.from(
  { length: ASK_WORDS_MAX + ASK_WIDER_WORDS_MAX },
  (_, at) => `word${"abcdefghijklmnopqrstuvwxyz"[at]}x`,
);
/** Lines between two words of a question, so that neither is near the other. */
const APART = Array.from({ length: 2 * ASK_NEIGHBOURS + 1 }, () => "and so on");

function passages(lines: readonly string[]): Passage[] {
  return lines.map((text, at) => ({ kind: "transcript", text, startMs: at, segmentId: `w0-${at}`, speaker: null }));
}

async function write(storage: DurableObjectStorage, at: number, texts: readonly string[]) {
  await writeMeeting(
    storage,
    {
      meetId: `meeting-${at}`,
      workspaceId: userId,
      createdBy: userId,
      sequence: 1,
      title: "",
      startsAt: at,
      durationMs: null,
      language: "en",
      source: "upload",
      platform: null,
      people: [],
      passages: passages(texts),
    },
    async (work) => runAtOnce(work),
  );
}

/** Each meeting has every word, but apart from each other; only the oldest has two of them in one line. */
beforeAll(async () => {
  await runInDurableObject(object(), async (_object, { storage }) => {
    openSearchTables(storage, userId, Date.now());
    for (let at = 0; at < MEETINGS; at += 1) {
      const apart = WORDS.flatMap((word) => [word, ...APART]);
      await write(storage, at, at === MEETINGS - 30 ? [...apart, `${WORDS[0]} ${WORDS[1]}`] : apart);
    }
  });
});

async function find(words: readonly string[], more: { startsFrom?: number } = {}) {
  return runInDurableObject(object(), (_object, { storage }) => {
    const cursors: { rowsRead: number }[] = [];
    const exec: SqlStorage["exec"] = (query, ...values) => {
      const cursor = storage.sql.exec(query, ...values);
      cursors.push(cursor);
      return cursor as never;
    };
    const found = findPassages(
      { ...storage.sql, exec },
      {
        workspaceId: userId,
        userId,
        words: words.map((word) => ({ word, weight: 1 })),
        persons: [],
        speakers: [],
        earlier: [],
        startsFrom: more.startsFrom ?? null,
        startsBefore: null,
      },
    );
    const rows = cursors.reduce((sum, { rowsRead }) => sum + rowsRead, 0);
    return { found, statements: cursors.length, rows };
  });
}

test("a question of many common words reads each meeting's entry once a word, and the words of a limited number", async () => {
  const { found, statements, rows } = await find(WORDS);
  expect(found.lookedAt).toBe(MEETINGS);
  expect(found.meetings.length).toBe(ASK_READ_MEETINGS_MAX);
  // The scope, earlier answers, the words of the best meetings, one for each word, and one for each meeting that is read.
  expect(statements).toBeLessThanOrEqual(3 + WORDS.length + ASK_READ_MEETINGS_MAX);
  const limited = 4 * ASK_SCANNED_MEETINGS_MAX + 2 * ASK_READ_MEETINGS_MAX;
  expect(rows).toBeLessThanOrEqual((WORDS.length + 2) * MEETINGS + limited);
});

test("of meetings that all have the words, the one in which they stand together is found", async () => {
  const { found } = await find(WORDS.slice(0, 2));
  expect(found.meetings[0]?.meetId).toBe(`meeting-${MEETINGS - 30}`);
});

test("of a word that most of many meetings have the newest are looked at, and a rare word is found in the oldest", async () => {
  const more = ASK_MATCHES_MAX + 200;
  await runInDurableObject(object(), async (_object, { storage }) => {
    for (let at = 0; at < more; at += 1)
      await write(storage, MEETINGS + at, [at === 0 ? "heliotrope commonx" : "commonx"]);
  });
  const common = await find(["commonx"]);
  expect(common.found.meetings[0]?.meetId).toBe(`meeting-${MEETINGS + more - 1}`);
  const { found, rows } = await find(["commonx", "heliotrope"]);
  expect(found.lookedAt).toBe(MEETINGS + more);
  expect(found.meetings[0]?.meetId).toBe(`meeting-${MEETINGS}`);
  const limited = 4 * ASK_SCANNED_MEETINGS_MAX + 2 * ASK_READ_MEETINGS_MAX;
  expect(rows).toBeLessThanOrEqual(found.lookedAt + ASK_MATCHES_MAX + limited);
});

test("a later question of a thread looks for no more words than a first one, however long the question before it was", async () => {
  const asked: PassagesAsked[] = [];
  const findNothing = async (question: PassagesAsked) => {
    asked.push(question);
    return { meetings: [], lookedAt: 0, isComplete: true };
  };
  const of = () => ({ findPassages: findNothing }) as unknown as AskStub;
  const earlier = [{ question: WORDS.join(" and "), answer: null }];
  await writeAnswer(
    { db: openDatabase(env.DB), asks: { of }, language: null, log: () => {}, now: Date.now },
    {
      actor: sessionActor(userId),
      user: { locale: "en", timeZone: "UTC" },
      question: "And when?",
      earlier,
      signal: AbortSignal.timeout(10_000),
      onReading: () => {},
    },
  );
  expect(asked.map(({ words }) => words.length)).toEqual([ASK_WORDS_MAX]);
});
