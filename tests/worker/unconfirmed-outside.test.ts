import { afterEach, beforeAll, expect, test, vi } from "vitest";
import * as z from "zod";
import { meetingExport } from "#app/contracts/meeting/meeting-export.ts";
import { searchPage, taskPage } from "#app/contracts/public.ts";
import type { SearchAnswer } from "#app/contracts/search-answer.ts";
import type { MeetId, UserId } from "#app/domain/ids.ts";
import type { LanguageModel } from "#app/server/ports/language-model.ts";
import { standInForReceivers } from "#tests/fakes/webhook-receiver.ts";
import { call } from "#tests/support/api.ts";
import { makeKey, withKey } from "#tests/support/api-key.ts";
import { callTool, clientWith } from "#tests/support/mcp-client.ts";
import { recordedTalk } from "#tests/support/recorded-talk.ts";
import { giveLanguage } from "#tests/support/scripted-minutes.ts";
import { signIn } from "#tests/support/sign-in.ts";
import { objectOf } from "#tests/support/upload-meeting.ts";
import { newWebhook } from "#tests/support/webhook-bench.ts";

/** Minutes of a small model with a task and a line that nobody said: each way out of Acta has their marks and the caution. */

const SOON = { timeout: 35_000, interval: 100 };
const LINES = [
  ["Jonas Vidal", "The desk opens at eight on Monday."],
  ["Nora Puig", "I will prepare the telephone list by Friday."],
] as const;
const SAID = { text: "Prepare the telephone list", segmentIds: [], description: null, assigned: null, deadline: null };
const INVENTED = { ...SAID, text: "Charter Zoltan a zeppelin to Ulan Bator" };
const INVENTED_LINE = "The zeppelin costs ninety million euros.";
const CAUTION = "Written by a small model: listen before you rely on a line.";

/** A model without a judge. */
const SMALL: LanguageModel = {
  engine: { port: "openai", model: "small" },
  chat: {
    contextTokens: 8000,
    async *answer() {
      yield `The desk opens at eight on Monday. [1]\n${INVENTED_LINE} [1]\n`;
    },
  },
  async writeSummary({ template }) {
    const itemsOf = (type: string) =>
      type === "tasks" ? [SAID, INVENTED] : type === "keypoints" ? [{ text: INVENTED_LINE, segmentIds: [] }] : [];
    return { fields: Object.fromEntries(template.fields.map(({ key, type }) => [key, { items: itemsOf(type) }])) };
  },
};

let meetId: MeetId;
let userId: UserId;
let cookie = "";
let key = "";

beforeAll(async () => {
  ({ cookie, userId } = await signIn({ name: "Nora Puig", plan: "pro" }));
  ({ key } = await makeKey(cookie));
  ({ meetId } = await recordedTalk(LINES, { userId, details: { title: "Desk" } }, SMALL));
}, 60_000);

afterEach(() => vi.restoreAllMocks());

const lineOf = <Line extends { text: string }>(lines: readonly Line[], { text }: { text: string }) =>
  lines.find((line) => line.text.includes(text));

test("the public API marks the task in its list, and the line in its minutes and its search", async () => {
  const ask = async (path: string) => (await withKey(`/api/v1/${path}`, key)).text();
  await vi.waitFor(async () => {
    const { tasks } = taskPage.parse(JSON.parse(await ask("tasks?whose=everybody")));
    expect(lineOf(tasks, INVENTED)?.unconfirmed).toBe(true);
    expect(lineOf(tasks, SAID)).not.toHaveProperty("unconfirmed");
    const { meetings } = searchPage.parse(JSON.parse(await ask("search?q=zeppelin")));
    expect(meetings[0]?.moments.map(({ kind, unconfirmed }) => [kind, unconfirmed])).toEqual([
      ["minutes", true],
      ["task", true],
    ]);
    const found = searchPage.parse(JSON.parse(await ask("search?q=telephone"))).meetings[0]?.moments ?? [];
    expect(found.map(({ kind, unconfirmed }) => [kind, unconfirmed])).toEqual([
      ["task", undefined],
      ["transcript", undefined],
    ]);
  }, SOON);
  const { summary } = meetingExport.parse(JSON.parse(await ask(`meetings/${meetId}/minutes/json`)));
  expect(summary?.caution).toBe(CAUTION);
  const tasks = summary?.fields.flatMap(({ content }) => (content.type === "tasks" ? content.items : [])) ?? [];
  expect([lineOf(tasks, INVENTED)?.confirmed, lineOf(tasks, SAID)?.confirmed]).toEqual([false, true]);
  for (const format of ["md", "txt"]) {
    const text = await ask(`meetings/${meetId}/minutes/${format}`);
    expect(text, format).toContain(CAUTION);
    expect(text.split("Not confirmed").length, format).toBe(3);
  }
});

test("an assistant reads the marks by MCP: in minutes, tasks and search", async () => {
  const reader = await clientWith(key);
  for (const [tool, input, member] of [
    ["fetch", { id: meetId }, "text"],
    ["read_minutes", { meetingId: meetId }, "minutes"],
  ] as const) {
    const text = String((await callTool(reader, tool, input)).value?.[member]);
    expect(text, tool).toContain(CAUTION);
    expect(text.split("Not confirmed").length, tool).toBe(3);
  }
  await vi.waitFor(async () => {
    const { value: tasks } = await callTool(reader, "list_tasks", { everybody: true });
    expect(tasks).toMatchObject({
      tasks: expect.arrayContaining([expect.objectContaining({ text: INVENTED.text, unconfirmed: true })]),
    });
    const { value: found } = await callTool(reader, "search", { query: "zeppelin" });
    expect(found).toMatchObject({ results: [{ moments: [{ unconfirmed: true }, { unconfirmed: true }] }] });
  }, SOON);
});

test("an assistant that asks about the meeting reads the mark of a line that nobody said", async () => {
  const reader = await clientWith(key);
  await giveLanguage(objectOf(meetId), SMALL);
  const { value } = await callTool(reader, "ask", { meetingId: meetId, question: "When does the desk open?" });
  expect(value).toMatchObject({
    answeredBy: "model",
    lines: [{ text: "The desk opens at eight on Monday." }, { text: INVENTED_LINE, unconfirmed: true }],
  });
  expect(z.object({ lines: z.array(z.looseObject({})) }).parse(value).lines[0]).not.toHaveProperty("unconfirmed");
});

test("a search marks the line in the box and on its page", async () => {
  await vi.waitFor(async () => {
    const answer = await (await call("/api/search?q=zeppelin", { cookie })).json<SearchAnswer>();
    expect(answer.meetings[0]?.moments.map(({ unconfirmed }) => unconfirmed)).toEqual([true, true]);
  }, SOON);
  const page = async (typed: string) => (await call(`/search?q=${typed}`, { cookie })).text();
  expect((await page("zeppelin")).split("Not confirmed").length).toBe(3);
  expect(await page("telephone")).not.toContain("Not confirmed");
});

test("a webhook with minutes has the marks of their lines and the caution, and one about tasks the mark of the task", async () => {
  const { received } = standInForReceivers();
  const events = ["meeting.summarized" as const, "task.changed" as const];
  await newWebhook(userId, { events, content: "minutes" });
  const { meetId: told } = await recordedTalk(LINES, { userId, details: { title: "Desk" } }, SMALL);
  await vi.waitFor(() => expect(received).toHaveLength(1), SOON);
  const minutes = received[0]?.body.data.minutes;
  expect(minutes?.caution).toBe(CAUTION);
  const items = minutes?.fields.flatMap(({ content }) => (content.type === "tasks" ? content.items : [])) ?? [];
  expect([lineOf(items, INVENTED)?.confirmed, lineOf(items, SAID)?.confirmed]).toEqual([false, true]);

  const view = await objectOf(told).view({ kind: "owner", userId });
  const tasks = view?.summary?.fields.flatMap(({ content }) => (content.type === "tasks" ? content.items : [])) ?? [];
  const taskId = lineOf(tasks, SAID)?.id ?? "";
  await objectOf(told).correct({ type: "tick-task", taskId, done: true }, userId);
  await vi.waitFor(() => expect(received).toHaveLength(2), SOON);
  const changed = (received[1]?.body.data.tasks ?? []).map(({ text, unconfirmed }) => [text, unconfirmed]);
  expect(changed).toEqual([
    [SAID.text, undefined],
    [INVENTED.text, true],
  ]);
});
