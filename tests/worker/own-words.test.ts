import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { eq, inArray } from "drizzle-orm";
import { expect, test, vi } from "vitest";
import { addedWordsAnswer, wordListsAnswer, wordOffersAnswer } from "#app/contracts/words.ts";
import type { MeetId } from "#app/domain/ids.ts";
import { OWN_WORDS_MAX } from "#app/domain/limits/words.ts";
import { readAccountData } from "#app/server/account/account-data.ts";
import { openDatabase } from "#app/server/db/database.ts";
import { planHolds } from "#app/server/db/schema-billing.ts";
import { meetingVisibility } from "#app/server/db/schema-teams.ts";
import { ownWords } from "#app/server/db/schema-words.ts";
import type { OwnWord } from "#app/domain/words/own-word.ts";
import type { RecognisedSpeech, SpeechEngine } from "#app/server/ports/speech.ts";
import { call, finishUpload, putBytes, startUpload } from "#tests/support/api.ts";
import { fixture } from "#tests/support/fixture.ts";
import { announced, placeOf } from "#tests/support/given-transcript.ts";
import { openLive } from "#tests/support/live-page.ts";
import { makeTeam } from "#tests/support/make-team.ts";
import { onBench } from "#tests/support/meeting-bench.ts";
import { sessionActor } from "#tests/support/session-actor.ts";
import { signIn } from "#tests/support/sign-in.ts";
import { objectOf } from "#tests/support/upload-meeting.ts";
import { listsOf } from "#workers/compose/objects.ts";
import { workerEnv } from "#tests/support/worker-env.ts";

/** Names and terms of a workspace over the API, and their offers in real meetings. */

const db = openDatabase(env.DB);
const WORDS = "/api/acta/words";
let saves = 0;
const saveId = () => `words-${(saves += 1)}-00000000`;

const add = (cookie: string, text: string, list: "own" | "team" = "own") =>
  call(WORDS, { method: "POST", cookie, json: { list, text } });
const added = async (cookie: string, text: string, list?: "own" | "team") =>
  addedWordsAnswer.parse(await (await add(cookie, text, list)).json());
const lists = async (cookie: string) => wordListsAnswer.parse(await (await call(WORDS, { cookie })).json()).lists;
const namesOf = (list: { words: { word: string }[] } | undefined) => list?.words.map(({ word }) => word);

const LINES = [
  "Hoy hablamos de la oficina nueva en Chirona y del contrato.",
  "En Chirona falta la firma, y Mercedes la pide mañana.",
  "El plazo termina el viernes, y de Chirona depende todo lo demás.",
];

async function meetingIn(cookie: string, lines: readonly string[] = LINES) {
  const stamp = (second: number) => `00:00:${String(second).padStart(2, "0")}.000`;
  const cues = lines.map((line, index) => `${stamp(index * 3)} --> ${stamp(index * 3 + 3)}\n${line}\n`);
  const transcript = new TextEncoder().encode(`WEBVTT\n\n${cues.join("\n")}`);
  const video = await fixture("talk.mp4");
  const asked = announced(video, transcript, { meetLanguage: "es" });
  const started = await startUpload(cookie, asked);
  await putBytes(placeOf(started), transcript);
  await putBytes(started, video);
  expect((await finishUpload(cookie, started.meetId, asked)).status).toBe(200);
  const page = await openLive(started.meetId, cookie);
  await page.until(({ view }) => view().head.status === "SUMMARIZED");
  const path = `/api/acta/meetings/${started.meetId}/words`;
  return {
    meetId: started.meetId as MeetId,
    page,
    texts: () => page.view().segments.map(({ text }) => text),
    offers: async (as = cookie) => wordOffersAnswer.parse(await (await call(path, { cookie: as })).json()).offers,
    choose: (json: object, as = cookie) => call(path, { method: "POST", cookie: as, json }),
  };
}

test("a pasted list is added once, read back in order and removed word by word", async () => {
  const { cookie } = await signIn();
  const first = await added(cookie, "Kubernetes, Girona\nSant Cugat\ngirona\n2027");
  expect(first).toMatchObject({ added: 3, refused: ["2027"], full: 0 });
  expect(namesOf(first.lists[0])).toEqual(["Girona", "Kubernetes", "Sant Cugat"]);
  expect(await added(cookie, "GIRONA; Puig")).toMatchObject({ added: 1 });
  const [own] = await lists(cookie);
  expect(own).toMatchObject({ list: "own", team: null, editable: true });
  expect(namesOf(own)).toEqual(["Girona", "Kubernetes", "Puig", "Sant Cugat"]);
  const girona = own?.words[0]?.id ?? "";
  const removed = await call(`${WORDS}/${girona}`, { method: "DELETE", cookie });
  expect(namesOf(wordListsAnswer.parse(await removed.json()).lists[0])).toEqual(["Kubernetes", "Puig", "Sant Cugat"]);
  expect((await call(`${WORDS}/${girona}`, { method: "DELETE", cookie })).status).toBe(404);
});

test("a list has room for its limit, and says how many words found none", async () => {
  const { cookie } = await signIn();
  const many = Array.from({ length: OWN_WORDS_MAX - 1 }, (_, index) => `Word${index}x`);
  expect(await added(cookie, many.join("\n"))).toMatchObject({ added: OWN_WORDS_MAX - 1, full: 0 });
  expect(await added(cookie, "Alpha\nBeta\nGamma")).toMatchObject({ added: 1, full: 2 });
});

test("another person's words are neither read nor removed", async () => {
  const [nora, luis] = [await signIn(), await signIn()];
  const { lists: own } = await added(nora.cookie, "Girona");
  expect(namesOf((await lists(luis.cookie))[0])).toEqual([]);
  const removal = await call(`${WORDS}/${own[0]?.words[0]?.id}`, { method: "DELETE", cookie: luis.cookie });
  expect(removal.status).toBe(404);
});

test("members read the team's list, and change it only where the team lets them edit", async () => {
  const [nora, luis] = [await signIn(), await signIn()];
  await makeTeam({ owner: nora, others: [luis] });
  await added(nora.cookie, "Girona", "team");
  const [, ofTeam] = await lists(luis.cookie);
  expect(ofTeam).toMatchObject({ list: "team", team: "Agenda Clara", editable: false });
  expect(namesOf(ofTeam)).toEqual(["Girona"]);
  expect((await add(luis.cookie, "Puig", "team")).status).toBe(404);
  const path = `${WORDS}/${ofTeam?.words[0]?.id}`;
  expect((await call(path, { method: "DELETE", cookie: luis.cookie })).status).toBe(404);
  await call("/api/acta/team", { method: "PATCH", cookie: nora.cookie, json: { membersEdit: true } });
  expect((await add(luis.cookie, "Puig", "team")).status).toBe(200);
  expect((await call(path, { method: "DELETE", cookie: luis.cookie })).status).toBe(200);
  expect((await add((await signIn()).cookie, "Puig", "team")).status).toBe(404);
});

test("a misheard name is offered, replaced everywhere, taken back, and offered first in the next meeting", async () => {
  const { cookie } = await signIn();
  await added(cookie, "Girona\nMeritxell");
  const meeting = await meetingIn(cookie);
  expect(await meeting.offers()).toEqual([{ word: "Girona", heard: "Chirona", isKnown: false, count: 3, startMs: 0 }]);
  const replacement = { choice: "replace", saveId: saveId(), word: "Girona", heard: "Chirona" };
  expect((await meeting.choose(replacement)).status).toBe(200);
  // The same save again changes nothing.
  expect((await meeting.choose(replacement)).status).toBe(200);
  await meeting.page.until(() => meeting.texts().join(" ").includes("Girona"));
  expect(meeting.texts()).toEqual(LINES.map((line) => line.replaceAll("Chirona", "Girona")));
  expect(meeting.page.view().segments.every(({ edited }) => edited)).toBe(true);
  expect(await meeting.offers()).toEqual([]);
  const [{ words } = { words: [] }] = await lists(cookie);
  expect(words.find(({ word }) => word === "Girona")?.heard).toEqual(["chirona"]);
  expect((await meeting.choose({ choice: "undo", saveId: saveId(), of: replacement.saveId })).status).toBe(200);
  await meeting.page.until(() => meeting.texts().join(" ").includes("Chirona"));
  expect(meeting.texts()).toEqual(LINES);
  const next = await meetingIn(cookie, [
    "Mañana Meritxel va a Chirona.",
    "Meritxel no vuelve hasta el lunes por la tarde.",
  ]);
  expect((await next.offers()).map(({ word, isKnown }) => [word, isKnown])).toEqual([
    ["Girona", true],
    ["Meritxell", false],
  ]);
});

test("a correction that a person made after a replacement stays when that is taken back", async () => {
  const { cookie } = await signIn();
  await added(cookie, "Girona");
  const meeting = await meetingIn(cookie);
  const replacement = { choice: "replace", saveId: saveId(), word: "Girona", heard: "Chirona" };
  await meeting.choose(replacement);
  await meeting.page.until(() => meeting.texts().join(" ").includes("Girona"));
  const [segment] = meeting.page.view().segments;
  const edit = { saveId: saveId(), before: segment?.text, text: "Otra cosa." };
  await call(`/api/acta/meetings/${meeting.meetId}/segments/${segment?.id}`, { method: "POST", cookie, json: edit });
  await meeting.choose({ choice: "undo", saveId: saveId(), of: replacement.saveId });
  await meeting.page.until(() => meeting.texts()[2] === LINES[2]);
  expect(meeting.texts()).toEqual(["Otra cosa.", LINES[1], LINES[2]]);
});

test("a declined offer does not come back in its meeting, and comes in another one", async () => {
  const { cookie } = await signIn();
  await added(cookie, "Girona");
  const meeting = await meetingIn(cookie);
  const declined = { choice: "decline", saveId: saveId(), word: "Girona", heard: "Chirona" };
  expect((await meeting.choose(declined)).status).toBe(200);
  expect(await meeting.offers()).toEqual([]);
  expect(meeting.texts()).toEqual(LINES);
  expect(await (await meetingIn(cookie)).offers()).toHaveLength(1);
});

test("only a word of the meeting replaces anything, and only what was heard is replaced", async () => {
  const { cookie } = await signIn();
  await added(cookie, "Girona");
  const meeting = await meetingIn(cookie);
  const choose = async (word: string, heard: string) =>
    (await meeting.choose({ choice: "replace", saveId: saveId(), word, heard })).status;
  expect(await choose("Tarragona", "Chirona")).toBe(404);
  expect(await choose("Girona", "Herona")).toBe(409);
  expect(meeting.texts()).toEqual(LINES);
});

test("offers are for those who may correct the minutes", async () => {
  const [nora, luis] = [await signIn(), await signIn()];
  const teamId = await makeTeam({ owner: nora, others: [luis] });
  await added(nora.cookie, "Girona", "team");
  const meeting = await meetingIn(nora.cookie);
  await db
    .insert(meetingVisibility)
    .values({ meetId: meeting.meetId, visibility: "team", teamId, changedBy: nora.userId, changedAt: 1 })
    .onConflictDoUpdate({ target: meetingVisibility.meetId, set: { visibility: "team", teamId } });
  const path = `/api/acta/meetings/${meeting.meetId}/words`;
  expect((await call(path, { cookie: luis.cookie })).status).toBe(404);
  await call("/api/acta/team", { method: "PATCH", cookie: nora.cookie, json: { membersEdit: true } });
  expect(await meeting.offers(luis.cookie)).toHaveLength(1);
  const replacement = { choice: "replace", saveId: saveId(), word: "Girona", heard: "Chirona" };
  expect((await meeting.choose(replacement, luis.cookie)).status).toBe(200);
  // The team's list has the word, and lets members edit.
  const [own, ofTeam] = await lists(luis.cookie);
  expect(namesOf(own)).toEqual([]);
  expect(ofTeam?.words[0]?.heard).toEqual(["chirona"]);
});

test("the archive holds the words, an ended team leaves them to its administrator, and they go with the account", async () => {
  const { cookie, userId } = await signIn();
  const teamId = await makeTeam({ owner: { userId } });
  await added(cookie, "Girona");
  await added(cookie, "Puig", "team");
  const actor = sessionActor(userId);
  const { words } = await readAccountData({ db, lists: listsOf(workerEnv) }, actor);
  expect(words.map(({ word, workspaceId, heard }) => ({ word, workspaceId, heard }))).toEqual(
    expect.arrayContaining([
      { word: "Girona", workspaceId: userId, heard: [] },
      { word: "Puig", workspaceId: teamId, heard: [] },
    ]),
  );
  // The end of a team that is not paid for any more gives its words to the administrator.
  await db.delete(planHolds).where(eq(planHolds.workspaceId, teamId));
  expect((await call("/api/acta/team", { method: "DELETE", cookie })).status).toBe(200);
  expect((await lists(cookie)).map(namesOf)).toEqual([["Girona", "Puig"]]);
  const json = { confirmation: `${userId}@example.test` };
  expect((await call("/api/acta/user/delete", { method: "POST", cookie, json })).status).toBe(204);
  await vi.waitFor(async () => {
    const left = await db
      .select()
      .from(ownWords)
      .where(inArray(ownWords.workspaceId, [userId, teamId]));
    expect(left).toEqual([]);
  }, 30_000);
});

test("a deleted meeting forgets what was chosen in it", async () => {
  const { cookie } = await signIn();
  await added(cookie, "Girona");
  const meeting = await meetingIn(cookie);
  await meeting.choose({ choice: "decline", saveId: saveId(), word: "Girona", heard: "Chirona" });
  const object = objectOf(meeting.meetId);
  await object.discard();
  await runInDurableObject(object, (_object, { storage }) => {
    expect(storage.sql.exec("SELECT count(*) AS rows FROM word_choices").one()).toEqual({ rows: 0 });
  });
});

test("an engine is told the words of the meeting; its text is stored under the same key whatever they are", async () => {
  const told: (readonly string[])[] = [];
  const recognised = async (words: readonly OwnWord[]) => {
    const answer = recognisedSpeech(["Vamos a Chirona mañana por la tarde.", "Girona, Kubernetes, Sant Cugat."]);
    const speech: SpeechEngine = {
      id: "told",
      async recognise({ words: own }) {
        told.push(own);
        return answer;
      },
    };
    return onBench(await fixture("talk.mp4"), { deps: { speech, words: async () => words } }, async (bench) => {
      await bench.finish();
      const { recordingId } = bench.birth;
      const { objects } = await env.RECORDINGS.list({ prefix: `recordings/${recordingId}/` });
      return {
        keys: objects.map(({ key }) => key.replace(recordingId, "…")).filter((key) => key.includes("told")),
        texts: bench.view()?.segments.map((segment) => segment.text),
      };
    });
  };
  const words = ["Girona", "Kubernetes", "Sant Cugat"].map((word) => ({ word, heard: [] }));
  const [one, other] = [await recognised(words), await recognised([])];
  expect(told).toEqual([["Girona", "Kubernetes", "Sant Cugat"], []]);
  expect(one.keys).toHaveLength(1);
  expect(other.keys).toEqual(one.keys);
  // The engine's repetition of its prompt is no speech.
  expect(one.texts).toEqual(["Vamos a Chirona mañana por la tarde."]);
  expect(other.texts).toHaveLength(2);
});

function recognisedSpeech(lines: readonly string[]): RecognisedSpeech {
  const facts = { speaker: null, words: null, noSpeechProbability: 0, meanLogProbability: -0.2, compressionRatio: 1.2 };
  const segments = lines.map((text, index) => ({ ...facts, startMs: index * 3000, endMs: index * 3000 + 2800, text }));
  return { segments, language: null };
}
