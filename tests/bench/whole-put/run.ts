/**
 * Uploads a recording of 2 GB with one presigned PUT (§7, no parts) and measures how long other requests wait meanwhile.
 * Starts an Acta of its own over the last build. Each round measures a page and GET /api/health?light while nothing else
 * happens, then during the PUT, then idle again; the p95 during the PUT is compared with the p95 of both idle phases.
 *
 *   npx remix vite:build && npx tsx tests/bench/whole-put/run.ts [--rounds=3] [--megabytes=2000] [--idle-seconds=20]
 *
 * Prints ratios, because the times depend on the machine and on its load. Fails where the median ratio is above 3, where an
 * upload is not accepted, where a request gets no answer, and where a process of the app was restarted.
 */
import { readFile } from "node:fs/promises";
import { type IncomingMessage, request } from "node:http";
import { cpus, loadavg } from "node:os";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { type UploadStarted, uploadStarted } from "#app/contracts/recording/upload-answers.ts";
import { startActa } from "#tests/support/acta-process.ts";
import { localSignIn } from "#tests/support/local-sign-in.ts";
import { meetingPayload } from "#tests/support/meeting-payload.ts";

const RATIO_MAX = 3;
const PROBE_GAP_MS = 100;
const PROBE_MS_MAX = 60_000;
const CHUNK_BYTES = 1024 * 1024;
const BOX_HEADER_BYTES = 8;

const { values: told } = parseArgs({
  options: {
    rounds: { type: "string", default: "3" },
    megabytes: { type: "string", default: "2000" },
    "idle-seconds": { type: "string", default: "20" },
  },
});
const rounds = Number(told.rounds);
const bytes = Number(told.megabytes) * 1_000_000;
const idleMs = Number(told["idle-seconds"]) * 1000;
const print = (line: string) => process.stdout.write(`${line}\n`);
const load = () => (loadavg()[0] ?? 0).toFixed(1);
const failures = new Set<string>();

/** The samples of one path, in ms; a request without a good answer is counted, not timed. */
type Samples = { ms: number[]; failed: number };
type Phase = Record<"page" | "health", Samples>;

const recording = await readFile(fileURLToPath(new URL("../../fixtures/talk.mp4", import.meta.url)));
const acta = await startActa();
try {
  const { origin } = acta;
  const { cookie } = await localSignIn({ appOrigin: origin });
  print(`${told.megabytes} MB in one PUT, ${rounds} rounds; ${cpus().length} cores, load ${load()}`);
  // The first requests of a new process compile and fill caches.
  await probe(cookie, sleep(3000));
  const pids = await workerdPids();
  const ratios: Record<keyof Phase, number[]> = { page: [], health: [] };
  for (let round = 1; round <= rounds; round += 1) {
    const before = await probe(cookie, sleep(idleMs));
    const started = await start(cookie);
    const memory = watchMemory(await acta.workerdPids());
    const sentAt = performance.now();
    const put = putWhole(started);
    const during = await probe(cookie, put);
    const seconds = (performance.now() - sentAt) / 1000;
    const peak = await memory.stop();
    const taken = await finish(cookie, started.meetId);
    await remove(cookie, started.meetId);
    const after = await probe(cookie, sleep(idleMs));
    print(`\nround ${round} (load ${load()})`);
    print(
      `  PUT ${await put}, upload_data ${taken}; ${seconds.toFixed(1)} s, ${(bytes / 1e6 / seconds).toFixed(1)} MB/s`,
    );
    print(
      `  largest workerd: ${(peak.before / 1e6).toFixed(0)} MB before, at most ${(peak.most / 1e6).toFixed(0)} MB during`,
    );
    if ((await put) !== 200 || taken !== 200) failures.add("an upload was not accepted");
    for (const name of ["page", "health"] as const) {
      const idle = p95([...before[name].ms, ...after[name].ms]);
      const ratio = p95(during[name].ms) / idle;
      ratios[name].push(ratio);
      print(
        `  ${name}: idle p95 ${idle.toFixed(0)} ms, during the PUT ${p95(during[name].ms).toFixed(0)} ms ` +
          `(${during[name].ms.length} answers, ${during[name].failed} without), ratio ${ratio.toFixed(2)}`,
      );
      if (before[name].failed + during[name].failed + after[name].failed > 0) failures.add("a request got no answer");
    }
  }
  print("");
  for (const name of ["page", "health"] as const) {
    const ratio = median(ratios[name]);
    print(`${name}: median ratio ${ratio.toFixed(2)} (limit ${RATIO_MAX}, ${ratio > RATIO_MAX ? "MISSED" : "kept"})`);
    if (!(ratio <= RATIO_MAX)) failures.add(`${name} above ${RATIO_MAX} × its idle p95`);
  }
  const isSame = (await workerdPids()) === pids;
  print(`the app ${isSame ? "was never restarted" : "WAS RESTARTED"}`);
  if (!isSame) failures.add("the app was restarted");
} finally {
  await acta.stop();
}
print(failures.size === 0 ? "every limit kept" : `MISSED: ${[...failures].join("; ")}`);
process.exitCode = failures.size === 0 ? 0 : 1;

async function workerdPids(): Promise<string> {
  return (await acta.workerdPids()).toSorted((one, other) => one - other).join();
}

/** Asks for a page and for the light health answer, one after the other each, until `until` settles. */
async function probe(cookie: string, until: Promise<unknown>): Promise<Phase> {
  const over = new AbortController();
  const ask = async (path: string): Promise<Samples> => {
    const samples: Samples = { ms: [], failed: 0 };
    while (!over.signal.aborted) {
      const at = performance.now();
      const isAnswered = await answers(`${acta.origin}${path}`, cookie);
      if (isAnswered) samples.ms.push(performance.now() - at);
      else samples.failed += 1;
      await sleep(PROBE_GAP_MS);
    }
    return samples;
  };
  const asked = Promise.all([ask("/history"), ask("/api/health?light")]);
  await until;
  over.abort();
  const [page, health] = await asked;
  return { page, health };
}

async function answers(url: string, cookie: string): Promise<boolean> {
  try {
    const answer = await fetch(url, { headers: { Cookie: cookie }, signal: AbortSignal.timeout(PROBE_MS_MAX) });
    await answer.arrayBuffer();
    return answer.ok;
  } catch {
    return false;
  }
}

async function post(path: string, cookie: string, body: unknown): Promise<Response> {
  const headers = { Cookie: cookie, Origin: acta.origin, "Content-Type": "application/json" };
  return fetch(`${acta.origin}/api/acta/${path}`, { method: "POST", headers, body: JSON.stringify(body) });
}

async function start(cookie: string): Promise<UploadStarted> {
  const answer = await post("upload", cookie, meetingPayload({ fileSize: bytes }));
  if (!answer.ok) throw new Error(`upload answered ${answer.status}: ${await answer.text()}`);
  return uploadStarted.parse(await answer.json());
}

async function finish(cookie: string, meetId: string): Promise<number> {
  const answer = await post("upload_data", cookie, { meetId, meetingData: meetingPayload({ fileSize: bytes }) });
  await answer.arrayBuffer();
  return answer.status;
}

/** So that the rounds do not fill the disk. */
async function remove(cookie: string, meetId: string): Promise<void> {
  const headers = { Cookie: cookie, Origin: acta.origin };
  await fetch(`${acta.origin}/api/acta/meetings/${meetId}`, { method: "DELETE", headers });
}

/** Sends the recording and a `free` box of zeros as fast as the app takes them. Returns the status; 0 if the connection broke. */
async function putWhole({ presignedUrl, headers }: UploadStarted): Promise<number> {
  const sent = request(presignedUrl, {
    method: "PUT",
    headers: { "Content-Type": "application/octet-stream", ...headers, "Content-Length": String(bytes) },
  });
  const status = new Promise<number>((resolve) => {
    sent.once("response", (answer: IncomingMessage) => resolve(answer.resume().statusCode ?? 0));
    sent.once("error", () => resolve(0));
  });
  // The status is the result; a broken connection has already emitted `error`.
  await pipeline(Readable.from(chunks()), sent).catch(() => undefined);
  return status;
}

function* chunks(): Generator<Buffer> {
  const box = Buffer.alloc(BOX_HEADER_BYTES);
  box.writeUInt32BE(bytes - recording.length);
  box.write("free", 4);
  yield Buffer.concat([recording, box]);
  const zeros = Buffer.alloc(CHUNK_BYTES);
  for (let left = bytes - recording.length - BOX_HEADER_BYTES; left > 0; left -= CHUNK_BYTES) {
    yield left < CHUNK_BYTES ? zeros.subarray(0, left) : zeros;
  }
}

/** Resident bytes of the largest of these processes, at the start and at most; 0 on systems other than Linux. */
function watchMemory(pids: readonly number[]) {
  const read = async () => Math.max(0, ...(await Promise.all(pids.map(residentBytes))));
  const over = new AbortController();
  const watched = (async () => {
    const before = await read();
    let most = before;
    while (!over.signal.aborted) {
      await sleep(500);
      most = Math.max(most, await read());
    }
    return { before, most };
  })();
  return {
    stop: () => {
      over.abort();
      return watched;
    },
  };
}

async function residentBytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, "utf8").catch(() => "");
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) * 1024;
}

function p95(samples: readonly number[]): number {
  const sorted = samples.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(0.95 * sorted.length))] ?? Number.POSITIVE_INFINITY;
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.POSITIVE_INFINITY;
}
