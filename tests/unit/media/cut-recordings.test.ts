import { expect, test } from "vitest";
import { extractWindow } from "#app/media/windows/extract-window.ts";
import { planWindows } from "#app/media/windows/plan-windows.ts";
import { probeRecording } from "#app/media/probe-recording.ts";
import type { ScanJournal } from "#app/media/fragments/scan-journal.ts";
import { memorySource } from "#tests/support/memory-source.ts";
import { type FragmentTrack, writeFragmentedMp4 } from "#tests/support/write-fragmented-mp4.ts";
import { box, bytesOf, numberedSamples, type TrackRecipe, writeMp4 } from "#tests/support/write-mp4.ts";

/** Files that end before their recording does: a crashed recorder, a full card, a copy that broke off. */

const RATE = 44_100;
const video: FragmentTrack = {
  handler: "vide",
  entry: box("avc1", new Uint8Array(78)),
  timescale: 1000,
  samples: numberedSamples(50, 40),
  delta: 2000,
  samplesPerFragment: 5,
};
const sound: FragmentTrack = { samples: numberedSamples(100), delta: RATE };
const film = (more = {}) => writeFragmentedMp4({ tracks: [video, sound], ...more });
const whole = film();
const header = writeFragmentedMp4({ tracks: [video, sound].map((track) => ({ ...track, samples: [] })) });

/** The places of the top-level boxes of a type. */
function boxesOf(file: Uint8Array, type: string): { start: number; end: number }[] {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  const found: { start: number; end: number }[] = [];
  for (let at = 0; at + 8 <= file.byteLength; at += view.getUint32(at))
    if (String.fromCharCode(...file.subarray(at + 4, at + 8)) === type)
      found.push({ start: at, end: at + view.getUint32(at) });
  return found;
}

const scan = (file: Uint8Array, journal?: ScanJournal) =>
  probeRecording(memorySource(file), { fragments: "scan", ...(journal && { journal, checkpointBytes: 1 }) });

async function answerTo(file: Uint8Array) {
  const outcome = await scan(file);
  if (!outcome.ok) return outcome.reason;
  for (const plan of planWindows(outcome.value)) await extractWindow(memorySource(file), plan);
  const { durationMs, audio, isCut = false } = outcome.value;
  return { durationMs, samples: audio.samples.count, isCut };
}

const moofs = boxesOf(whole, "moof");
const mdats = boxesOf(whole, "mdat");
const lastMoof = moofs.at(-1) ?? { start: 0, end: 0 };
const lastMdat = mdats.at(-1) ?? { start: 0, end: 0 };
const sidx = (size: number) => box("sidx", 0, 1, 1000, 0, 0, 1, size, 1000, 0);

test.each<[string, Uint8Array, { durationMs: number; samples: number; isCut: boolean }]>([
  ["nothing is missing", whole, { durationMs: 100_000, samples: 100, isCut: false }],
  // The last fragment's pictures (five of 40 bytes) stand before its ten frames of sound (16 bytes).
  ["the last byte is missing", whole.subarray(0, -1), { durationMs: 100_000, samples: 99, isCut: true }],
  [
    "the last three frames of sound are missing",
    whole.subarray(0, -33),
    { durationMs: 100_000, samples: 97, isCut: true },
  ],
  [
    "cut inside the last pictures",
    whole.subarray(0, lastMdat.start + 100),
    { durationMs: 94_000, samples: 90, isCut: true },
  ],
  [
    "cut inside the last media's head",
    whole.subarray(0, lastMdat.start + 5),
    { durationMs: 90_000, samples: 90, isCut: true },
  ],
  ["cut behind the last tables", whole.subarray(0, lastMoof.end), { durationMs: 90_000, samples: 90, isCut: true }],
  [
    "cut inside the last tables",
    whole.subarray(0, lastMoof.start + 60),
    { durationMs: 90_000, samples: 90, isCut: true },
  ],
  ["cut between two fragments", whole.subarray(0, lastMoof.start), { durationMs: 90_000, samples: 90, isCut: false }],
  [
    "cut between two fragments, but an index tells of more",
    film({ beforeFirst: [sidx(60_000)] }),
    { durationMs: 100_000, samples: 100, isCut: true },
  ],
  [
    "a last box of 2^60 bytes",
    bytesOf(whole, 1, "mdat", 0x10000000, 0, new Uint8Array(100)),
    { durationMs: 100_000, samples: 100, isCut: true },
  ],
  [
    "only the index at the end is cut",
    bytesOf(whole, box("mfra", new Uint8Array(60))).subarray(0, -20),
    { durationMs: 100_000, samples: 100, isCut: false },
  ],
])("fragments are used as far as they are there: %s", async (_what, file, expected) => {
  expect(await answerTo(file)).toEqual(expected);
});

test("fragments without a whole frame of sound are truncated, not without sound", async () => {
  expect(await answerTo(header)).toBe("truncated");
  expect(await answerTo(whole.subarray(0, moofs[0]?.end))).toBe("truncated");
  expect(await answerTo(whole.subarray(0, (moofs[0]?.start ?? 0) + 50))).toBe("truncated");
});

test("a fragment that points behind the file's end and has others behind it is damaged", async () => {
  const beyond = box("traf", box("tfhd", 0x20000, 2), box("trun", 0x301, 1, 0x7000_0000, RATE, 16));
  const moof = box("moof", box("mfhd", 0, 1), beyond);
  expect(await answerTo(bytesOf(whole.subarray(0, lastMoof.start), moof, whole.subarray(lastMoof.start)))).toBe(
    "hostile",
  );
});

test("a scan that was killed finds the same cut end", async () => {
  for (const file of [whole.subarray(0, -33), whole.subarray(0, lastMoof.end), film({ beforeFirst: [sidx(60_000)] })]) {
    const stored: Uint8Array[] = [];
    const journal = { entries: () => stored, append: (entry: Uint8Array) => void stored.push(entry) };
    const plain = await scan(file);
    expect(plain).toMatchObject({ ok: true, value: { isCut: true } });
    expect(await scan(file, journal)).toEqual(plain);
    const all = stored.splice(0);
    expect(all.length).toBeGreaterThan(5);
    for (const kept of [1, 5, all.length]) {
      stored.splice(0, stored.length, ...all.slice(0, kept));
      expect(await scan(file, journal)).toEqual(plain);
    }
  }
});

const tracks: TrackRecipe[] = [
  {
    handler: "vide",
    entry: box("avc1", new Uint8Array(78)),
    timescale: 1000,
    samples: numberedSamples(100, 40),
    stts: [[100, 1000]],
  },
  { samples: numberedSamples(100), stts: [[100, RATE]] },
];

test("a finished movie whose copy broke off is used where nine tenths of its sound are there, else truncated", async () => {
  const first = writeMp4({ tracks, moovFirst: true });
  const media = boxesOf(first, "mdat")[0] ?? { start: 0, end: 0 };
  const at = (share: number) => first.subarray(0, Math.floor(media.start + 8 + (media.end - media.start - 8) * share));
  expect(await answerTo(first)).toEqual({ durationMs: 100_000, samples: 100, isCut: false });
  expect(await answerTo(at(0.95))).toEqual({ durationMs: 94_000, samples: 94, isCut: true });
  expect(await answerTo(at(0.7))).toBe("truncated");
  expect(await answerTo(first.subarray(0, media.start))).toBe("truncated");
  const open = writeMp4({ tracks, moovFirst: true, mdat: (body) => bytesOf(0, "mdat", body) });
  expect(await answerTo(open)).toEqual({ durationMs: 100_000, samples: 100, isCut: false });
  expect(await answerTo(open.subarray(0, -40))).toEqual({ durationMs: 98_000, samples: 98, isCut: true });
  expect(await answerTo(writeMp4({ tracks }).subarray(0, -40))).toBe("truncated");
});
