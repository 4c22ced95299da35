import { expect, test } from "vitest";
import { readRecordingTime } from "#app/features/upload/form/recording-time.ts";

const NOW = Date.UTC(2026, 10, 29, 12);
const MADE = Date.UTC(2026, 6, 19, 8, 30);
const AROUND = { timeZone: "Europe/Madrid", now: NOW };

function box(type: string, ...content: Uint8Array[]): Uint8Array<ArrayBuffer> {
  const body = content.reduce((sum, part) => sum + part.length, 0);
  const bytes = new Uint8Array(8 + body);
  new DataView(bytes.buffer).setUint32(0, bytes.length);
  bytes.set(new TextEncoder().encode(type), 4);
  let at = 8;
  for (const part of content) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

function header(madeAt: number, version: 0 | 1 = 0): Uint8Array<ArrayBuffer> {
  const seconds = madeAt === 0 ? 0 : madeAt / 1000 + 2_082_844_800;
  const bytes = new Uint8Array(120);
  const view = new DataView(bytes.buffer);
  view.setUint8(0, version);
  if (version === 1) view.setBigUint64(4, BigInt(seconds));
  else view.setUint32(4, seconds);
  return bytes;
}

const movie = (madeAt: number, version?: 0 | 1) => [
  box("ftyp", new Uint8Array(8)),
  box("mdat", new Uint8Array(5000)),
  box("moov", box("mvhd", header(madeAt, version))),
];
const fileOf = (name: string, parts: readonly Uint8Array<ArrayBuffer>[]) => new File([...parts], name);

test.each<[string, string, 0 | 1, number]>([
  ["a phone's video", "VID_0001.mp4", 0, MADE],
  ["a movie with a header of 64 bits", "IMG_0042.MOV", 1, MADE],
  ["a voice memo", "New Recording 12.m4a", 0, MADE],
  ["a GoPro, whose clock has no zone", "GX010123.MP4", 0, MADE - 2 * 3_600_000],
])("%s tells when it was made", async (_what, name, version, expected) => {
  expect(await readRecordingTime(fileOf(name, movie(MADE, version)), AROUND)).toBe(expected);
});

test.each<[string, string, readonly Uint8Array<ArrayBuffer>[]]>([
  ["a program that writes no date", "export.mp4", movie(0)],
  ["a date to come", "clock.mp4", movie(NOW + 60_000)],
  ["a clock that was never set", "clock.mp4", movie(Date.UTC(2000, 0, 1))],
  ["another kind", "talk.mp3", movie(MADE)],
  ["a file that is none", "talk.mp4", [new Uint8Array([1, 2, 3])]],
  ["a box of no length", "talk.mp4", [new Uint8Array([0, 0, 0, 4, 1, 2, 3, 4, 0, 0, 0, 0])]],
  ["boxes without an end", "talk.mp4", Array.from({ length: 500 }, () => box("free"))],
])("nothing is told by %s", async (_what, name, parts) => {
  expect(await readRecordingTime(fileOf(name, parts), AROUND)).toBeNull();
});
