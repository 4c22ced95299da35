import { execFile } from "node:child_process";
import { availableParallelism, loadavg } from "node:os";
import { promisify } from "node:util";
import * as z from "zod";
import type { MeetingHead } from "#app/contracts/meeting/meeting-view.ts";
import { engineClock } from "#tests/bench/live/engine-clock.ts";
import { botOf, startRecorderForOne } from "#tests/bench/live/play-bot.ts";
import { followPage } from "#tests/bench/live/follow-page.ts";
import { makeLongCall } from "#tests/bench/live/long-call.ts";
import { LanguageStandIn } from "#tests/fakes/language-protocol.mjs";
import { serve } from "#tests/fakes/serve.mjs";
import { SpeechStandIn } from "#tests/fakes/speech-protocol.mjs";
import { startKillableActa } from "#tests/support/killable-acta.ts";
import { makeUser } from "#tests/support/make-user.ts";
import { meetingPayload } from "#tests/support/meeting-payload.ts";

/**
 * The end of a long call: pieces of sound and picture go through the real routes into a local workerd, faster than they were spoken,
 * then the page sends "stop". Measures the time until 'stopped', the summary, and the file that plays. The call is stopped when every
 * announced window is recognised, as in a real call. The time that the stand-in engines take for the summary is reported separately and
 * does not count. Run after `npm run build`, with ffmpeg:
 *
 *  npx tsx tests/bench/live/run.ts [minutes]     (240; LIVE_SOUND_ONLY=1 leaves the picture out, LIVE_ENGINES=none the language stand-in)
 */
const MINUTES = Number(process.argv[2] ?? 240);
const STREAMS = process.env.LIVE_SOUND_ONLY ? (["mix"] as const) : (["mix", "tab"] as const);
const STOPPED_MS_MAX = 3000;
const STORED_MS_MAX = 15_000;
const SUMMARY_MS_MAX = 3000;
/** The speaker changes every so many seconds. */
const TURN_SECONDS = 10;
const SEGMENT = 1000;
/** Seconds whose pieces are sent at the same time, as after an outage; this also shortens the feeding. */
const AT_ONCE = 30;
const WAIT_MS = 120_000;
/** Seconds of the received sound that may not be in a window yet. */
const UNCUT_SECONDS_MAX = 75;

const seconds = MINUTES * 60;
const call = await makeLongCall();
const speech = new SpeechStandIn();
const language = new LanguageStandIn();
const clock = engineClock();
const engines = [
  await serve(clock.timed((request) => speech.answer(request))),
  await serve(clock.timed((request) => language.answer(request))),
];
const recorder = await startRecorderForOne();
const acta = await startKillableActa("workers/entry.ts", {
  RECORDER_ENGINE: "acta",
  RECORDER_URL: recorder.origin,
  RECORDER_TOKEN: "the-recorder-of-this-bench",
  SPEECH_ENGINE: "openai",
  SPEECH_BASE_URL: engines[0]?.origin ?? "",
  ...(process.env.LIVE_ENGINES === "none"
    ? {}
    : { LANGUAGE_ENGINE: "openai", LANGUAGE_BASE_URL: engines[1]?.origin ?? "", LANGUAGE_MODEL: "stand-in" }),
});
try {
  process.exitCode = (await bench()) ? 0 : 1;
} finally {
  await acta.stop();
  await recorder.stop();
  for (const engine of engines) await engine.stop();
}

async function bench(): Promise<boolean> {
  const { cookie } = await makeUser(acta.inside.database, { plan: "pro" });
  const meetId = await invite(cookie);
  const bot = botOf(await recorder.ordered);
  const early = await followPage(acta, meetId, cookie);
  const startedAt = Date.now() - seconds * 1000;
  const at = (second: number) => startedAt + second * 1000;
  const people = ["Nora", "Biel"].map((name, index) => ({ id: `p${index}`, name }));
  await bot.say(at(0), { type: "people", count: people.length, people });
  for (const stream of STREAMS) {
    const mimeType = stream === "mix" ? "audio/mp4;codecs=opus" : "video/mp4;codecs=avc1,opus";
    await bot.say(at(0), { type: "segment-started", stream, segment: SEGMENT, startedAt, mimeType });
  }
  await bot.say(at(0), { type: "state", state: "recording", reason: null });
  const fedMs = await feed(bot, startedAt);
  // The session of an open page is checked after ten minutes, and the page reconnects: so does this one.
  early.close();
  const page = await followPage(acta, meetId, cookie);
  // In a real call the text is at most one window behind. A backlog that exists only because this is faster than talk does not count.
  await page.sees(
    ({ recognisedMs, gaps }) => gaps.length === 0 && recognisedMs > (seconds - UNCUT_SECONDS_MAX) * 1000,
    WAIT_MS,
  );

  const load = loadavg()[0] ?? 0;
  const stopAt = Date.now();
  const [stopping, stopped, summary, stored] = [
    page.sees((head) => head.call?.stopping === true || isStopped(head), WAIT_MS),
    page.sees(isStopped, WAIT_MS),
    page.sees(({ status }) => status === "SUMMARIZED", WAIT_MS),
    page.sees(({ playable }) => playable, WAIT_MS),
  ];
  const asked = await fetch(`${acta.origin}/api/acta/meetings/${meetId}/call/stop`, {
    method: "POST",
    headers: { Cookie: cookie, Origin: acta.origin },
  });
  if (!asked.ok) throw new Error(`the stop was answered ${asked.status}`);
  await recorder.told;
  const toldAt = Date.now();
  const lastPieceAt = await leave(bot, at(seconds));

  const times = { stopAt, toldAt, lastPieceAt, stoppingAt: await stopping, stoppedAt: await stopped };
  const written = { storedAt: await stored, summaryAt: await summary };
  page.close();
  const address = `${acta.origin}/api/acta/meetings/${meetId}/recording`;
  const head = await fetch(address, { method: "HEAD", headers: { Cookie: cookie } });
  const bytes = Number(head.headers.get("content-length"));
  const played = await play(address, cookie);
  const isInTime = report({ ...times, ...written }, { fedMs, load, sentAgain: bot.again(), bytes, ...played });
  return isInTime && Math.abs(played.playsSeconds - seconds) < 2 && played.framesAtEveryJump;
}

type Times = Record<
  "stopAt" | "toldAt" | "lastPieceAt" | "stoppingAt" | "stoppedAt" | "storedAt" | "summaryAt",
  number
>;

/** Writes the figures, and returns whether all of them are within their limits. */
function report(at: Times, { fedMs, bytes, ...more }: Record<string, unknown> & { fedMs: number; bytes: number }) {
  const s = (from: number, to: number) => Number(((to - from) / 1000).toFixed(2));
  const figures = {
    minutes: MINUTES,
    streams: STREAMS.join("+"),
    cores: availableParallelism(),
    fedSeconds: s(0, fedMs),
    msPerPiece: Number((fedMs / (seconds * STREAMS.length)).toFixed(2)),
    stopToStopping: s(at.stopAt, at.stoppingAt),
    stopToBotTold: s(at.stopAt, at.toldAt),
    stoppingToStopped: s(at.stoppingAt, at.stoppedAt),
    lastPieceToStopped: s(at.lastPieceAt, at.stoppedAt),
    stoppedToStored: s(at.stoppedAt, at.storedAt),
    stoppedToSummary: s(at.stoppedAt, at.summaryAt),
    enginesOfIt: s(0, clock.msBetween(at.stoppedAt, at.summaryAt)),
    questions: { speech: speech.asked.length, language: language.asked.length },
    megabytes: Number((bytes / 1e6).toFixed(1)),
    megabytesPerMinute: Number((bytes / 1e6 / MINUTES).toFixed(3)),
    ...more,
  };
  process.stdout.write(`${JSON.stringify(figures, null, 2)}\n`);
  return (
    at.stoppedAt - at.stoppingAt <= STOPPED_MS_MAX &&
    at.storedAt - at.stoppedAt <= STORED_MS_MAX &&
    at.summaryAt - at.stoppedAt - clock.msBetween(at.stoppedAt, at.summaryAt) <= SUMMARY_MS_MAX
  );
}

/** Sends all of the call but its last second, with its speakers. Returns the duration of the sending in ms. */
async function feed(bot: Bot, startedAt: number): Promise<number> {
  const at = (second: number) => startedAt + second * 1000;
  const fedFrom = Date.now();
  let under: Promise<unknown>[] = [];
  for (let seq = 0; seq < seconds; seq += 1) {
    under.push(putSecond(bot, seq));
    if (under.length >= AT_ONCE || seq === 0) {
      await Promise.all(under);
      under = [];
    }
    if (seq > 0 && seq % TURN_SECONDS === 0) {
      const turn = { startAt: at(seq - TURN_SECONDS), endAt: at(seq) - 600 };
      const personId = `p${(seq / TURN_SECONDS) % 2}`;
      await bot.say(at(seq), { type: "loud", ...turn }, { type: "speech", personId, confidence: 0.9, ...turn });
    }
    if (seq % 1800 === 0) process.stderr.write(`${seq / 60} min in ${((Date.now() - fedFrom) / 1000).toFixed(0)} s\n`);
  }
  await Promise.all(under);
  return Date.now() - fedFrom;
}

/** Sends the last events and pieces of a bot that was told to leave. Returns the time of its last acknowledgement, in epoch ms. */
async function leave(bot: Bot, endedAt: number): Promise<number> {
  await bot.say(Date.now(), { type: "state", state: "leaving", reason: "stopped" });
  await putSecond(bot, seconds);
  const lastPieceAt = Date.now();
  for (const stream of STREAMS) {
    await bot.say(lastPieceAt, { type: "segment-ended", stream, segment: SEGMENT, pieces: seconds + 1, endedAt });
  }
  await bot.say(Date.now(), { type: "state", state: "left", reason: "stopped" });
  return lastPieceAt;
}

type Bot = ReturnType<typeof botOf>;

async function putSecond(bot: Bot, seq: number): Promise<void> {
  await Promise.all(STREAMS.map((stream) => bot.put(stream, SEGMENT, seq, call.piece(stream, seq))));
}

function isStopped({ call }: MeetingHead): boolean {
  return call !== undefined && call.stoppedAt !== null;
}

async function invite(cookie: string): Promise<string> {
  const meetingDate = Date.now();
  const payload = meetingPayload({ meetingDate, meetExtUrl: "https://meet.jit.si/ActaBenchOfALongCall" });
  const answer = await fetch(`${acta.origin}/api/acta/init_call`, {
    method: "POST",
    headers: { Cookie: cookie, Origin: acta.origin, "Content-Type": "application/json" },
    body: JSON.stringify(payload),
  });
  if (!answer.ok) throw new Error(`the invite was answered ${answer.status} ${await answer.text()}`);
  return z.object({ meetId: z.string() }).parse(await answer.json()).meetId;
}

/** Plays through the page's own route with its ranges: the length, and sound (and picture) at the position of a seek. */
async function play(url: string, cookie: string) {
  const run = promisify(execFile);
  const source = ["-headers", `Cookie: ${cookie}\r\n`, "-i", url];
  const { stdout } = await run("ffprobe", [
    "-v",
    "error",
    ...source,
    "-show_entries",
    "format=duration",
    "-of",
    "csv=p=0",
  ]);
  const jumps: Record<string, number> = {};
  let framesAtEveryJump = true;
  for (const share of [0, 0.5, 0.99]) {
    const from = Math.floor(seconds * share);
    const began = Date.now();
    const flags = ["-t", "1", "-f", "null", "-progress", "-", "-"];
    const answer = await run("ffmpeg", ["-v", "error", "-ss", String(from), ...source, ...flags]);
    jumps[`jumpTo${from}Ms`] = Date.now() - began;
    const frames = lastOf(answer.stdout, /frame=\s*(\d+)/g);
    const sound = lastOf(answer.stdout, /out_time_us=(\d+)/g);
    framesAtEveryJump &&= answer.stderr === "" && sound > 900_000 && (STREAMS.length === 1 || frames >= 20);
  }
  return { playsSeconds: Number(stdout.trim()), framesAtEveryJump, ...jumps };
}

/** ffmpeg reports its progress several times; the last report is the result. */
function lastOf(progress: string, pattern: RegExp): number {
  return Number([...progress.matchAll(pattern)].at(-1)?.[1] ?? 0);
}
