import { type Sample, slopePerMinute } from "#tests/bench/here/sample-page.ts";

export type Measured = {
  source: "both" | "microphone";
  minutes: number;
  /** Cores of the machine. */
  cores: number;
  samples: { ours: Sample; plain: Sample; load: number }[];
  sentBytesPerMinute: number;
  storedBytesPerMinute: number;
  /** Lengths in ms. */
  windows: number[];
  /** From the last piece of a window to its text in the page, and from the end of what was said in it, in ms without the engine. */
  texts: { afterCloseMs: number; afterSpeechMs: number }[];
  stop: { stoppedMs: number; minutesMs: number; engineMs: number; playableMs: number };
  /** Cores of the browser's other processes, which serve both pages. */
  others: Record<string, number>;
  /** The same before Acta's page recorded. */
  othersBefore: Record<string, number>;
  threads: Record<"ours" | "plain", [name: string, seconds: number][]>;
  /** Heaps of the page's workers at the end, and the resident memory of the process after each of their garbage collections, in MiB. */
  workers: { name: string; heapMib: number; rssMib: number }[];
  serverCores: number;
};

/** Issue 28 §3. */
const CORES_MAX = 0.15;
const DRIFT_MIB_MAX = 20;
const STOP_MS_MAX = 3000;
const LIVE_MS_MAX = 1000;
const WINDOW_MS_MEDIAN_MAX = 30_000;
const THREADS_SHOWN = 8;

/** Writes the figures, and returns whether all of them are within their limits. */
export function report(measured: Measured): boolean {
  const { samples, minutes, windows, texts, stop } = measured;
  const of = (read: (sample: Measured["samples"][number]) => number) => {
    const values = samples.map((sample) => ({ at: sample.ours.at, value: read(sample) }));
    const perMinute = slopePerMinute(values);
    return { mean: mean(values.map(({ value }) => value)), perMinute, drift: perMinute * minutes };
  };
  const beyond = of(({ ours, plain }) => ours.cores - plain.cores);
  const heap = of(({ ours }) => ours.heapMib);
  const resident = of(({ ours }) => ours.rssMib);
  const afterClose = texts.map(({ afterCloseMs }) => afterCloseMs);
  const stopMs = stop.minutesMs - stop.engineMs;
  const aims = {
    cpu: beyond.mean <= CORES_MAX,
    heap: Math.abs(heap.drift) <= DRIFT_MIB_MAX,
    resident: Math.abs(resident.drift) <= DRIFT_MIB_MAX,
    stop: stopMs <= STOP_MS_MAX,
    live: median(afterClose) <= LIVE_MS_MAX,
    windows: median(windows) <= WINDOW_MS_MEDIAN_MAX,
  };
  const figures = {
    source: measured.source,
    minutes: round(minutes),
    cores: measured.cores,
    load: round(of(({ load }) => load).mean),
    cpuCores: {
      page: figure(of(({ ours }) => ours.cores)),
      plainPage: figure(of(({ plain }) => plain.cores)),
      beyond: figure(beyond),
    },
    heapMib: { page: figure(heap), plainPage: figure(of(({ plain }) => plain.heapMib)) },
    residentMib: { page: figure(resident), plainPage: figure(of(({ plain }) => plain.rssMib)) },
    otherProcessesCoresBefore: rounded(measured.othersBefore),
    otherProcessesCores: rounded({ ...measured.others, server: measured.serverCores }),
    kbPerMinute: {
      sent: round(measured.sentBytesPerMinute / 1000),
      pieces: round(measured.storedBytesPerMinute / 1000),
    },
    windows: {
      count: windows.length,
      shortestMs: Math.min(...windows),
      medianMs: median(windows),
      longestMs: Math.max(...windows),
      lastPieceToTextMs: { median: median(afterClose), longest: Math.max(...afterClose) },
      endOfSpeechToTextMs: { median: median(texts.map(({ afterSpeechMs }) => afterSpeechMs)) },
    },
    stopMs: { ...stop, withoutEngines: stopMs },
    threadSeconds: {
      page: Object.fromEntries(measured.threads.ours.slice(0, THREADS_SHOWN).map(([name, s]) => [name, round(s)])),
      plainPage: Object.fromEntries(
        measured.threads.plain.slice(0, THREADS_SHOWN).map(([name, s]) => [name, round(s)]),
      ),
    },
    workers: measured.workers,
    aims,
  };
  process.stdout.write(`${JSON.stringify(figures, null, 2)}\n`);
  return Object.values(aims).every(Boolean);
}

function figure({ mean, perMinute, drift }: { mean: number; perMinute: number; drift: number }) {
  return { mean: round(mean), perMinute: round(perMinute), drift: round(drift) };
}

const round = (value: number) => Number(value.toFixed(4));

function rounded(values: Record<string, number>): Record<string, number> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, round(value)]));
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}
