import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { expect, test, vi } from "vitest";
import { type SpeakersAnswer, speakersAnswer } from "#app/contracts/meeting/edit-answers.ts";
import { savedVoicesAnswer } from "#app/contracts/voices.ts";
import { DAY_MS } from "#app/domain/limits/units.ts";
import { readAccountData } from "#app/server/account/account-data.ts";
import { openDatabase } from "#app/server/db/database.ts";
import { meetingVisibility } from "#app/server/db/schema-teams.ts";
import { voiceMemories, voiceProfiles } from "#app/server/db/schema-voices.ts";
import type { VoicesEngine } from "#app/server/ports/voices.ts";
import { sweepVoices } from "#app/server/voices/saved-voices.ts";
import { call, post } from "#tests/support/api.ts";
import { makeTeam } from "#tests/support/make-team.ts";
import { markedRecording } from "#tests/support/marked-recording.ts";
import { onBench } from "#tests/support/meeting-bench.ts";
import { sessionActor } from "#tests/support/session-actor.ts";
import { signIn } from "#tests/support/sign-in.ts";
import { talkingSpeech } from "#tests/support/talking-speech.ts";
import { framesOf, type Talk } from "#tests/support/voice-frames.ts";
import { listsOf } from "#workers/compose/objects.ts";
import { workerEnv } from "#tests/support/worker-env.ts";

/** Voices that a person saves over the API, and what later meetings ask because of them: real objects, D1 and R2. */

const db = openDatabase(env.DB);
const PATH = "/api/acta/user/voices";
const SECONDS = 40;
const MODEL = "a-model";

type Person = Awaited<ReturnType<typeof signIn>>;

/** Two people speak for half the time each; their voices are the made-up ones with these numbers. */
async function aMeeting({ userId }: Person, voices: readonly [number, number], model: string | null = MODEL) {
  const talk: Talk[] = [
    { person: voices[0], startMs: 0, endMs: 19_500 },
    { person: voices[1], startMs: 20_500, endMs: 39_000 },
  ];
  const engine: VoicesEngine = {
    prepare: () => Promise.resolve({ state: "ready" }),
    find: () =>
      Promise.resolve(framesOf(talk, SECONDS * 1000).map((frame) => ({ ...frame, model: model ?? undefined }))),
  };
  const deps = { speech: talkingSpeech, voices: engine };
  return onBench(
    markedRecording(SECONDS),
    { userId, details: { language: "en" }, deps },
    async ({ finish, flush, birth }) => {
      await finish();
      await flush();
      return birth.meetId;
    },
  );
}

const speakers = async ({ cookie }: Person, meetId: string): Promise<SpeakersAnswer> =>
  speakersAnswer.parse(await (await call(`/api/acta/meetings/${meetId}/speakers`, { cookie })).json());
const asked = async (person: Person, meetId: string) =>
  (await speakers(person, meetId)).heard?.map(({ label, name, how }) => ({ label, name, how }));
const switchTo = async ({ cookie }: Person, keepDays: number | null) =>
  savedVoicesAnswer.parse(await (await call(PATH, { method: "PUT", cookie, json: { keepDays } })).json());
const name = ({ cookie }: Person, meetId: string, label: string, given: string) =>
  post(`/api/acta/meetings/${meetId}/speakers`, cookie, {
    saveId: crypto.randomUUID(),
    names: [{ label, before: null, name: given }],
  });
const save = ({ cookie }: Person, meetId: string, label: string, given: string, agreed = true) =>
  post(PATH, cookie, { meetId, label, name: given, agreed });

/** Marta's voice (number 3), saved from a meeting of its own. */
async function withMarta() {
  const nora = await signIn();
  await switchTo(nora, 365);
  const first = await aMeeting(nora, [3, 4]);
  await name(nora, first, "Speaker 1", "Marta");
  const saved = await save(nora, first, "Speaker 1", "Marta");
  expect(saved.status).toBe(200);
  const { voices } = savedVoicesAnswer.parse(await saved.json());
  return { nora, first, voices };
}

const rowsOf = ({ userId }: Person) => db.select().from(voiceProfiles).where(eq(voiceProfiles.userId, userId));

test("nothing is saved or offered until a person switches it on", async () => {
  const nora = await signIn();
  const meetId = await aMeeting(nora, [3, 4]);
  await name(nora, meetId, "Speaker 1", "Marta");
  expect(await speakers(nora, meetId)).not.toHaveProperty("remembers");
  expect((await save(nora, meetId, "Speaker 1", "Marta")).status).toBe(409);
  expect(await rowsOf(nora)).toEqual([]);
});

test("a saved voice is asked about in the next meeting, and names nobody by itself", async () => {
  const { nora, first, voices } = await withMarta();
  expect(voices).toMatchObject([{ name: "Marta" }]);
  expect(await asked(nora, first)).toEqual([]);
  const next = await aMeeting(nora, [9, 3]);
  const read = await speakers(nora, next);
  expect(read.heard).toEqual([{ label: "Speaker 2", name: "Marta", how: "sounds", atMs: expect.any(Number) }]);
  expect(read.speakers.map(({ label, name: given }) => [label, given])).toEqual([
    ["Speaker 1", null],
    ["Speaker 2", null],
  ]);
  expect(read.remembers).toEqual({ keepDays: 365, labels: ["Speaker 1", "Speaker 2"], saved: ["Marta"] });
  await name(nora, next, "Speaker 2", "Marta");
  expect(await asked(nora, next)).toEqual([]);
});

test("a voice is saved only with the consent, and only of a speaker who has that name", async () => {
  const nora = await signIn();
  await switchTo(nora, 90);
  const meetId = await aMeeting(nora, [3, 4]);
  expect((await save(nora, meetId, "Speaker 1", "Speaker 1")).status).toBe(409);
  await name(nora, meetId, "Speaker 1", "Marta");
  expect((await save(nora, meetId, "Speaker 1", "Marta", false)).status).toBe(422);
  expect((await save(nora, meetId, "Speaker 1", "Joan")).status).toBe(409);
  expect((await save(nora, meetId, "Speaker 9", "Marta")).status).toBe(409);
  const luis = await signIn();
  await switchTo(luis, 90);
  expect((await save(luis, meetId, "Speaker 1", "Marta")).status).toBe(404);
  expect(await rowsOf(nora)).toEqual([]);
  expect(await rowsOf(luis)).toEqual([]);
});

test("a voice of another model, or of an engine that names none, is compared with nobody", async () => {
  const { nora } = await withMarta();
  expect(await asked(nora, await aMeeting(nora, [9, 3], "another-model"))).toEqual([]);
  const unnamed = await speakers(nora, await aMeeting(nora, [9, 3], null));
  expect(unnamed.heard).toEqual([]);
  expect(unnamed.remembers?.labels).toEqual([]);
});

test("a colleague who reads and names the same meeting neither sees nor deletes the voice", async () => {
  const { nora, voices } = await withMarta();
  const luis = await signIn();
  const teamId = await makeTeam({ owner: nora, others: [luis] });
  await call("/api/acta/team", { method: "PATCH", cookie: nora.cookie, json: { membersEdit: true } });
  const next = await aMeeting(nora, [9, 3]);
  await db
    .insert(meetingVisibility)
    .values({ meetId: next, visibility: "team", teamId, changedBy: nora.userId, changedAt: 1 })
    .onConflictDoUpdate({ target: meetingVisibility.meetId, set: { visibility: "team", teamId } });
  await switchTo(luis, 90);
  expect(await asked(nora, next)).toHaveLength(1);
  expect(await asked(luis, next)).toEqual([]);
  const path = `${PATH}/${voices[0]?.id}`;
  expect((await call(path, { method: "DELETE", cookie: luis.cookie })).status).toBe(404);
  const removed = await call(path, { method: "DELETE", cookie: nora.cookie });
  expect(savedVoicesAnswer.parse(await removed.json()).voices).toEqual([]);
  expect(await rowsOf(nora)).toEqual([]);
  expect(await asked(nora, next)).toEqual([]);
});

test("the time that a voice is kept can be changed, counts from its saving, and ends it", async () => {
  const { nora, voices } = await withMarta();
  const [voice] = voices;
  expect(voice && voice.expiresAt - voice.agreedAt).toBe(365 * DAY_MS);
  const shorter = await switchTo(nora, 90);
  expect(shorter).toMatchObject({ keepDays: 90, voices: [{ expiresAt: (voice?.agreedAt ?? 0) + 90 * DAY_MS }] });
  expect((await call(PATH, { method: "PUT", cookie: nora.cookie, json: { keepDays: 5000 } })).status).toBe(422);
  const next = await aMeeting(nora, [9, 3]);
  await db
    .update(voiceProfiles)
    .set({ expiresAt: Date.now() - 1 })
    .where(eq(voiceProfiles.userId, nora.userId));
  // Before the sweep, too.
  expect(await asked(nora, next)).toEqual([]);
  expect(await sweepVoices({ db, now: Date.now })).toBeGreaterThan(0);
  expect(await rowsOf(nora)).toEqual([]);
});

test("switching it off deletes every voice, and switching it on again brings none back", async () => {
  const { nora } = await withMarta();
  expect(await switchTo(nora, null)).toEqual({ keepDays: null, voices: [] });
  expect(await rowsOf(nora)).toEqual([]);
  expect((await switchTo(nora, 365)).voices).toEqual([]);
});

test("saving a voice again replaces it and begins its time anew", async () => {
  const { nora, first } = await withMarta();
  await db.update(voiceProfiles).set({ agreedAt: 1, expiresAt: Date.now() + DAY_MS });
  expect((await save(nora, first, "Speaker 1", "Marta")).status).toBe(200);
  const rows = await rowsOf(nora);
  expect(rows).toHaveLength(1);
  expect(rows[0]?.expiresAt).toBeGreaterThan(Date.now() + 364 * DAY_MS);
  expect(rows[0]?.vector).toBeInstanceOf(Int16Array);
  expect(rows[0]?.vector).toHaveLength(192);
});

test("the archive holds the voices with their numbers, and they go with the account", async () => {
  const { nora } = await withMarta();
  const { voices } = await readAccountData({ db, lists: listsOf(workerEnv) }, sessionActor(nora.userId));
  expect(voices.memory).toMatchObject({ keepDays: 365 });
  expect(voices.voices).toMatchObject([{ name: "Marta", model: MODEL }]);
  expect(voices.voices[0]?.vector).toHaveLength(192);
  const json = { confirmation: `${nora.userId}@example.test` };
  expect((await call("/api/acta/user/delete", { method: "POST", cookie: nora.cookie, json })).status).toBe(204);
  await vi.waitFor(async () => {
    expect(await rowsOf(nora)).toEqual([]);
    expect(await db.select().from(voiceMemories).where(eq(voiceMemories.userId, nora.userId))).toEqual([]);
  }, 30_000);
});

test("a deleted meeting takes its own embeddings along and leaves the voice, which is the person's", async () => {
  const { nora, first } = await withMarta();
  expect((await call(`/api/acta/meetings/${first}`, { method: "DELETE", cookie: nora.cookie })).ok).toBe(true);
  const next = await aMeeting(nora, [9, 3]);
  expect(await asked(nora, next)).toHaveLength(1);
});
