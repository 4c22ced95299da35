import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { uploadSoundPayload } from "#app/contracts/recording/upload.ts";
import type { RecordingKind } from "#app/domain/recording-kind.ts";
import { openSound } from "#app/features/upload/sound/open-sound.ts";
import { blobSource } from "#app/features/upload/sound/blob-source.ts";
import { SourceChangedError } from "#app/media/byte-source.ts";
import { probeKind } from "#app/media/containers/probe-kind.ts";
import { probeRecording } from "#app/media/probe-recording.ts";
import { extractWindow } from "#app/media/windows/extract-window.ts";
import { planWindows } from "#app/media/windows/plan-windows.ts";
import { markedFragments, markedRecording } from "#tests/support/marked-recording.ts";
import { memorySource } from "#tests/support/memory-source.ts";
import { FTYP } from "#tests/support/write-mp4.ts";

const fixture = (name: string) => readFile(new URL(`../../fixtures/${name}`, import.meta.url));
const open = (bytes: Uint8Array, kind: RecordingKind = "mp4") =>
  openSound(blobSource(new Blob([new Uint8Array(bytes)])), { kind, language: "en" });

test.each<[string, () => Uint8Array | Promise<Uint8Array>, number]>([
  ["eleven minutes", () => markedRecording(660), 3],
  ["a real recording", () => fixture("talk.mp4"), 1],
  ["one whose tables stand first", () => fixture("talk-faststart.mp4"), 1],
  ["fragments, which are scanned here", () => markedFragments(400), 2],
])("%s: the page cuts the very bytes that the server would", async (_what, make, count) => {
  const bytes = await make();
  const source = memorySource(bytes);
  const probe = await probeRecording(source, { language: "en", fragments: "scan" });
  const opened = await open(bytes);
  if (!probe.ok || !opened.ok || opened.value === null) throw new Error("both read it");
  const plans = planWindows(probe.value);
  const { plan, bytes: sizes } = opened.value;
  expect(plan.windows).toHaveLength(count);
  expect(plan).toMatchObject({ durationMs: probe.value.durationMs, ext: "m4a" });
  for (const [index, each] of plans.entries()) {
    const [theirs, ours] = [await extractWindow(source, each), await opened.value.cut(index)];
    expect(Buffer.from(ours.audio).equals(theirs.audio)).toBe(true);
    expect(ours.said).toEqual({
      index,
      bytes: theirs.audio.byteLength,
      sha256: createHash("sha256").update(theirs.audio).digest("base64"),
      silences: theirs.silences,
    });
    // Nearly: the tables of the file are not counted.
    expect(sizes[index]).toBeLessThan(theirs.audio.byteLength);
    expect(sizes[index]).toBeGreaterThan(theirs.audio.byteLength * 0.7);
    const { wanted } = uploadSoundPayload.parse({ meetId: "a".repeat(24), plan, wanted: [ours.said], landed: [] });
    expect(wanted).toEqual([ours.said]);
  }
});

test.each<[string, RecordingKind, "m4a" | "wav" | "ogg"]>([
  ["talk.mp3", "mp3", "m4a"],
  ["talk.wav", "wav", "wav"],
  ["talk.webm", "webm", "m4a"],
  ["talk.ogg", "ogg", "m4a"],
  ["talk-flac.ogg", "ogg", "m4a"],
  ["talk-vorbis.ogg", "ogg", "ogg"],
  ["talk-vorbis.webm", "webm", "ogg"],
])("%s, of another kind: opened and cut as the server does", async (name, kind, ext) => {
  const bytes = await fixture(name);
  const source = memorySource(bytes);
  const probe = await probeKind(source, kind, { language: "en", fragments: "scan" });
  const opened = await open(bytes, kind);
  if (!probe.ok || !opened.ok || opened.value === null) throw new Error("both read it");
  const [window] = planWindows(probe.value);
  if (window === undefined) throw new Error("a window");
  expect(opened.value.plan).toMatchObject({ durationMs: probe.value.durationMs, ext });
  const ours = await opened.value.cut(0);
  expect(Buffer.from(ours.audio).equals((await extractWindow(source, window)).audio)).toBe(true);
});

test("a sound file that is not what its name says is refused as the server refuses it", async () => {
  expect(await open(await fixture("talk.mp4"), "mp3")).toEqual({ ok: false, reason: "wrong-kind" });
});

test.each<[string, () => Promise<Uint8Array>]>([
  ["unsupported-codec", async () => Buffer.concat([await fixture("talk-vorbis.ogg"), await fixture("talk.ogg")])],
  ["unsupported-codec", async () => changed(await fixture("talk-vorbis.ogg"), "vorbis", "speex ")],
  ["truncated", async () => (await fixture("talk-vorbis.ogg")).subarray(0, 3000)],
  ["truncated", async () => (await fixture("talk-flac.ogg")).subarray(0, 100)],
  ["wrong-kind", () => fixture("talk-vorbis.webm")],
])("of an Ogg file, %s: the server's own refusal, before a byte is sent", async (reason, make) => {
  const bytes = await make();
  expect(await probeKind(memorySource(bytes), "ogg", { fragments: "scan" })).toEqual({ ok: false, reason });
  expect(await open(bytes, "ogg")).toEqual({ ok: false, reason });
});

function changed(bytes: Buffer, from: string, to: string): Uint8Array {
  return Buffer.from(bytes.toString("latin1").replace(from, to), "latin1");
}

test("captions stand for the sound: none is sent", async () => {
  expect(await open(await fixture("talk-captions.mp4"))).toEqual({ ok: true, value: null });
});

test.each<[string, () => Uint8Array | Promise<Uint8Array>]>([
  ["no-audio", () => fixture("no-audio.mp4")],
  ["truncated", async () => (await fixture("talk.mp4")).subarray(0, 20_000)],
  ["empty", () => new Uint8Array(0)],
  ["not-mp4", () => new TextEncoder().encode("a text that is no recording")],
  ["truncated", () => FTYP],
])("%s: the server's own refusal, before a byte is sent", async (_reason, make) => {
  const bytes = await make();
  const probe = await probeRecording(memorySource(bytes), { language: "en", fragments: "scan" });
  expect(await open(bytes)).toEqual(probe);
  expect(probe.ok).toBe(false);
});

test("a file that can no longer be read is said to have changed", async () => {
  const blob = { size: 100, slice: () => ({ arrayBuffer: () => Promise.reject(new Error("NotReadableError")) }) };
  await expect(openSound(blobSource(blob), { kind: "mp4", language: "en" })).rejects.toThrow(SourceChangedError);
  const shorter = { size: 100, slice: () => ({ arrayBuffer: () => Promise.resolve(new ArrayBuffer(0)) }) };
  const stream = blobSource(shorter).stream(0, 100);
  await expect(stream.next()).rejects.toThrow(SourceChangedError);
});

test("a source hands out a slice at a time, and ends where the file does", async () => {
  const slices: number[] = [];
  const blob = {
    size: 5 * 1024 * 1024,
    slice: (start: number, end: number) => {
      slices.push(end - start);
      return { arrayBuffer: () => Promise.resolve(new ArrayBuffer(end - start)) };
    },
  };
  const stream = blobSource(blob).stream(100, 9e9);
  let read = 0;
  for (let chunk = await stream.next(); chunk !== null; chunk = await stream.next()) read += chunk.byteLength;
  expect(read).toBe(blob.size - 100);
  expect(Math.max(...slices)).toBe(2 * 1024 * 1024);
  await stream.cancel();
  expect(await stream.next()).toBeNull();
});
