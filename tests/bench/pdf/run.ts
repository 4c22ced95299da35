// Cost of a PDF: `npx tsx tests/bench/pdf/run.ts`. The minutes of a meeting with all types of field, and the same with the
// transcript of three and of eight hours as an appendix. CPU is that of this process (user + system), memory is the peak.
import process from "node:process";
import { makePdf } from "#tests/unit/pdf/make-pdf.ts";
import { sample } from "#tests/unit/pdf/sample.ts";

const CASES = [
  { name: "minutes alone", segments: 300, transcript: false },
  { name: "3 hours, 3,000 segments", segments: 3000, transcript: true },
  { name: "8 hours, 8,000 segments", segments: 8000, transcript: true },
];
const RUNS = 3;
const MIB = 2 ** 20;

await makePdf(sample("en", 20));
for (const { name, segments, transcript } of CASES) {
  const meeting = sample("en", segments);
  const runs = [];
  for (let run = 0; run < RUNS; run += 1) {
    globalThis.gc?.();
    const heapBefore = process.memoryUsage().heapUsed;
    let heapMost = heapBefore;
    const timer = setInterval(() => (heapMost = Math.max(heapMost, process.memoryUsage().heapUsed)), 5);
    const before = process.cpuUsage();
    const bytes = await makePdf(meeting, { transcript });
    const { user, system } = process.cpuUsage(before);
    heapMost = Math.max(heapMost, process.memoryUsage().heapUsed);
    clearInterval(timer);
    const pages = new TextDecoder("latin1").decode(bytes).length;
    runs.push({ cpuMs: (user + system) / 1000, bytes: pages, heapMiB: (heapMost - heapBefore) / MIB });
  }
  const [, median] = runs.toSorted((a, b) => a.cpuMs - b.cpuMs);
  if (!median) continue;
  const heap = Math.max(...runs.map(({ heapMiB }) => heapMiB));
  process.stdout.write(
    `${name.padEnd(26)} ${median.cpuMs.toFixed(0).padStart(6)} ms of CPU  ${(median.bytes / 1024).toFixed(0).padStart(6)} KiB  heap +${heap.toFixed(0)} MiB\n`,
  );
}
