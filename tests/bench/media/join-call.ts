// Cost of the end of a long call: `npx tsx --expose-gc tests/bench/media/join-call.ts [hours]`. Pieces are generated (25 frames, and
// 50 packets a second in each of two streams; one restart of everything in the middle), joined, and finished as call objects do.
// Fails above 2 s of CPU or 64 MB beside the indices.
import { CALL_PART_BYTES } from "#app/domain/limits/calls.ts";
import { appendPiece, NOTHING_JOINED } from "#app/media/pieces/append-piece.ts";
import { finishRecording } from "#app/media/pieces/finish-recording.ts";
import { madePiece, madeSegment } from "#tests/support/write-call-pieces.ts";

const CPU_MS_MAX = 2000;
const MEMORY_MB_MAX = 64;
const hours = Number(process.argv[2] ?? 4);
const collect = globalThis.gc ?? (() => undefined);
const STARTED_AT = Date.UTC(2026, 0, 1);
const half = (hours * 3_600_000) / 2;

const segments = [0, 1].flatMap((part) =>
  (["mix", "tab"] as const).map((stream) => madeSegment(stream, part, STARTED_AT + part * (half + 3000))),
);
let state = NOTHING_JOINED;
const indices: Uint8Array[] = [];
const appending = process.cpuUsage();
let pieces = 0;
for (const part of [0, 1])
  for (let ms = 0, seq = 1; ms < half; ms += 2000, seq++)
    for (const segment of segments.filter((one) => one.segment === part)) {
      const piece = madePiece(segment, ms, ms + 2000);
      const appended = appendPiece(state, { segment, seq, piece });
      state = appended.state;
      indices.push(appended.index);
      pieces++;
    }
const appended = process.cpuUsage(appending);
const indexBytes = indices.reduce((sum, index) => sum + index.byteLength, 0);

const memory = () => {
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
};
collect();
const before = memory();
const began = process.cpuUsage();
const wall = performance.now();
const finished = finishRecording({ segments, indices, headBytes: CALL_PART_BYTES });
const spent = process.cpuUsage(began);
const wallMs = performance.now() - wall;
const peakMb = (memory() - before) / 2 ** 20;
if (finished === null) throw new Error("nothing was joined");
const cpuMs = (spent.user + spent.system) / 1000;
const figures = {
  hours,
  pieces,
  indexMb: (indexBytes / 2 ** 20).toFixed(1),
  appendMsPerPiece: ((appended.user + appended.system) / 1000 / pieces).toFixed(3),
  finishCpuMs: Math.round(cpuMs),
  finishWallMs: Math.round(wallMs),
  // Without garbage collection in between, so this is more than was ever needed at once.
  finishMb: peakMb.toFixed(1),
  headMb: (finished.head.byteLength / 2 ** 20).toFixed(1),
  tailMb: (finished.tail.byteLength / 2 ** 20).toFixed(1),
  durationMs: finished.durationMs,
  gaps: finished.gaps,
};
process.stdout.write(`${JSON.stringify(figures, null, 2)}\n`);
if (cpuMs > CPU_MS_MAX || peakMb > MEMORY_MB_MAX) process.exitCode = 1;
