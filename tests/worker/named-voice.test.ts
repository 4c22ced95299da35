import { env } from "cloudflare:workers";
import { expect, test, vi } from "vitest";
import type { TaskList } from "#app/contracts/meeting/lists.ts";
import { openDatabase } from "#app/server/db/database.ts";
import type { LanguageModel } from "#app/server/ports/language-model.ts";
import type { SearchAsked } from "#app/server/ports/search-index.ts";
import { searchMeetings } from "#app/server/search/search-meetings.ts";
import { call } from "#tests/support/api.ts";
import { recordedTalk } from "#tests/support/recorded-talk.ts";
import { scriptedLanguage } from "#tests/support/scripted-minutes.ts";
import { sessionActor } from "#tests/support/session-actor.ts";
import { signIn } from "#tests/support/sign-in.ts";

/** A person names a voice once, and it is that person in tasks, minutes, chat and search. */

const SOON = { timeout: 30_000, interval: 50 };
const LINES = [
  ["Speaker 1", "The desk opens at eight on Monday."],
  ["Speaker 2", "I will prepare the telephone list by Friday."],
] as const;
const TASK = "I will prepare the telephone list by Friday.";

const services = {
  db: openDatabase(env.DB),
  searchIndex: { search: (asked: SearchAsked) => env.WORKSPACES.getByName(asked.workspaceId).search(asked) },
  log: () => {},
  now: Date.now,
};

test("a task of Speaker 2 is Marta's in every place once Speaker 2 is Marta", async () => {
  const { cookie, userId } = await signIn({ name: "Marta Puig" });
  const read: string[] = [];
  const task = { assigned: "Speaker 2", deadline: "by Friday" };
  const language: LanguageModel = {
    ...scriptedLanguage(new Map([[1, task]])),
    chat: {
      contextTokens: 32_000,
      async *answer({ messages }) {
        read.push(JSON.stringify(messages));
        yield "The telephone list.";
      },
    },
  };
  const { object } = await recordedTalk(LINES, { userId, details: { title: "Desk" } }, language);
  const tasks = async (query: string) =>
    (await (await call(`/api/tasks${query}`, { cookie })).json<TaskList>()).tasks.map(({ text, assigned }) => [
      text,
      assigned,
    ]);
  const search = async (typed: string) => {
    const asked = { typed, cursor: null, timeZone: "Europe/Madrid" };
    return (await searchMeetings(services, sessionActor(userId), asked)).meetings.map(({ title }) => title);
  };
  const chat = async (key: string) => {
    const asker = { userId, locale: "en", sessionHash: "a".repeat(64) } as const;
    const outcome = await object.askChat(asker, { key, question: "Who prepares the list?", suggestion: null });
    if (outcome.ok) await new Response(outcome.value).text();
    return read.at(-1);
  };
  await vi.waitFor(async () => expect(await tasks("?whose=everybody")).toEqual([[TASK, "Speaker 2"]]), SOON);
  expect(await tasks("")).toEqual([]);
  expect(await chat("question-1")).toContain("Speaker 2");
  expect(await search("Marta")).toEqual([]);

  const names = [{ label: "Speaker 2", before: null, name: "Marta Puig" }];
  const named = await object.correct({ type: "name-speakers", saveId: crypto.randomUUID(), names }, userId);
  expect(named.ok).toBe(true);
  await vi.waitFor(async () => expect(await tasks("")).toEqual([[TASK, "Marta Puig"]]), SOON);
  await vi.waitFor(async () => expect(await search("Marta")).toEqual(["Desk"]), SOON);
  const asked = await chat("question-2");
  expect(asked).toContain("Marta Puig");
  expect(asked).not.toContain("Speaker 2");
  const view = await object.view({ kind: "owner", userId });
  expect(JSON.stringify(view?.summary)).not.toContain("Speaker 2");
  expect(JSON.stringify(view)).toContain('"assigned":"Marta Puig"');
});
