import { abortAllDurableObjects, runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, expect, test, vi } from "vitest";
import { hereBegun, hereList, hereState } from "#app/contracts/recording/here-answers.ts";
import { creditsResponse } from "#app/contracts/billing.ts";
import type { HereSource, HereTrack } from "#app/domain/here/here.ts";
import { parseMeetId } from "#app/domain/ids.ts";
import { HERE_AWAY_MS, HERE_BYTES_MAX, HERE_WAITS_MS_MAX } from "#app/domain/limits/here.ts";
import { refused } from "#app/domain/outcome.ts";
import { putHerePiece } from "#app/server/meetings/record-here.ts";
import { standInForSpeech } from "#tests/fakes/speech-server.ts";
import { call, post, refusalOf } from "#tests/support/api.ts";
import { countedDatabase } from "#tests/support/counted-database.ts";
import { madePiece, type MadePiece, putPiece } from "#tests/support/here-pieces.ts";
import { openLive } from "#tests/support/live-page.ts";
import { sessionActor } from "#tests/support/session-actor.ts";
import { signIn } from "#tests/support/sign-in.ts";
import { workerEnv } from "#tests/support/worker-env.ts";
import { CallObject } from "#workers/call/call-object.ts";
import { PieceTaker } from "#workers/call/take-piece.ts";
import { composeServices } from "#workers/compose.ts";

/** A browser that records, through the API, with the real objects. The sound is made; the speech engine is a stand-in. */

afterEach(() => {
  vi.restoreAllMocks();
});

const soon = { timeout: 30_000, interval: 20 };
const S = 1000;
let keys = 0;

async function begin(cookie: string, over: Record<string, unknown> = {}): Promise<Response> {
  keys += 1;
  return post("/api/acta/here", cookie, {
    meetingName: "Call with the importer's authors",
    meetLanguage: "en",
    templateId: null,
    clientKey: `key-of-recording-${keys}`,
    source: "both",
    consented: true,
    ...over,
  });
}

async function recording(source: HereSource = "both", over: Record<string, unknown> = {}) {
  const { cookie, userId } = await signIn();
  const begun = hereBegun.parse(await (await begin(cookie, { source, ...over })).json());
  const { meetId } = begun;
  // The first piece comes seconds after the beginning, and is sent again until the object is there.
  await vi.waitFor(async () => expect((await call(`/api/acta/here/${meetId}`, { cookie })).status).toBe(200), soon);
  const put = async (made: MadePiece) => (await putPiece(meetId, cookie, made)).status;
  const state = async () => hereState.parse(await (await call(`/api/acta/here/${meetId}`, { cookie })).json());
  const finish = (tracks: unknown = null) => post(`/api/acta/here/${meetId}/finish`, cookie, { tracks });
  return { cookie, userId, meetId, begun, put, state, finish };
}

function objectOf(meetId: string): DurableObjectStub<CallObject> {
  const { CALLS } = workerEnv;
  return CALLS.get(CALLS.idFromName(`here:${meetId}`));
}

/** Pieces of ten seconds of one track. */
function pieceOf(
  track: HereTrack,
  seq: number,
  loud: { startMs: number; endMs: number }[],
  echo = NONE,
  isLast = false,
) {
  const at = { track, segment: 0, seq, startMs: seq * 10 * S, endMs: (seq + 1) * 10 * S };
  return madePiece(at, { loud, echo, isLast });
}
const NONE: { startMs: number; endMs: number }[] = [];

/**
 * Nora speaks for half a minute; the others until just before the end. At times the tab comes back through her microphone. The engine's
 * stand-in counts from the first mark in a file, which begins up to half a second before its window: what it says is late by as much.
 */
const NORA = [{ startMs: 0, endMs: 30 * S }];
const OTHERS = [{ startMs: 0, endMs: 68.5 * S }];
const ECHO = [
  { startMs: 24 * S, endMs: 30 * S },
  { startMs: 40 * S, endMs: 70 * S },
];

test("two sources become one transcript of two voices, minutes, and one file", async () => {
  const speech = standInForSpeech();
  const { cookie, meetId, put, state, finish, begun } = await recording();
  expect(begun).toMatchObject({ tracks: ["mix", "microphone", "tab"], isNew: true });
  const page = await openLive(meetId, cookie);
  for (let seq = 0; seq < 7; seq += 1) {
    const isLast = seq === 6;
    expect(await put(await pieceOf("microphone", seq, [...NORA, ...ECHO], ECHO, isLast))).toBe(204);
    expect(await put(await pieceOf("tab", seq, OTHERS, NONE, isLast))).toBe(204);
    expect(await put(await pieceOf("mix", seq, [...NORA, ...OTHERS], NONE, isLast))).toBe(204);
  }
  // While it goes on, what both said in the first half minute is there to read.
  await page.until(({ view }) => view().segments.length >= 50);
  expect(page.view().head.status).toBe("RECORDING");
  await vi.waitFor(async () => expect(await state()).toMatchObject({ status: "ready", safeMs: 70 * S }), soon);
  const note = { atMs: 12 * S, text: "Ask for the second file" };
  const noted = await call(`/api/acta/here/${meetId}/notes/note-0001`, { method: "PUT", cookie, json: note });
  expect(noted.status).toBe(204);

  expect((await finish()).status).toBe(204);
  expect((await finish()).status).toBe(204);
  await page.until(({ view }) => view().head.status === "SUMMARIZED" && view().summary !== null);
  const saidBy = (who: string) => page.view().segments.flatMap(({ speaker, text }) => (speaker === who ? [text] : []));
  const marks = (count: number) => Array.from({ length: count }, (_, second) => `Mark ${second}.`);
  // Two windows may meet within a mark, whose words are then two segments.
  expect(saidBy("Others").join(" ")).toBe(marks(68).join(" "));
  // Echo in her microphone is not hers, and no engine was asked for the two windows that are nothing else: three of the tab, one of hers.
  expect(saidBy("Nora")).toEqual(marks(24));
  expect(speech.asked).toHaveLength(4);
  expect(page.view().segments.find(({ speaker }) => speaker === "Nora (note)")).toMatchObject({
    startMs: 12 * S,
    text: "Ask for the second file",
  });

  await vi.waitFor(async () => {
    expect((await call(`/api/acta/meetings/${meetId}/recording`, { cookie })).status).toBe(200);
  }, soon);
  const file = new Uint8Array(await (await call(`/api/acta/meetings/${meetId}/recording`, { cookie })).arrayBuffer());
  const text = new TextDecoder("latin1").decode(file);
  expect(text.indexOf("moov")).toBeLessThan(text.indexOf("mdat"));
  for (const second of [0, 15, 29, 30, 55, 67]) expect(text).toContain(`ACTA@${String(second * S).padStart(8, "0")}`);
  const part = await call(`/api/acta/meetings/${meetId}/recording`, { cookie, headers: { Range: "bytes=1000-1999" } });
  expect(part.status).toBe(206);
  await vi.waitFor(async () => expect((await state()).status).toBe("over"), soon);
  expect((await refusalOf(await putPiece(meetId, cookie, await pieceOf("mix", 7, NORA)))).code).toBe("recording-over");
  page.socket.close();
}, 120_000);

test("a piece is acknowledged again, never replaced, and may come late", async () => {
  standInForSpeech();
  const { cookie, meetId, put, state } = await recording("microphone");
  const [first, second, third] = await Promise.all([0, 1, 2].map((seq) => pieceOf("mix", seq, NORA)));
  if (!first || !second || !third) throw new Error("no pieces");
  expect(await put(first)).toBe(204);
  expect(await put(first)).toBe(204);
  const other = await madePiece(
    { track: "mix", segment: 0, seq: 0, startMs: 0, endMs: 10 * S },
    { loud: [{ startMs: 0, endMs: 500 }] },
  );
  const differs = await refusalOf(await putPiece(meetId, cookie, other));
  expect(differs).toMatchObject({ status: 409, code: "piece-differs" });
  const damaged = { ...second, bytes: first.bytes };
  expect(await refusalOf(await putPiece(meetId, cookie, damaged))).toMatchObject({
    status: 422,
    code: "piece-damaged",
  });
  expect(await put(third)).toBe(204);
  // As large as it may be, it refuses what is new, and acknowledges what is there.
  const sized = (bytes: number) =>
    runInDurableObject(objectOf(meetId), (_object, { storage }) => {
      storage.sql.exec("UPDATE progress SET value = ? WHERE part = 'here-bytes'", JSON.stringify(bytes));
    });
  await sized(HERE_BYTES_MAX);
  expect(await refusalOf(await putPiece(meetId, cookie, second))).toMatchObject({
    status: 413,
    code: "recording-full",
  });
  expect(await put(third)).toBe(204);
  await sized(0);
  const hole = await vi.waitFor(async () => {
    const { tracks, safeMs } = await state();
    expect(safeMs).toBe(10 * S);
    return tracks;
  }, soon);
  expect(hole[0]?.segments).toEqual([
    {
      segment: 0,
      startMs: 0,
      pieces: null,
      received: [
        { from: 0, to: 0 },
        { from: 2, to: 2 },
      ],
    },
  ]);
  // The object dies with what it was doing; what was acknowledged is there.
  await abortAllDurableObjects();
  expect(await put(second)).toBe(204);
  await vi.waitFor(async () => expect((await state()).safeMs).toBe(30 * S), soon);
  expect(
    await call(`/api/acta/here/${meetId}/pieces/mix/0/3`, { method: "PUT", cookie, body: "x" }).then(refusalOf),
  ).toMatchObject({ status: 422, code: "invalid-payload" });
});

test("only the person who began it may add to it, read it, or end it", async () => {
  const { cookie, meetId, put } = await recording("microphone");
  const piece = await pieceOf("mix", 0, NORA);
  expect(await put(piece)).toBe(204);
  const stranger = (await signIn()).cookie;
  for (const answer of [
    await putPiece(meetId, stranger, piece),
    await call(`/api/acta/here/${meetId}`, { cookie: stranger }),
    await post(`/api/acta/here/${meetId}/finish`, stranger, { tracks: null }),
    await post(`/api/acta/here/${meetId}/marks`, stranger, { marks: [{ type: "paused", atMs: 1, at: 1 }] }),
    await call(`/api/acta/here/${meetId}/notes/note-0001`, {
      method: "PUT",
      cookie: stranger,
      json: { atMs: 1, text: "a" },
    }),
    await call(`/api/acta/here/${meetId}`, { method: "DELETE", cookie: stranger }),
  ]) {
    expect((await refusalOf(answer)).status).toBe(404);
  }
  expect((await putPiece(meetId, "", piece)).status).toBe(401);
  expect(hereList.parse(await (await call("/api/acta/here", { cookie: stranger })).json()).recordings).toEqual([]);
  expect((await call(`/api/acta/here/${meetId}`, { method: "DELETE", cookie })).status).toBe(204);
  expect((await refusalOf(await putPiece(meetId, cookie, piece))).status).toBe(404);
});

test("a piece asks D1 for one row, and its bytes are read only for the person's own recording", async () => {
  const { userId, ...begun } = await recording("microphone");
  const { userId: strangerId } = await signIn();
  const meetId = parseMeetId(begun.meetId);
  if (meetId === null) throw new Error("no id of a meeting");
  const { piece } = await pieceOf("mix", 0, NORA);
  const { services: counted, rowsRead } = countedDatabase();
  const services = { ...composeServices(workerEnv, () => {}), ...counted };
  const readBytes = vi.fn(async () => null);
  const put = (by: typeof userId) => putHerePiece(services, sessionActor(by), { meetId, piece, readBytes });
  expect(await put(strangerId)).toEqual(refused("not-found"));
  expect(readBytes).not.toHaveBeenCalled();
  await rowsRead();
  expect(await put(userId)).toEqual(refused("body-too-large"));
  expect(readBytes).toHaveBeenCalledOnce();
  expect(await rowsRead()).toBe(1);
  // A row that the meeting could not write yet is not a deleted meeting: the browser keeps the piece, and sends it again.
  await env.DB.prepare("DELETE FROM meetings WHERE id = ?").bind(meetId).run();
  expect(await put(userId)).toEqual(refused("unavailable"));
  expect(await put(strangerId)).toEqual(refused("not-found"));
});

test("the same key is the same recording, and each recording takes one of the plan's", async () => {
  const { cookie } = await signIn();
  const once = { clientKey: "the-same-key-twice", source: "tab" };
  const [one, two] = [await begin(cookie, once), await begin(cookie, once)];
  const [first, again] = [hereBegun.parse(await one.json()), hereBegun.parse(await two.json())];
  expect([again.meetId, again.isNew]).toEqual([first.meetId, false]);
  const { freeCreditsEnableToRecord } = creditsResponse.parse(
    await (await call("/api/acta/user/credits", { cookie })).json(),
  );
  expect(freeCreditsEnableToRecord).toBe(true);
  const rest = await Promise.all(Array.from({ length: 16 }, () => begin(cookie)));
  const refusals = await Promise.all(rest.filter(({ ok }) => !ok).map(refusalOf));
  expect(refusals.map(({ code }) => code)).toEqual(["limit-reached", "limit-reached"]);
  expect((await begin(cookie, { consented: false })).status).toBe(422);
});

test("a browser that went away is waited for, and after days what arrived becomes the recording", async () => {
  standInForSpeech();
  const { cookie, meetId, put, state } = await recording("microphone");
  expect(await put(await pieceOf("mix", 0, NORA))).toBe(204);
  const list = async () => hereList.parse(await (await call("/api/acta/here", { cookie })).json()).recordings;
  await vi.waitFor(async () => expect(await list()).toMatchObject([{ meetId, isWaiting: false }]), soon);
  const passes = (ms: number) =>
    runInDurableObject(objectOf(meetId), (_object, { storage }) => {
      storage.sql.exec(
        "UPDATE calls SET last_report_at = last_report_at - ?, piece_at = piece_at - ?, look_at = 0",
        ms,
        ms,
      );
    });
  await passes(HERE_AWAY_MS);
  await runDurableObjectAlarm(objectOf(meetId));
  await vi.waitFor(async () => expect(await list()).toMatchObject([{ meetId, isWaiting: true }]), soon);
  // A pause is no absence.
  expect(await put(await pieceOf("mix", 1, NORA))).toBe(204);
  await post(`/api/acta/here/${meetId}/marks`, cookie, { marks: [{ type: "paused", atMs: 20 * S, at: 5 }] });
  await post(`/api/acta/here/${meetId}/marks`, cookie, { marks: [{ type: "resumed", atMs: 20 * S, at: 4 }] });
  expect(await state()).toMatchObject({ isPaused: true, safeMs: 20 * S });
  await passes(HERE_AWAY_MS);
  await runDurableObjectAlarm(objectOf(meetId));
  await vi.waitFor(async () => expect(await list()).toMatchObject([{ meetId, isWaiting: false }]), soon);
  await passes(HERE_WAITS_MS_MAX);
  await runDurableObjectAlarm(objectOf(meetId));
  const page = await openLive(meetId, cookie);
  await page.until(({ view }) => view().head.status === "SUMMARIZED");
  expect(page.view().segments.length).toBeGreaterThanOrEqual(18);
  expect(await list()).toEqual([]);
  page.socket.close();
}, 60_000);

test("finished before its last pieces: they are waited for, and a recording without any is cancelled", async () => {
  standInForSpeech();
  const { cookie, meetId, put, state, finish } = await recording("tab");
  expect(await put(await pieceOf("mix", 0, OTHERS))).toBe(204);
  expect(await put(await pieceOf("mix", 4, OTHERS))).toBe(204);
  // A browser whose disk was full knows of fewer pieces than it sent.
  await finish([{ track: "mix", segments: [{ segment: 0, startMs: 0, pieces: 4 }] }]);
  expect(await state()).toMatchObject({ status: "finishing", tracks: [{ segments: [{ pieces: 5 }] }] });
  for (const seq of [3, 2, 1]) expect(await put(await pieceOf("mix", seq, OTHERS))).toBe(204);
  const page = await openLive(meetId, cookie);
  await page.until(({ view }) => view().head.status === "SUMMARIZED");
  expect(new Set(page.view().segments.map(({ speaker }) => speaker))).toEqual(new Set(["Others"]));
  page.socket.close();

  const empty = await recording("tab");
  expect((await empty.finish()).status).toBe(204);
  const other = await openLive(empty.meetId, empty.cookie);
  await other.until(({ view }) => view().head.status === "REJECTED");
  other.socket.close();
}, 60_000);

test("finished without a piece that was refused: the minutes do not wait for it", async () => {
  standInForSpeech();
  const { cookie, meetId, put, finish } = await recording("microphone");
  for (const seq of [0, 2]) expect(await put(await pieceOf("mix", seq, NORA))).toBe(204);
  await finish();
  const page = await openLive(meetId, cookie);
  await page.until(({ view }) => view().head.status === "SUMMARIZED");
  page.socket.close();
}, 60_000);

test("finished while its first piece is being stored, it is no recording without any", async () => {
  standInForSpeech();
  const { cookie, meetId, put, finish } = await recording("microphone");
  const take = Reflect.get(PieceTaker.prototype, "take");
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  const taking = vi.spyOn(PieceTaker.prototype, "take").mockImplementation(async function (this: PieceTaker, ...asked) {
    await opened;
    return take.apply(this, asked);
  });
  const finishing = vi.spyOn(CallObject.prototype, "finishHere");
  const stored = put(await pieceOf("mix", 0, NORA, NONE, true));
  await vi.waitFor(() => expect(taking).toHaveBeenCalled(), soon);
  const ended = finish();
  await vi.waitFor(() => expect(finishing).toHaveBeenCalled(), soon);
  open();
  expect(await stored).toBe(204);
  expect((await ended).status).toBe(204);
  const page = await openLive(meetId, cookie);
  await page.until(({ view }) => view().head.status === "SUMMARIZED");
  page.socket.close();
}, 60_000);

test("nothing of it stays in the bucket but the file, the windows' texts and the note of its birth", async () => {
  standInForSpeech();
  const { cookie, meetId, put, finish } = await recording("microphone");
  expect(await put(await pieceOf("mix", 0, NORA, NONE, true))).toBe(204);
  await finish();
  const page = await openLive(meetId, cookie);
  await page.until(({ view }) => view().head.status === "SUMMARIZED");
  const recordingId = await runInDurableObject(
    objectOf(meetId),
    (_object, { storage }) =>
      storage.sql.exec<{ recording_id: string }>("SELECT recording_id FROM calls").one().recording_id,
  );
  await vi.waitFor(async () => {
    const { objects } = await env.RECORDINGS.list({ prefix: `recordings/${recordingId}/pieces/` });
    expect(objects).toEqual([]);
  }, soon);
  await call(`/api/acta/meetings/${meetId}`, { method: "DELETE", cookie });
  await vi.waitFor(async () => {
    expect((await env.RECORDINGS.list({ prefix: `recordings/${recordingId}/` })).objects).toEqual([]);
  }, soon);
  page.socket.close();
}, 60_000);
