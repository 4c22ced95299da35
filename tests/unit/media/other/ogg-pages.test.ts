import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isSoundFile } from "#app/media/check-sound-file.ts";
import { probeKind } from "#app/media/containers/probe-kind.ts";
import { readVorbisModes } from "#app/media/containers/vorbis-setup.ts";
import { oggSum } from "#app/media/containers/write-ogg.ts";
import { extractWindow } from "#app/media/windows/extract-window.ts";
import { planWindows } from "#app/media/windows/plan-windows.ts";
import { oggPackets, type PageCut, writeOggPages } from "#tests/support/cut-ogg-pages.ts";
import { memorySource } from "#tests/support/memory-source.ts";

const read = (name: string) => new Uint8Array(readFileSync(new URL(`../../../fixtures/${name}`, import.meta.url)));
const CODECS = { opus: read("talk.ogg"), vorbis: read("talk-vorbis.ogg"), flac: read("talk-flac.ogg") };
type Codec = keyof typeof CODECS;
const NAMES = ["opus", "vorbis", "flac"] as const satisfies Codec[];
/** Number of header packets that ffmpeg writes. */
const HEADERS = { opus: 2, vorbis: 3, flac: 2 };
const SECONDS = 8;
const SHORT_PAGES = 5;

const scan = (bytes: Uint8Array) => probeKind(memorySource(bytes, 700), "ogg", { fragments: "scan" });
const reasonOf = async (bytes: Uint8Array) => {
  const probed = await scan(bytes);
  return probed.ok ? "taken" : probed.reason;
};
const recut = (codec: Codec, segments: PageCut["segments"]) =>
  writeOggPages(oggPackets(CODECS[codec]), { headers: HEADERS[codec], segments });

async function windowOf(bytes: Uint8Array): Promise<{ audio: Buffer; durationMs: number }> {
  const probed = await scan(bytes);
  if (!probed.ok) throw new Error(probed.reason);
  const [plan] = planWindows(probed.value);
  if (plan === undefined) throw new Error("no window");
  const { audio } = await extractWindow(memorySource(bytes, 700), plan);
  return { audio: Buffer.from(audio), durationMs: probed.value.durationMs };
}

/** Offsets at which the pages of a file begin. */
function pageStarts(file: Uint8Array): number[] {
  const starts: number[] = [];
  for (let at = 0; at < file.byteLength; ) {
    starts.push(at);
    const segments = file[at + 26] ?? 0;
    const lengths = file.subarray(at + 27, at + 27 + segments);
    at += 27 + segments + lengths.reduce((sum, length) => sum + length, 0);
  }
  return starts;
}

describe.each(NAMES)("%s in Ogg", (codec) => {
  test("for any division of its packets into pages, the window is the same, byte for byte", async () => {
    const whole = await windowOf(CODECS[codec]);
    expect(Math.abs(whole.durationMs - SECONDS * 1000)).toBeLessThan(50);
    await fc.assert(
      fc.asyncProperty(fc.array(fc.integer({ min: 1, max: 255 }), { minLength: 1, maxLength: 8 }), async (rooms) => {
        let page = 0;
        const cut = recut(codec, () => rooms[page++ % rooms.length] ?? 1);
        const window = await windowOf(cut);
        expect(window.durationMs).toBe(whole.durationMs);
        expect(window.audio.equals(whole.audio)).toBe(true);
      }),
      { numRuns: 5 },
    );
  });

  test("a scan resumes from its journal in the middle of a packet", async () => {
    const bytes = recut(codec, () => 1);
    const entries: Uint8Array[] = [];
    const journal = { entries: () => entries, append: (entry: Uint8Array) => void entries.push(entry) };
    const plain = await scan(bytes);
    const options = { fragments: "scan", journal, checkpointBytes: 1 } as const;
    expect(await probeKind(memorySource(bytes, 700), "ogg", options)).toEqual(plain);
    const all = entries.splice(0);
    expect(all.length).toBeGreaterThan(50);
    for (const kept of [1, 21, 22, 23, all.length - 1]) {
      entries.splice(0, entries.length, ...all.slice(0, kept));
      expect(await probeKind(memorySource(bytes, 700), "ogg", options)).toEqual(plain);
    }
  });

  test("empty packets are skipped", async () => {
    const packets = oggPackets(CODECS[codec]);
    const sprinkled = packets.flatMap((packet, index) =>
      index > 8 && index % 5 === 0 ? [{ bytes: new Uint8Array(0), granule: null }, packet] : [packet],
    );
    const file = writeOggPages(sprinkled, { headers: HEADERS[codec], segments: () => 40 });
    expect((await windowOf(file)).audio.equals((await windowOf(CODECS[codec])).audio)).toBe(true);
  });

  test("a missing end is known, and a second stream after the first is reported", async () => {
    const file = recut(codec, () => SHORT_PAGES);
    expect(await scan(file.subarray(0, file.length - 3))).toMatchObject({ ok: true, value: { isCut: true } });
    expect(await reasonOf(Buffer.concat([CODECS[codec], CODECS[codec]]))).toBe("unsupported-codec");
    // The room that a recorder had reserved.
    expect(await scan(Buffer.concat([file, Buffer.alloc(4096)]))).toMatchObject({ ok: true, value: { isCut: true } });
  });
});

test("a missing page inside a packet is reported, and a file that ends there is used up to it", async () => {
  const file = recut("flac", () => SHORT_PAGES);
  const starts = pageStarts(file);
  const isContinued = (page: number) => ((file[(starts[page] ?? 0) + 5] ?? 0) & 1) === 1;
  const inside = starts.findIndex((_, page) => page > starts.length / 2 && isContinued(page) && !isContinued(page + 1));
  expect(inside).toBeGreaterThan(0);
  const without = Buffer.concat([file.subarray(0, starts[inside]), file.subarray(starts[inside + 1])]);
  expect(await reasonOf(without)).toBe("hostile");
  expect(await scan(file.subarray(0, starts[inside]))).toMatchObject({ ok: true, value: { isCut: true } });
});

type Headers = { id: Uint8Array; comment: Uint8Array; setup: Uint8Array };

function vorbisHeaders(): Headers {
  const [id, comment, setup] = oggPackets(CODECS.vorbis).map(({ bytes }) => bytes);
  if (!id || !comment || !setup) throw new Error("three headers");
  return { id, comment, setup };
}

/** A Vorbis stream with changed headers and the same sound. */
function withHeaders(change: (headers: Headers) => Partial<Headers>): Uint8Array {
  const { id, comment, setup } = { ...vorbisHeaders(), ...change(vorbisHeaders()) };
  const headers = [id, comment, setup].map((bytes) => ({ bytes, granule: 0n }));
  const packets = [...headers, ...oggPackets(CODECS.vorbis).slice(3)];
  return writeOggPages(packets, { headers: headers.length, segments: () => 255 });
}
const padded = (bytes: Uint8Array, length: number) => Buffer.concat([bytes, new Uint8Array(length)]);

test.each<[string, string, (headers: Headers) => Partial<Headers>]>([
  ["a picture among the comments", "taken", ({ comment }) => ({ comment: padded(comment, 100_000) })],
  ["no setup", "unsupported-codec", ({ comment }) => ({ setup: comment })],
  ["a setup that breaks off", "unsupported-codec", ({ setup }) => ({ setup: setup.subarray(0, 900) })],
  ["a setup that is endless", "unsupported-codec", ({ setup }) => ({ setup: padded(setup, 40_000) })],
  [
    "a codebook of sixteen million entries",
    "unsupported-codec",
    ({ setup }) => ({ setup: Buffer.concat([setup.subarray(0, 13), Buffer.alloc(3000, 0xff)]) }),
  ],
  ["blocks that are none", "unsupported-codec", ({ id }) => ({ id: id.with(28, 0x11) })],
  ["no channel", "unsupported-codec", ({ id }) => ({ id: id.with(11, 0) })],
  ["no rate", "unsupported-codec", ({ id }) => ({ id: id.with(12, 0).with(13, 0) })],
])("of Vorbis, %s: %s", async (_what, reason, change) => {
  expect(await reasonOf(withHeaders(change))).toBe(reason);
});

test("a damaged Vorbis setup is either read or refused, and reading always ends", () => {
  const { setup } = vorbisHeaders();
  const change = fc.record({ at: fc.nat(setup.length - 1), value: fc.nat(255) });
  expect(readVorbisModes(setup, 1)).toEqual([false, true]);
  fc.assert(
    fc.property(fc.array(change, { minLength: 1, maxLength: 20 }), fc.nat(setup.length), (changes, length) => {
      const bytes = setup.slice(0, length);
      for (const { at, value } of changes) if (at < length) bytes[at] = value;
      expect(readVorbisModes(bytes, 2)?.length ?? 0).toBeLessThanOrEqual(64);
    }),
    { numRuns: 200 },
  );
});

test("a stream of many headers, or of headers only, is refused", async () => {
  const packets = oggPackets(CODECS.flac);
  const [first, second] = packets;
  if (!first || !second) throw new Error("headers");
  const many = Array.from({ length: 100 }, () => second);
  const file = writeOggPages([first, ...many, ...packets.slice(2)], { headers: 101, segments: () => 255 });
  expect(await reasonOf(file)).toBe("hostile");
  const only = writeOggPages([first, second], { headers: 2, segments: () => 255 });
  expect(await reasonOf(only)).toBe("truncated");
});

test("sound that a cut left before the beginning of a Vorbis stream is excluded from its duration", async () => {
  const file = CODECS.vorbis.slice();
  const view = new DataView(file.buffer);
  for (const start of pageStarts(file).slice(2))
    view.setBigInt64(start + 6, view.getBigInt64(start + 6, true) - 4410n, true);
  const early = await windowOf(file);
  const whole = await windowOf(CODECS.vorbis);
  expect(whole.durationMs - early.durationMs).toBe(100);
});

test("a window of Vorbis is a valid Ogg file, and its playing time equals its duration", async () => {
  const { audio, durationMs } = await windowOf(CODECS.vorbis);
  const starts = pageStarts(audio);
  const flags = starts.map((at) => audio[at + 5]);
  expect(flags).toEqual([2, ...starts.slice(2).map(() => 0), 4]);
  for (const [page, start] of starts.entries()) {
    const copy = new Uint8Array(audio.subarray(start, starts[page + 1] ?? audio.length));
    const view = new DataView(copy.buffer);
    expect(view.getUint32(18, true)).toBe(page);
    const said = view.getUint32(22, true);
    view.setUint32(22, 0);
    expect(oggSum(copy, 0, copy.length)).toBe(said);
  }
  expect(audio.readBigInt64LE((starts.at(-1) ?? 0) + 6)).toBe(BigInt(SECONDS * 44_100));
  expect((await windowOf(audio)).audio.equals(audio)).toBe(true);
  expect(await isSoundFile(audio, { ext: "ogg", lengthMs: durationMs })).toBe(true);
  expect(await isSoundFile(audio, { ext: "ogg", lengthMs: durationMs + 2000 })).toBe(false);
  expect(await isSoundFile(audio, { ext: "m4a", lengthMs: durationMs })).toBe(false);
  expect(await isSoundFile(CODECS.opus, { ext: "ogg", lengthMs: durationMs })).toBe(false);
});
