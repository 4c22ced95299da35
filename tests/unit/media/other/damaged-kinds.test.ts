import { readFileSync } from "node:fs";
import fc from "fast-check";
import { expect, test } from "vitest";
import type { RecordingKind } from "#app/domain/recording-kind.ts";
import { extractWindow } from "#app/media/windows/extract-window.ts";
import { probeKind } from "#app/media/containers/probe-kind.ts";
import { planWindows } from "#app/media/windows/plan-windows.ts";
import { memorySource } from "#tests/support/memory-source.ts";

const read = (name: string) => new Uint8Array(readFileSync(new URL(`../../../fixtures/${name}`, import.meta.url)));
const KINDS = ["mp3", "wav", "webm", "ogg", "mkv"] as const satisfies RecordingKind[];
const FILES = new Map(KINDS.map((kind) => [kind, read(kind === "mkv" ? "talk-matroska.webm" : `talk.${kind}`)]));
/** Other sound in the same containers. */
const MORE: [name: string, kind: RecordingKind][] = [
  ["talk-vorbis.ogg", "ogg"],
  ["talk-flac.ogg", "ogg"],
  ["talk-vorbis.webm", "webm"],
];
const fileOf = (kind: (typeof KINDS)[number]) => FILES.get(kind) ?? new Uint8Array(0);
const probe = (bytes: Uint8Array, kind: RecordingKind) => probeKind(memorySource(bytes), kind, { fragments: "scan" });
const reasonOf = async (bytes: Uint8Array, kind: RecordingKind) => {
  const probed = await probe(bytes, kind);
  return probed.ok ? "taken" : probed.reason;
};

test.each(KINDS)("a file that is no %s is recognised by its bytes", async (kind) => {
  for (const other of KINDS) {
    const isSame = other === kind || (kind === "webm" && other === "mkv") || (kind === "mkv" && other === "webm");
    expect(await reasonOf(fileOf(other), kind), `${other} as ${kind}`).toBe(isSame ? "taken" : "wrong-kind");
  }
  expect(await reasonOf(read("talk.mp4"), kind)).toBe("wrong-kind");
  expect(await reasonOf(new Uint8Array(300_000), kind)).toBe("wrong-kind");
  expect(await reasonOf(new Uint8Array(0), kind)).toBe("empty");
  expect(await reasonOf(fileOf(kind), "mov")).toBe("wrong-kind");
  expect(await reasonOf(fileOf(kind), "mp4")).toBe("not-mp4");
});

/** Files that say how long they were when they were finished. */
const FINISHED = ["mp3", "wav", "webm", "mkv"] as const;

test.each(FINISHED)("a copy of a finished %s that breaks off halfway is refused as broken off", async (kind) => {
  const whole = fileOf(kind);
  expect(await reasonOf(whole.subarray(0, Math.floor(whole.length * 0.6)), kind)).toBe("truncated");
});

/** The length of a file's sound, and whether it is known to lack its end. */
async function soundIn(bytes: Uint8Array, kind: RecordingKind) {
  const probed = await probe(bytes, kind);
  if (!probed.ok) return probed.reason;
  for (const plan of planWindows(probed.value)) await extractWindow(memorySource(bytes), plan);
  return { ms: probed.value.durationMs, isCut: probed.value.isCut === true };
}

test.each<[string, RecordingKind]>([
  ...FINISHED.map((kind): [string, RecordingKind] => [kind === "mkv" ? "talk-matroska.webm" : `talk.${kind}`, kind]),
  ["talk.ogg", "ogg"],
  ...MORE,
])("%s that lost its last bytes is used as far as it goes", async (name, kind) => {
  const whole = read(name);
  const { ms } = (await soundIn(whole, kind)) as { ms: number };
  const short = await soundIn(whole.subarray(0, -100), kind);
  // An MP3's head often counts one frame too many.
  expect(short).toMatchObject({ isCut: kind !== "mp3" });
  const lostMs = ms - (short as { ms: number }).ms;
  // MP3 and Ogg also say where the sound ends within the last frame, which is not known any more.
  expect(lostMs).toBeGreaterThan(-30);
  expect(lostMs).toBeLessThan(2100);
});

test.each([0.3, 0.6, 0.9])(
  "an Ogg file, whose length nothing tells, is used as far as it goes: %s of it",
  async (share) => {
    for (const name of ["talk.ogg", "talk-vorbis.ogg", "talk-flac.ogg"]) {
      const whole = read(name);
      const { ms } = (await soundIn(whole, "ogg")) as { ms: number };
      const part = await soundIn(whole.subarray(0, Math.floor(whole.length * share)), "ogg");
      expect(part, name).toMatchObject({ isCut: true });
      expect((part as { ms: number }).ms / ms, name).toBeLessThan(share + 0.1);
      expect((part as { ms: number }).ms / ms, name).toBeGreaterThan(share - 0.4);
    }
  },
);

test("a WebM of a recorder that was stopped, which has no length, is used as far as it goes", async () => {
  const whole = read("talk.webm").slice();
  // The length of the segment is written as unknown: as a browser's recorder leaves it.
  const segment = whole.findIndex((_, at) =>
    [0x18, 0x53, 0x80, 0x67].every((byte, index) => whole[at + index] === byte),
  );
  whole.set([0x01, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff], segment + 4);
  const { ms } = (await soundIn(whole, "webm")) as { ms: number };
  const half = (await soundIn(whole.subarray(0, Math.floor(whole.length / 2)), "webm")) as {
    ms: number;
    isCut: boolean;
  };
  expect(half.isCut).toBe(true);
  expect(half.ms / ms).toBeGreaterThan(0.3);
  expect(half.ms / ms).toBeLessThan(0.6);
});

test("an MP3 is read in small chunks as in large ones, and a journal goes on where it was", async () => {
  const whole = fileOf("mp3");
  const entries: Uint8Array[] = [];
  const journal = { entries: () => entries, append: (entry: Uint8Array) => void entries.push(entry) };
  const plain = await probe(whole, "mp3");
  const noted = await probeKind(memorySource(whole, 700), "mp3", { fragments: "scan", journal, checkpointBytes: 3000 });
  expect(noted).toEqual(plain);
  expect(entries.length).toBeGreaterThan(3);
  entries.splice(2);
  const source = memorySource(whole, 700);
  expect(await probeKind(source, "mp3", { fragments: "scan", journal, checkpointBytes: 3000 })).toEqual(plain);
  expect(source.use.bytes).toBeLessThan(whole.length);
});

test.each<[string, RecordingKind]>([
  ["talk.webm", "webm"],
  ["talk.ogg", "ogg"],
  ["talk-matroska.webm", "mkv"],
  ...MORE,
])("a scan goes on from its journal to the same end: %s as %s", async (name, kind) => {
  const whole = read(name);
  const entries: Uint8Array[] = [];
  const journal = { entries: () => entries, append: (entry: Uint8Array) => void entries.push(entry) };
  const plain = await probe(whole, kind);
  await probeKind(memorySource(whole, 700), kind, { fragments: "scan", journal, checkpointBytes: 1 });
  expect(entries.length).toBeGreaterThan(0);
  entries.splice(Math.ceil(entries.length / 2));
  expect(await probeKind(memorySource(whole, 700), kind, { fragments: "scan", journal })).toEqual(plain);
});

test("a large file is only looked at where somebody waits", async () => {
  for (const kind of ["mp3", "webm", "ogg", "mkv"] as const) {
    const source = memorySource(fileOf(kind), 1000);
    expect(await probeKind(source, kind)).toEqual({ ok: false, reason: "needs-scan" });
    expect(source.use.bytes).toBeLessThan(16_000);
  }
});

test("bytes that were changed end in an answer, with no more read than there is", async () => {
  const change = fc.record({ at: fc.double({ min: 0, max: 1, noNaN: true }), value: fc.integer({ min: 0, max: 255 }) });
  const early = fc.record({
    at: fc.double({ min: 0, max: 0.03, noNaN: true }),
    value: fc.integer({ min: 0, max: 255 }),
  });
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(
        ...KINDS.map((kind) => [fileOf(kind), kind] as const),
        ...MORE.map(([name, kind]) => [read(name), kind] as const),
      ),
      fc.array(fc.oneof(change, early), { minLength: 1, maxLength: 12 }),
      async ([file, kind], changes) => {
        const bytes = file.slice();
        for (const { at, value } of changes) bytes[Math.min(Math.floor(at * bytes.length), bytes.length - 1)] = value;
        const source = memorySource(bytes);
        const probed = await probeKind(source, kind, { fragments: "scan" });
        expect(source.use.bytes).toBeLessThan(bytes.length * 3 + 200_000);
        if (!probed.ok) return;
        for (const plan of planWindows(probed.value)) await extractWindow(source, plan);
      },
    ),
    { numRuns: 240 },
  );
});

const durationOf = async (bytes: Uint8Array, kind: RecordingKind) => {
  const probed = await probe(bytes, kind);
  return probed.ok ? probed.value.durationMs : probed.reason;
};

/** A copy with a 32-bit number of the other order of bytes, or of the same, in it. */
function withNumber(file: Uint8Array, at: number, value: number, isLittle: boolean): Uint8Array {
  const bytes = file.slice();
  new DataView(bytes.buffer).setUint32(at, value, isLittle);
  return bytes;
}
const placeOf = (file: Uint8Array, text: string) => Buffer.from(file).indexOf(text, 0, "latin1");

test("a WAV header that is wrong about the sound's length is not believed", async () => {
  const file = fileOf("wav");
  const data = placeOf(file, "data");
  const real = await durationOf(file, "wav");
  const tenHours = 36_000 * new DataView(file.buffer).getUint32(placeOf(file, "fmt ") + 16, true);
  expect(await durationOf(withNumber(file, data + 4, tenHours, true), "wav")).toBe(real);
  // A second, and what stands behind it is sound and no chunk.
  const second = new DataView(file.buffer).getUint32(placeOf(file, "fmt ") + 16, true);
  expect(await durationOf(withNumber(file, data + 4, second, true), "wav")).toBe(real);
  const list = new Uint8Array([0x4c, 0x49, 0x53, 0x54, 4, 0, 0, 0, 0x49, 0x4e, 0x46, 0x4f]);
  const withChunks = new Uint8Array(Buffer.concat([file.subarray(0, data + 8 + second), list]));
  expect(await durationOf(withNumber(withChunks, data + 4, second, true), "wav")).toBe(1000);
});

test.each<[string, RecordingKind]>([
  ["talk.webm", "webm"],
  ["talk-matroska.webm", "mkv"],
])("a duration in the header of %s is not believed", async (name, kind) => {
  const file = read(name);
  const real = await durationOf(file, kind);
  const at = Buffer.from(file).indexOf(Buffer.from([0x44, 0x89, 0x88]));
  expect(at).toBeGreaterThan(0);
  for (const claimed of [36_000_000, 1]) {
    const bytes = file.slice();
    new DataView(bytes.buffer).setFloat64(at + 3, claimed);
    expect(await durationOf(bytes, kind)).toBe(real);
  }
});

test.each<[string, RecordingKind]>([["talk.ogg", "ogg"], ...MORE.filter(([, kind]) => kind === "ogg")])(
  "a last page of %s that counts ten hours is not believed",
  async (name, kind) => {
    const file = read(name);
    const real = await durationOf(file, kind);
    const last = Buffer.from(file).lastIndexOf("OggS", undefined, "latin1");
    const lied = await durationOf(withNumber(file, last + 6, 36_000 * 48_000, true), kind);
    expect(Math.abs(Number(lied) - Number(real))).toBeLessThan(1000);
  },
);

test("an MP3 whose head counts too many frames over all of its bytes is as long as its frames", async () => {
  const file = fileOf("mp3");
  const real = await durationOf(file, "mp3");
  const tag = Math.max(placeOf(file, "Xing"), placeOf(file, "Info"));
  expect(tag).toBeGreaterThan(0);
  for (const frames of [1_400_000, 1])
    expect(await durationOf(withNumber(file, tag + 8, frames, false), "mp3")).toBe(real);
});

test("a chunk of an odd length in a WAV file may lack the byte behind it", async () => {
  const file = fileOf("wav");
  const odd = new TextEncoder().encode("LIST\u0005\0\0\0INFOx");
  for (const pad of [[], [0]]) {
    const listed = Uint8Array.from([...file.subarray(0, 12), ...odd, ...pad, ...file.subarray(12)]);
    expect(await durationOf(listed, "wav")).toBe(await durationOf(file, "wav"));
  }
});
