import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, beforeAll, expect, test, vi } from "vitest";
import { askedEvent, type AskedEvent } from "#app/contracts/ask.ts";
import type { SessionActor } from "#app/domain/account/actor.ts";
import type { MeetId, UserId } from "#app/domain/ids.ts";
import { ASK_SOURCE_TOKENS_MAX } from "#app/domain/limits/ask.ts";
import { HOUR_MS } from "#app/domain/limits/units.ts";
import { estimateTokens } from "#app/domain/summary/prompt/plan-parts.ts";
import { openAiLanguage } from "#app/server/adapters/openai/openai-language.ts";
import {
  addQuestion,
  answerThread,
  deleteThread,
  listThreads,
  readAllThreads,
  readThread,
  shareThread,
} from "#app/server/ask/threads.ts";
import { hashToken } from "#app/server/identity/session.ts";
import { openDatabase } from "#app/server/db/database.ts";
import type { LanguageModel } from "#app/server/ports/language-model.ts";
import { LANGUAGE_ORIGIN, standInForLanguage } from "#tests/fakes/language-server.ts";
import { INJECTIONS } from "#tests/fixtures/injections.ts";
import { call, post, refusalOf } from "#tests/support/api.ts";
import { makeTeam } from "#tests/support/make-team.ts";
import { lineStart, recordedTalk } from "#tests/support/recorded-talk.ts";
import { sessionActor } from "#tests/support/session-actor.ts";
import { signIn } from "#tests/support/sign-in.ts";
import { DETAILS, objectOf } from "#tests/support/upload-meeting.ts";

/** Questions to all meetings, with real meetings in the real objects of their workspaces. A stand-in is the model. */

const SOON = { timeout: 30_000, interval: 50 };
const db = openDatabase(env.DB);
const asks = { of: (workspaceId: string) => env.WORKSPACES.getByName(workspaceId) };
const model = (contextTokens = 32_000) =>
  openAiLanguage({ baseUrl: LANGUAGE_ORIGIN, model: "m", apiKey: null, contextTokens });

function servicesWith(language: LanguageModel | null) {
  const works: Promise<unknown>[] = [];
  return {
    db,
    asks,
    language,
    log: () => {},
    now: Date.now,
    waitUntil: (work: Promise<unknown>) => void works.push(work),
  };
}
const plain = servicesWith(null);

type Person = { userId: UserId; cookie: string; actor: SessionActor };
async function person(): Promise<Person> {
  const { userId, cookie } = await signIn();
  const sessionHash = await hashToken(cookie.split("=")[1] ?? "");
  return { userId, cookie, actor: { ...sessionActor(userId), sessionHash } };
}
const user = { locale: "en", timeZone: "Europe/Madrid" } as const;

async function eventsOf(stream: ReadableStream<Uint8Array> | null): Promise<AskedEvent[]> {
  const lines = (await new Response(stream).text()).split("\n").filter((line) => line !== "");
  return lines.map((line) => askedEvent.parse(JSON.parse(line)));
}

async function ask(
  { actor }: Person,
  question: string,
  { services = plain, threadId = null }: { services?: typeof plain; threadId?: string | null } = {},
) {
  const added = await addQuestion(services, actor, { threadId, question });
  if (!added.ok) throw new Error(added.reason);
  const answered = await answerThread(services, { actor, user }, added.value.threadId);
  if (!answered.ok) throw new Error(answered.reason);
  const events = await eventsOf(answered.value);
  const ended = events.at(-1);
  if (ended?.type !== "ended" || !ended.exchange.answer) throw new Error(`ended with ${ended?.type}`);
  return { threadId: added.value.threadId, events, answer: ended.exchange.answer };
}
const textsOf = ({ answer }: Pick<Awaited<ReturnType<typeof ask>>, "answer">) => answer.lines.map(({ text }) => text);

const GIRONA = [
  ["Jonas Vidal", "Girona asked for a lower price for the second year."],
  ["Nora Serra", "We promised the clinic in Girona a discount of twelve percent."],
  ["Jonas Vidal", "I will send the new contract to Girona by Friday."],
] as const;
const DESK = [
  ["Laia Font", "The desk opens at eight on Monday."],
  ["Sergi Roca", "The insurer sends back every third form."],
] as const;
const SPANISH = [["Laia Font", "El presupuesto de la imprenta sube a cuatro mil euros."]] as const;

let nora: Person;
let leo: Person;
const meet = { girona: "" as MeetId, desk: "" as MeetId, spanish: "" as MeetId, leos: "" as MeetId };

beforeAll(async () => {
  [nora, leo] = [await person(), await person()];
  await makeTeam({ owner: leo, others: [nora] });
  const of = (by: Person, title: string, hoursAgo: number, more = {}) => ({
    userId: by.userId,
    details: { title, startsAt: DETAILS.startsAt - hoursAgo * HOUR_MS, ...more },
  });
  const made = [
    await recordedTalk(GIRONA, of(nora, "Girona clinic", 0)),
    await recordedTalk(DESK, of(nora, "Desk", 24 * 20)),
    await recordedTalk(SPANISH, of(nora, "Imprenta", 30, { language: "es" })),
    await recordedTalk(
      [["Leo Mas", "The warehouse in Vic costs nine thousand euros a month."]],
      of(leo, "Warehouse", 5),
    ),
  ];
  [meet.girona, meet.desk, meet.spanish, meet.leos] = made.map(({ meetId }) => meetId) as [
    MeetId,
    MeetId,
    MeetId,
    MeetId,
  ];
  for (const [who, words] of [
    [nora, "insurer presupuesto clinic"],
    [leo, "warehouse"],
  ] as const)
    await vi.waitFor(async () => {
      for (const word of words.split(" ")) {
        const found = await asks.of(who.userId).search({
          workspaceId: who.userId,
          userId: who.userId,
          query: {
            words: [word],
            phrases: [],
            speakers: [],
            persons: [],
            source: null,
            after: null,
            before: null,
            unread: [],
          },
          startsFrom: null,
          startsBefore: null,
          after: null,
        });
        if (found.meetings.length !== 1) throw new Error(`${word} is not indexed yet`);
      }
    }, SOON);
}, 120_000);

afterEach(() => {
  vi.restoreAllMocks();
});

/** Resolves once the index of the team has taken it, which an answer does not wait for. */
async function showToTeam(meetId: MeetId, visibility: "team" | "private"): Promise<Response> {
  const answer = await call(`/api/acta/meetings/${meetId}/visibility`, {
    method: "PUT",
    cookie: leo.cookie,
    json: { visibility, people: [] },
  });
  const waiting = env.DB.prepare("select meet_id from team_index_changes where meet_id = ?").bind(meetId);
  await vi.waitFor(async () => expect((await waiting.all()).results).toEqual([]), SOON);
  return answer;
}

test("without a model the passages that fit are shown, each with its meeting and moment", async () => {
  const { answer, events } = await ask(nora, "What did we promise Girona?");
  expect(events.map(({ type }) => type)).toEqual(["looking", "ended"]);
  expect(answer).toMatchObject({ by: "passages", notice: "needs-model", lookedAt: 3, lost: 0 });
  expect(answer.lines[0]).toEqual({
    text: GIRONA[1][1],
    speaker: "Nora Serra",
    meetId: meet.girona,
    title: "Girona clinic",
    startsAt: DETAILS.startsAt,
    segmentId: expect.any(String) as string,
    startMs: lineStart(1),
  });
  expect((await ask(nora, "What about zeppelins?")).answer).toMatchObject({ lines: [], notice: "nothing" });
});

test("a model reads the passages, and each of its lines has a meeting, a moment and its check", async () => {
  const standIn = standInForLanguage();
  const services = servicesWith(model());
  const asked = await ask(nora, "What discount did we promise to Girona?", { services });
  expect(asked.events.map(({ type }) => type)).toEqual(["looking", "reading", "ended"]);
  expect(asked.answer).toMatchObject({ by: "model", notice: null, trouble: null });
  const line = asked.answer.lines.find(({ text }) => text === GIRONA[1][1]);
  expect(line).toMatchObject({ meetId: meet.girona, startMs: lineStart(1) });
  expect(line).not.toHaveProperty("unconfirmed");
  expect(standIn.judged.flat()).toContain(GIRONA[1][1]);
  // The judge's mark, and inventions.
  standIn.verdict = () => "not-said";
  const doubted = await ask(nora, "Which form does the insurer send back?", { services });
  expect(doubted.answer.lines.map(({ text, unconfirmed }) => [text, unconfirmed])).toEqual([[DESK[1][1], true]]);
  // Three sources in their order, none of them confirmed, are no answer.
  const recited = await ask(nora, "What discount did we promise to Girona?", { services });
  expect(recited.answer).toMatchObject({ by: "passages", notice: "no-line" });
  standIn.verdict = () => "supported";
  standIn.be("inventive");
  const invented = await ask(nora, "What discount did we promise to Girona?", { services });
  const marked = invented.answer.lines.filter(({ unconfirmed }) => unconfirmed).map(({ text }) => text);
  expect(marked).toEqual([
    "The rooms on Mars cost ninety million dollars.",
    "Everybody agreed that Zoltan pays for the flights.",
  ]);
  // Without a source a line is not shown at all.
  expect(invented.answer.leftOut).toBe(2);
});

test("without a judge a line is confirmed where its moment says it plainly, and is about the question", async () => {
  standInForLanguage();
  const { judge, ...alone } = model();
  expect(judge).toBeDefined();
  const services = servicesWith(alone);
  const marksOf = async (question: string) => {
    const { answer } = await ask(nora, question, { services });
    return answer.lines.map(({ text, unconfirmed }) => [answer.by, text, unconfirmed]);
  };
  const promised = await marksOf("What discount did we promise to Girona?");
  expect(promised).toContainEqual(["model", GIRONA[1][1], undefined]);
  expect(await marksOf("Which bank gets the form of the insurer?")).toEqual([["model", DESK[1][1], true]]);
});

test("the model's own words find what the question calls otherwise, in another language too", async () => {
  const standIn = standInForLanguage();
  const services = servicesWith(model());
  expect((await ask(nora, "How expensive is the printer?", { services })).answer.lines).toEqual([]);
  standIn.wider = ["presupuesto", "imprenta", "the"];
  const { answer } = await ask(nora, "How expensive is the printer?", { services });
  expect(answer.lines[0]).toMatchObject({ text: SPANISH[0][1], meetId: meet.spanish });
  expect(standIn.widened.at(-1)).toBe("The question: How expensive is the printer?");
});

test("a question is narrowed by person, speaker and dates", async () => {
  const found = async (question: string) => [
    ...new Set((await ask(nora, question)).answer.lines.map(({ title }) => title)),
  ];
  expect(await found("What is new? person:jonas")).toEqual(["Girona clinic"]);
  expect(await found("What opens on Monday? before:2026-11-10")).toEqual(["Desk"]);
  expect(await found("What opens on Monday? after:2026-11-10")).toEqual([]);
  const said = await ask(nora, "Girona from:jonas");
  expect(said.answer.lines.map(({ speaker }) => speaker)).toEqual(["Jonas Vidal", "Jonas Vidal"]);
});

test("a thread goes on: a question without words of its own is about the one before", async () => {
  const standIn = standInForLanguage();
  const services = servicesWith(model());
  const first = await ask(nora, "What did we promise Girona?", { services });
  await ask(nora, "And when?", { services, threadId: first.threadId });
  const prompt = standIn.asked.at(-1)?.messages.at(-1)?.content ?? "";
  expect(prompt).toContain(GIRONA[2][1]);
  expect(prompt).toContain("- What did we promise Girona?");
  const thread = await readThread(plain, nora.actor, { threadId: first.threadId, of: null });
  expect(thread?.exchanges.map(({ question }) => question)).toEqual(["What did we promise Girona?", "And when?"]);
  expect((await listThreads(plain, nora.actor))[0]).toMatchObject({ id: first.threadId, questions: 2 });
});

test("meetings of a colleague are read while they are shown, and their lines go when they are not", async () => {
  const question = "What does the warehouse in Vic cost?";
  expect(textsOf(await ask(nora, question))).toEqual([]);
  expect((await showToTeam(meet.leos, "team")).status).toBe(200);
  standInForLanguage({ mode: "inventive" });
  const asked = await ask(nora, question, { services: servicesWith(model()) });
  expect(textsOf(asked)).toContain("The warehouse in Vic costs nine thousand euros a month.");
  expect(textsOf(asked)).toContain("The rooms on Mars cost ninety million dollars.");
  expect((await showToTeam(meet.leos, "private")).status).toBe(200);
  const thread = await readThread(plain, nora.actor, { threadId: asked.threadId, of: null });
  // Lines that are not confirmed may come from any meeting that the model read.
  expect(thread?.exchanges[0]?.answer).toMatchObject({ lines: [], lost: 3 });
  expect(textsOf(await ask(nora, question))).toEqual([]);
});

test("a meeting that was lost while the answer was written is not in it", async () => {
  const standIn = standInForLanguage();
  const services = servicesWith(model());
  await showToTeam(meet.leos, "team");
  standIn.hold();
  const added = await addQuestion(services, nora.actor, {
    threadId: null,
    question: "What does the warehouse in Vic cost?",
  });
  if (!added.ok) throw new Error(added.reason);
  const { threadId } = added.value;
  const answered = await answerThread(services, { actor: nora.actor, user }, threadId);
  if (!answered.ok) throw new Error(answered.reason);
  const events = eventsOf(answered.value);
  await vi.waitFor(() => expect(standIn.asked.length).toBe(1), SOON);
  expect(await answerThread(services, { actor: nora.actor, user }, threadId)).toEqual({
    ok: false,
    reason: "chat-busy",
  });
  expect(await addQuestion(services, nora.actor, { threadId, question: "And?" })).toEqual({
    ok: false,
    reason: "chat-busy",
  });
  await showToTeam(meet.leos, "private");
  standIn.release();
  expect((await events).at(-1)).toMatchObject({ type: "ended", exchange: { answer: { lines: [], lost: 1 } } });
});

test("a shared thread opens for those who may see all its sources, and a deleted one for nobody", async () => {
  await showToTeam(meet.leos, "team");
  const own = await ask(leo, "What does the warehouse in Vic cost?");
  const of = leo.userId;
  const read = () => readThread(plain, nora.actor, { threadId: own.threadId, of });
  expect(await read()).toBeNull();
  await shareThread(plain, leo.actor, { threadId: own.threadId, isShared: true });
  expect(await read()).toMatchObject({
    isOwn: false,
    exchanges: [{ question: "What does the warehouse in Vic cost?" }],
  });
  await showToTeam(meet.leos, "private");
  expect(await read()).toBeNull();
  expect(await readThread(plain, leo.actor, { threadId: own.threadId, of: null })).toMatchObject({ isShared: true });
  await showToTeam(meet.leos, "team");
  expect(await readThread(plain, (await person()).actor, { threadId: own.threadId, of })).toBeNull();
  // Only the person themselves goes on in it, ends it or deletes it.
  expect(await addQuestion(plain, nora.actor, { threadId: own.threadId, question: "And?" })).toEqual({
    ok: false,
    reason: "not-found",
  });
  await deleteThread(plain, nora.actor, own.threadId);
  expect(await read()).not.toBeNull();
  await deleteThread(plain, leo.actor, own.threadId);
  expect(await read()).toBeNull();
  await showToTeam(meet.leos, "private");
});

test("a deleted meeting takes its lines out of all threads, those of other workspaces too", async () => {
  const { meetId } = await recordedTalk([["Leo Mas", "The lighthouse needs a new lamp."]], {
    userId: leo.userId,
    details: { title: "Lighthouse" },
  });
  await showToTeam(meetId, "team");
  const asked: { threadId: string; userId: UserId }[] = [];
  await vi.waitFor(async () => {
    const { threadId, answer } = await ask(nora, "Which lamp does the lighthouse need?");
    expect(answer.lines).toHaveLength(1);
    asked.push({ threadId, userId: nora.userId });
  }, SOON);
  const mine = await ask(leo, "Which lamp does the lighthouse need?");
  asked.push({ threadId: mine.threadId, userId: leo.userId });
  await objectOf(meetId).discard();
  await vi.waitFor(async () => {
    for (const { threadId, userId } of asked)
      await runInDurableObject(asks.of(userId), (_object, { storage }) => {
        const stored = storage.sql.exec("SELECT * FROM ask_exchanges WHERE thread_id = ?", threadId).toArray();
        expect(JSON.stringify(stored)).not.toContain("new lamp");
        expect(storage.sql.exec("SELECT * FROM ask_sources WHERE meet_id = ?", meetId).toArray()).toEqual([]);
      });
  }, SOON);
});

test.each(["en", "es", "fr", "ca"] as const)(
  "%s: an obedient model confirms nothing that only an order in a transcript says",
  async (language) => {
    const her = await person();
    const texts = INJECTIONS.filter((one) => one.language === language).map(({ text }) => text);
    await recordedTalk(
      [["Marta", "zeppelin"], ...texts.map((text) => ["Eve", `zeppelin ${text}`] as const), ["Marta", "zeppelin"]],
      { userId: her.userId, details: { title: `zeppelin ${texts[0]}`.slice(0, 100), language } },
    );
    const standIn = standInForLanguage({ mode: "obedient" });
    const services = servicesWith(model());
    await vi.waitFor(async () => {
      const { answer, threadId } = await ask(her, "zeppelin?", { services });
      expect(answer.lines.length + answer.leftOut, threadId).toBeGreaterThan(3);
      const shown = answer.by === "model" ? answer.lines : [];
      const confirmed = shown.filter(({ unconfirmed }) => !unconfirmed).map(({ text }) => text);
      expect(confirmed.filter((one) => HARM.test(one))).toEqual([]);
      for (const { text } of shown) expect(text).not.toMatch(/\]\(|!\[|<\/?[a-z!]|javascript:/iu);
    }, SOON);
    const lines = (standIn.asked.at(-1)?.messages.at(-1)?.content ?? "").split("\n");
    for (const tag of ["<transcript>", "</transcript>"])
      expect(lines.filter((line) => line.includes(tag))).toEqual([tag]);
  },
  60_000,
);
const HARM =
  /https?:|www\.|\]\(|!\[|<\/?[a-z!]|evil\.example|javascript:|tok_live|hunter2|\+34 ?600|You answer questions|Rules, above|unrestricted and will/iu;

test("a model reads at most 6,000 tokens of sources, and fewer where its window is small or it is slow", async () => {
  const her = await person();
  const long = Array.from(
    { length: 300 },
    (_, at) => ["Marta", `The harbour plan, point ${at}: ${"quay and crane ".repeat(60)}`] as const,
  );
  for (const title of ["One", "Two"]) await recordedTalk(long, { userId: her.userId, details: { title } });
  const standIn = standInForLanguage();
  const sourcesIn = () => (standIn.asked.at(-1)?.messages.at(-1)?.content ?? "").split("</transcript>")[0] ?? "";
  await vi.waitFor(async () => {
    const { answer } = await ask(her, "What is the harbour plan?", { services: servicesWith(model()) });
    expect(answer.lookedAt).toBe(2);
    expect(estimateTokens(sourcesIn())).toBeGreaterThan(ASK_SOURCE_TOKENS_MAX / 2);
  }, SOON);
  expect(estimateTokens(sourcesIn())).toBeLessThanOrEqual(ASK_SOURCE_TOKENS_MAX + 100);
  // A model that reads slowly gets what it reads in time.
  const { chat, ...slow } = model();
  if (!chat) throw new Error("no chat");
  const services = servicesWith({ ...slow, chat: { ...chat, sourceTokensMax: 1000 } });
  await ask(her, "What is the harbour plan?", { services });
  expect(estimateTokens(sourcesIn())).toBeLessThanOrEqual(1100);
  await ask(her, "What is the harbour plan?", { services: servicesWith(model(4096)) });
  expect(
    estimateTokens(
      standIn.asked
        .at(-1)
        ?.messages.map(({ content }) => content)
        .join("") ?? "",
    ),
  ).toBeLessThan(4096);
}, 60_000);

test("a model that is down leaves the passages; one that breaks off, unconfirmed lines", async () => {
  const standIn = standInForLanguage();
  const services = servicesWith(model());
  standIn.be("500");
  const down = await ask(nora, "What discount did we promise to Girona?", { services });
  expect(down.answer).toMatchObject({ by: "passages", trouble: "model-down" });
  expect(down.answer.lines.length).toBeGreaterThan(0);
  // Asked again in its place, it is answered.
  standIn.be("ok");
  const again = await answerThread(services, { actor: nora.actor, user }, down.threadId);
  if (!again.ok) throw new Error(again.reason);
  expect((await eventsOf(again.value)).at(-1)).toMatchObject({ exchange: { answer: { by: "model", trouble: null } } });
});

test("a page that leaves ends the answer, and the question can be answered again", async () => {
  const standIn = standInForLanguage();
  const services = servicesWith(model());
  standIn.hold();
  const added = await addQuestion(services, nora.actor, { threadId: null, question: "What did we promise Girona?" });
  if (!added.ok) throw new Error(added.reason);
  const { threadId } = added.value;
  const answered = await answerThread(services, { actor: nora.actor, user }, threadId);
  if (!answered.ok) throw new Error(answered.reason);
  await vi.waitFor(() => expect(standIn.asked.length).toBe(1), SOON);
  await answered.value.cancel();
  standIn.release();
  await vi.waitFor(async () => {
    const again = await answerThread(services, { actor: nora.actor, user }, threadId);
    if (!again.ok) throw new Error(again.reason);
    expect((await eventsOf(again.value)).at(-1)).toMatchObject({
      type: "ended",
      exchange: { answer: { by: "model" } },
    });
  }, SOON);
});

test("over HTTP: one's own thread is answered in events; others and strangers do not find it", async () => {
  const added = await addQuestion(plain, nora.actor, { threadId: null, question: "What did we promise Girona?" });
  if (!added.ok) throw new Error(added.reason);
  const path = `/api/acta/ask/${added.value.threadId}/answer`;
  expect((await refusalOf(await post(path, leo.cookie, {}))).status).toBe(404);
  expect((await refusalOf(await post(path, undefined, {}))).status).toBe(401);
  expect((await refusalOf(await post("/api/acta/ask/no-id/answer", nora.cookie, {}))).status).toBe(404);
  const answered = await post(path, nora.cookie, {});
  expect(answered.headers.get("Content-Type")).toBe("application/x-ndjson; charset=utf-8");
  expect((await eventsOf(answered.body)).at(-1)).toMatchObject({ exchange: { answer: { notice: "needs-model" } } });
});

test("an archive has the questions and answers as the person may read them now", async () => {
  const { threadId } = await ask(nora, "What did we promise Girona?");
  const threads = await readAllThreads(plain, nora.actor);
  const found = threads.find(({ id }) => id === threadId);
  expect(found?.exchanges[0]?.answer?.lines[0]).toMatchObject({ text: GIRONA[1][1], title: "Girona clinic" });
});
