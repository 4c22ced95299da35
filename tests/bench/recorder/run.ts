// Cost of a meeting for the recorder: CPU, memory and bytes a minute, with two people who speak and send 640×480.
//
//   node workers/recorder/build.mjs && npx tsx tests/bench/recorder/run.ts [seconds] [bots of the last measurement]
//
// One bot with the picture, one with sound only, then six with sound only beside each other, as in a container. CPU is user + system time of
// the bots' processes and everything below them (their browsers), per second of meeting; memory is the sum of their proportional shares (PSS).
// Both are given for each bot. The speakers and Janus run on the same machine and are not counted.
import { readFileSync } from "node:fs";
import { loadavg } from "node:os";
import process from "node:process";
import { startCallIngest } from "../../fakes/call-ingest.ts";
import { descendantsOf, ended, openStage, talk } from "../../recorder/stage/open-stage.ts";

const TICKS_PER_SECOND = 100;
const seconds = Number(process.argv[2] ?? 60);
const many = Number(process.argv[3] ?? 6);

const stage = await openStage();
try {
  await measure({ video: true, count: 1 });
  await measure({ video: false, count: 1 });
  await measure({ video: false, count: many });
} finally {
  await stage.close();
}

async function measure({ video, count }: { video: boolean; count: number }): Promise<void> {
  const room = await stage.room();
  const ingests = await Promise.all(Array.from({ length: count }, () => startCallIngest()));
  const botIds: string[] = [];
  for (const ingest of ingests) botIds.push(await stage.send(ingest, room, { video }));
  const people = [
    await stage.speakers.join(stage.janus, room, "Alice", "Alice", { width: 640, height: 480, framesPerSecond: 20 }),
    await stage.speakers.join(stage.janus, room, "Bob", "Bob", { width: 640, height: 480, framesPerSecond: 20 }),
  ];
  await talk(5);
  const bots = stage.recorder.botPids();
  const sum = (of: (pid: number) => number) => bots.reduce((total, pid) => total + of(pid), 0) / count;
  const bytes = () => ingests.reduce((total, ingest) => total + bytesOf(ingest.pieces()), 0) / count;
  const startedAt = Date.now();
  const requests = () => ingests.reduce((total, ingest) => total + ingest.requests(), 0) / count;
  const before = { cpu: sum(cpuSeconds), bytes: bytes(), requests: requests() };
  let memory = 0;
  for (let turn = 0; turn < seconds / 5; turn += 1) {
    await talk(5);
    memory = Math.max(memory, sum(megabytes));
  }
  const elapsed = (Date.now() - startedAt) / 1000;
  const cores = (sum(cpuSeconds) - before.cpu) / elapsed;
  const perMinute = ((bytes() - before.bytes) / elapsed) * 60;
  const askedPerMinute = ((requests() - before.requests) / elapsed) * 60;
  for (const each of people) await each.leave();
  for (const botId of botIds) await stage.recorder.stop(botId);
  for (const ingest of ingests) await ended(ingest);
  const warnings = ingests.flatMap((ingest) => ingest.events()).filter(({ type }) => type === "warning").length;
  process.stdout.write(
    `${count} with ${video ? "sound and picture" : "sound only"}, each: ${cores.toFixed(2)} cores (aim 0.7), ${Math.round(memory)} MB at most (aim 400), ` +
      `${(perMinute / 1e6).toFixed(2)} MB and ${askedPerMinute.toFixed(0)} requests a minute, ${warnings} warnings, ${elapsed.toFixed(0)} s, load ${loadavg()[0]?.toFixed(1)}\n`,
  );
  await Promise.all(ingests.map((ingest) => ingest.close()));
}

function tree(pid: number): number[] {
  return [pid, ...descendantsOf(pid)];
}

function cpuSeconds(pid: number): number {
  let ticks = 0;
  for (const each of tree(pid)) {
    const stat = read(`/proc/${each}/stat`);
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    ticks += Number(fields[11] ?? 0) + Number(fields[12] ?? 0);
  }
  return ticks / TICKS_PER_SECOND;
}

function megabytes(pid: number): number {
  return (
    tree(pid).reduce(
      (sum, each) => sum + Number(/^Pss:\s+(\d+)/mu.exec(read(`/proc/${each}/smaps_rollup`))?.[1] ?? 0),
      0,
    ) / 1024
  );
}

function read(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}

function bytesOf(pieces: { bytes: Uint8Array }[]): number {
  return pieces.reduce((sum, piece) => sum + piece.bytes.length, 0);
}
