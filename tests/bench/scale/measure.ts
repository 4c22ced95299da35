import { env } from "cloudflare:workers";
import { expect, test, vi } from "vitest";
import type { BotOrder } from "#app/contracts/recording/recorder.ts";
import type { UserId } from "#app/domain/ids.ts";
import type { RecorderStandIn } from "#tests/fakes/recorder-server.ts";
import { seedStage } from "#tests/bench/scale/stage.ts";
import { call } from "#tests/support/api.ts";
import { askLive, ORIGIN } from "#tests/support/live-page.ts";
import { callInLobby, WINDOW_MS } from "#tests/support/live-call.ts";
import { makeLong, meetingWithMinutes, uploadUntilMinutes } from "#tests/support/long-meeting.ts";
import { callBirth } from "#tests/support/call-bench.ts";
import { botOf } from "#tests/support/call-bot.ts";
import { callPiece } from "#tests/support/call-fixture.ts";
import { callUntilRecorded, newRoom, standInForCalls } from "#tests/support/recorded-call.ts";
import { costsOf } from "#tests/support/request-costs.ts";
import { signIn } from "#tests/support/sign-in.ts";
import { objectOf } from "#tests/support/upload-meeting.ts";
import { workerEnv } from "#tests/support/worker-env.ts";
import { composeServices } from "#workers/compose.ts";
import { joinCalendars } from "#workers/cron/join-calendars.ts";
import { sweep } from "#workers/cron/sweep.ts";

/**
 * Measures each page and poll in the tests' workerd and sends the figures to run.ts, which starts this. One request for the counts, with the
 * page read before; REPEATS of them for the CPU, which run.ts reads from the system.
 */

export type Measured = {
  name: string;
  trips: number;
  sequence: number;
  rows: number;
  written: number;
  calls: number;
  objectRows: number;
  objectWrites: number;
  bucketWrites: number;
  bucketReads: number;
  bytes: number;
  cpuMs: number;
};

const REPEATS = 20;
const HOME = ["/", "/_root.data?_routes=routes%2Fhome", "/api/auth/session", "/api/acta/user/credits"];
const PAGES = [
  ...HOME,
  "/api/acta/calendars",
  "/api/acta/calendar-events",
  "/history",
  "/tasks",
  "/settings",
  "/templates",
  "/templates/new",
  "/pricing",
];

const runner = String(Reflect.get(env, "SCALE_RUNNER"));
/** Before a stand-in takes its place. */
const askRunner = globalThis.fetch.bind(globalThis);
const cpuMs = async () => Number(await (await askRunner(`${runner}/cpu`)).text());

async function measured(name: string, request: () => Promise<number>, repeats = REPEATS): Promise<Measured> {
  await request();
  let bytes = 0;
  const costs = await costsOf(async () => {
    bytes = await request();
  });
  const before = await cpuMs();
  for (let times = 0; times < repeats; times++) await request();
  const after = await cpuMs();
  const { statements: _statements, calls, ...counts } = costs;
  const spent = Math.round((10 * (after - before)) / repeats) / 10;
  return { name, ...counts, calls: calls.length, bytes, cpuMs: spent };
}

/** The next half minute of a call with each request. Its pieces are the recorder's and its call object's, and are not counted. */
async function halfMinutes(userId: string): Promise<() => Promise<number>> {
  const { object, tell, tellWindow } = await callInLobby(userId);
  await tell({ type: "recording", startedAt: Date.now() });
  let index = 0;
  return async () => {
    await tellWindow(index);
    index += 1;
    await vi.waitFor(
      async () => expect((await object.view({ kind: "owner", userId }))?.head.recognisedMs).toBe(index * WINDOW_MS),
      { timeout: 20_000 },
    );
    await scheduler.wait(500);
    return 0;
  };
}

/** The next piece of a call that a bot records, and the next report of its bot. */
async function ofBot(
  recorder: RecorderStandIn,
  userId: UserId,
): Promise<{ piece: () => Promise<number>; report: () => Promise<number> }> {
  const { length: before } = recorder.orders;
  const birth = { ...callBirth({}, userId), place: newRoom() };
  await objectOf(birth.meetId).begin(birth);
  await vi.waitFor(() => expect(recorder.orders.length).toBeGreaterThan(before), { timeout: 20_000 });
  const bot = botOf(recorder.orders[before] as BotOrder);
  await bot.say({ type: "state", state: "joining", reason: null }, { type: "state", state: "recording", reason: null });
  await bot.begin("mix", 1000);
  const bytes = await callPiece({ stream: "mix", segment: 1000, seq: 1 });
  await bot.piece({ stream: "mix", segment: 1000, seq: 0 });
  let seq = 0;
  return {
    piece: async () => {
      seq += 1;
      expect(await bot.put({ stream: "mix", segment: 1000, seq }, bytes)).toBe(200);
      return bytes.byteLength;
    },
    report: async () => {
      const endAt = Date.now();
      await bot.say({ type: "speech", personId: "p1", startAt: endAt - 1000, endAt, confidence: 0.9 });
      return 0;
    },
  };
}

const page = (path: string, cookie: string) => async () => {
  const answer = await call(path, { cookie });
  expect(answer.status, path).toBe(200);
  return (await answer.arrayBuffer()).byteLength;
};

test("each page and poll is measured", { timeout: 900_000 }, async () => {
  const { many, member } = await seedStage();
  const figures: Measured[] = [];
  for (const path of PAGES) figures.push(await measured(path, page(path, many.cookie)));
  const shared = "/history?role=shared";
  figures.push(await measured(`${shared} in a team of 50`, page(shared, member.cookie)));
  // Each of the shared meetings has the word in a line of its own.
  const key = page("/api/search?q=insu", member.cookie);
  figures.push(await measured("a key of the search in a team of 50 with 9,800 shared meetings", key));
  const { meetId, cookie, page: open } = await meetingWithMinutes({ plan: "pro" });
  open.socket.close();
  await makeLong(meetId);
  // The first page finds the change, whose row is written behind it.
  await page(`/${meetId}`, cookie)();
  await scheduler.wait(2000);
  figures.push(await measured("a meeting of four hours: its page", page(`/${meetId}`, cookie)));
  const { sequence = 0 } = await (await call(`/api/acta/meetings/${meetId}/transcript`, { cookie })).json<{
    sequence?: number;
  }>();
  const socket = async () => {
    const headers = { Upgrade: "websocket", Cookie: cookie, Origin: ORIGIN };
    const { webSocket } = await askLive(meetId, headers, `?since=${sequence}`);
    webSocket?.accept();
    webSocket?.close();
    return 0;
  };
  figures.push(await measured("its socket", socket));
  for (const part of ["transcript", "sent", "words", "last-time"]) {
    figures.push(await measured(`its ${part}`, page(`/api/acta/meetings/${meetId}/${part}`, cookie)));
  }

  const services = { ...composeServices(workerEnv, () => undefined), log: () => undefined };
  figures.push(await measured("the sweep with nothing to do", async () => sweep(services).then(() => 0), 3));
  figures.push(await measured("the minute with nothing due", async () => joinCalendars(services).then(() => 0)));
  // From the first byte, or the planned meeting, to the minutes with all that follows them; one each time, of a person who had one before.
  const { userId } = await signIn({ plan: "pro" });
  const upload = () => uploadUntilMinutes(userId).then(() => 0);
  figures.push(await measured("an upload with captions, until its PDF", upload, 3));
  figures.push(await measured("half a minute of a call that goes on", await halfMinutes(userId), 3));
  vi.restoreAllMocks();
  const { recorder } = standInForCalls();
  const bot = await ofBot(recorder, userId);
  figures.push(await measured("a piece of a call's sound", bot.piece));
  figures.push(await measured("a report of a call's bot", bot.report));
  const calls: Awaited<ReturnType<typeof callUntilRecorded>>[] = [];
  const begun = async () => {
    calls.push(await callUntilRecorded(recorder, userId));
    return 0;
  };
  figures.push(await measured("a call, from its planning until it is recorded", begun, 3));
  const ended = async () =>
    calls
      .shift()
      ?.end()
      .then(() => 0) ?? 0;
  figures.push(await measured("its end, to its minutes and its file", ended, 3));

  expect(figures.every(({ cpuMs: spent }) => spent >= 0)).toBe(true);
  await askRunner(`${runner}/figures`, { method: "POST", body: JSON.stringify(figures) });
});
