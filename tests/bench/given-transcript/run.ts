/**
 * Cost of a given transcript of 8 MiB for a local Worker, and its effect on other requests: ordinary talk, and text without a
 * letter ("1! 2? …"), each whole and of half the size, uploaded beside a short recording to the bundled Worker in workerd.
 * CPU time is that of the workerd process from the first call of the upload until its minutes are written. Requests to
 * /api/health?light are sent one after the other during all of that time. Needs a build.
 *
 *   npx tsx tests/bench/given-transcript/run.ts [MiB of the largest, 8]
 */
import { readFile } from "node:fs/promises";
import { loadavg } from "node:os";
import { startActa } from "#tests/support/acta-process.ts";
import { HOSTILE_TEXTS, inCues, ordinaryTalk } from "#tests/support/hostile-texts.ts";
import { localSignIn } from "#tests/support/local-sign-in.ts";
import { uploadOverHttp } from "#tests/support/upload-over-http.ts";

const HOSTILE_MAX = 10;
const GROWTH_MAX = 2.5;
const WAITS_MAX = 3;
const IDLE_REQUESTS = 300;
/** A page costs the Worker more than the requests that are measured beside it, so it is requested rarely. */
const POLL_MS = 5000;
const CUE_CHARS = 80;
const WAIT_MS_MAX = 30 * 60_000;

const bytesMax = Number(process.argv[2] ?? 8) * 1024 * 1024;
const say = (line: string) => process.stdout.write(`${line}\n`);
const hostile = HOSTILE_TEXTS[0];
if (hostile === undefined) throw new Error("no hostile text");

const acta = await startActa({ env: { SPEECH_ENGINE: "none", LANGUAGE_ENGINE: "extractive" } });
try {
  const { cookie } = await localSignIn({ appOrigin: acta.origin });
  const video = new Uint8Array(await readFile(new URL("../../fixtures/talk.mp4", import.meta.url)));

  /** Sends requests until `until` is true: each one 5 ms after the answer to the one before. Returns their times in ms. */
  const requests = (until: () => boolean) => {
    const waits: number[] = [];
    const done = (async () => {
      while (!until()) {
        const before = performance.now();
        const response = await fetch(`${acta.origin}/api/health?light`);
        await response.arrayBuffer();
        if (!response.ok) throw new Error(`health answered ${response.status}`);
        waits.push(performance.now() - before);
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
      return waits;
    })();
    return done;
  };
  const idle = async () => {
    let count = 0;
    return p95(await requests(() => (count += 1) > IDLE_REQUESTS));
  };

  const measured = async (name: string, text: (size: number) => string, bytes: number) => {
    const transcript = fileOf(text, bytes);
    const idleMs = await idle();
    const before = await cpuMs();
    const begun = performance.now();
    let isOver = false;
    const waiting = requests(() => isOver);
    const meetId = await uploadOverHttp({ origin: acta.origin, cookie, title: name, bytes: video, transcript });
    const acceptedMs = performance.now() - begun;
    await summarised(meetId, cookie);
    isOver = true;
    const waits = await waiting;
    const wallMs = performance.now() - begun;
    const cost = { name, cpuMs: (await cpuMs()) - before, idleMs, busyMs: p95(waits), longestMs: Math.max(...waits) };
    say(
      `${name}: CPU ${seconds(cost.cpuMs)}, accepted after ${seconds(acceptedMs)}, minutes after ${seconds(wallMs)}; ` +
        `p95 of ${waits.length} other requests ${cost.busyMs.toFixed(1)} ms, idle ${idleMs.toFixed(1)} ms (${(cost.busyMs / idleMs).toFixed(2)} ×), ` +
        `longest ${cost.longestMs.toFixed(0)} ms; load ${(loadavg()[0] ?? 0).toFixed(1)}`,
    );
    return cost;
  };

  await measured("warming up", ordinaryTalk, 256 * 1024);
  const costs = {
    ordinaryHalf: await measured("ordinary, half", ordinaryTalk, bytesMax / 2),
    ordinary: await measured("ordinary", ordinaryTalk, bytesMax),
    hostileHalf: await measured("hostile, half", hostile.make, bytesMax / 2),
    hostile: await measured("hostile", hostile.make, bytesMax),
  };
  const ratios = [
    { what: "hostile / ordinary, CPU", is: costs.hostile.cpuMs / costs.ordinary.cpuMs, max: HOSTILE_MAX },
    { what: "ordinary / half of it, CPU", is: costs.ordinary.cpuMs / costs.ordinaryHalf.cpuMs, max: GROWTH_MAX },
    { what: "hostile / half of it, CPU", is: costs.hostile.cpuMs / costs.hostileHalf.cpuMs, max: GROWTH_MAX },
    ...Object.values(costs).map(({ name, busyMs, idleMs }) => ({
      what: `p95 of other requests / idle, ${name}`,
      is: busyMs / idleMs,
      max: WAITS_MAX,
    })),
  ];
  for (const { what, is, max } of ratios)
    say(`${is <= max ? "ok  " : "OVER"} ${is.toFixed(2)} (at most ${max}) ${what}`);
  process.exitCode = ratios.every(({ is, max }) => is <= max) ? 0 : 1;
} finally {
  await acta.stop();
}

/** A .vtt of at most so many bytes. */
function fileOf(text: (size: number) => string, bytes: number): Uint8Array<ArrayBuffer> {
  const sample = new TextEncoder().encode(inCues(text(100_000), CUE_CHARS)).byteLength;
  const file = new TextEncoder().encode(inCues(text(Math.floor((bytes / sample) * 99_000)), CUE_CHARS));
  if (file.byteLength > bytes) throw new Error(`a file of ${file.byteLength} bytes for ${bytes}`);
  return file;
}

async function summarised(meetId: string, cookie: string): Promise<void> {
  for (const until = Date.now() + WAIT_MS_MAX; Date.now() < until; ) {
    // The list shows the status without the transcript, which would be additional work.
    const page = await (await fetch(`${acta.origin}/history`, { headers: { Cookie: cookie } })).text();
    const badge = /badge--(\w+)/.exec(page.slice(page.indexOf(meetId)))?.[1];
    if (badge === "done") return;
    if (badge !== "working") throw new Error(`${meetId} is shown as ${badge}`);
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
  throw new Error("no minutes were written");
}

/** User and system time of the instance's workerd, all threads. */
async function cpuMs(): Promise<number> {
  const pids = await acta.workerdPids();
  const times = pids.map(async (pid) => {
    const stat = await readFile(`/proc/${pid}/stat`, "utf8");
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    // utime and stime, in hundredths of a second.
    return (Number(fields[11]) + Number(fields[12])) * 10;
  });
  return (await Promise.all(times)).reduce((sum, ms) => sum + ms, 0);
}

function p95(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length * 0.95)] ?? Number.POSITIVE_INFINITY;
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}
