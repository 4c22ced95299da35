import { expect, test } from "vitest";
import { UPLOAD_BYTES_MAX } from "#app/domain/limits/uploads.ts";
import { checkFiles, isSound, kindOfFile, sortFiles } from "#app/features/upload/form/chosen-file.ts";

const MP4 = { name: "review.mp4", size: 1000, type: "video/mp4" };

test.each([
  ["one MP4", MP4],
  ["an ending in capitals", { ...MP4, name: "REVIEW.MP4" }],
  ["an MP4 without an ending, by its type", { ...MP4, name: "review" }],
  ["an ending where the system knows no type", { ...MP4, type: "" }],
  ["exactly the largest size", { ...MP4, size: UPLOAD_BYTES_MAX }],
  ["a single byte", { ...MP4, size: 1 }],
  ["a WAV", { name: "talk.wav", size: 1000, type: "audio/wav" }],
  ["a MOV", { name: "review.mov", size: 1000, type: "video/quicktime" }],
  ["an MKV whose type the system does not know", { name: "review.MKV", size: 1000, type: "" }],
  ["an OGG under another ending", { name: "talk.opus", size: 1000, type: "audio/ogg" }],
  ["an MP3 of exactly the largest size", { name: "talk.mp3", size: UPLOAD_BYTES_MAX, type: "audio/mpeg" }],
])("%s is taken", (_, file) => {
  expect(checkFiles([file])).toEqual({ ok: true, value: file });
});

test.each([
  ["an AVI", [{ name: "review.avi", size: 1000, type: "video/x-msvideo" }], "wrong-type"],
  ["an MP3 named MP4", [{ ...MP4, type: "audio/mpeg" }], "wrong-type"],
  ["no type and another ending", [{ name: "notes.txt", size: 1000, type: "" }], "wrong-type"],
  ["one byte too many", [{ ...MP4, size: UPLOAD_BYTES_MAX + 1 }], "too-large"],
  ["a large AVI", [{ name: "a.avi", size: 2_310_000_000, type: "video/x-msvideo" }], "wrong-type-and-too-large"],
  ["a large WAV", [{ name: "a.wav", size: UPLOAD_BYTES_MAX + 1, type: "audio/wav" }], "too-large"],
  ["an empty file", [{ ...MP4, size: 0 }], "empty"],
  ["two files", [MP4, MP4], "several"],
] as const)("%s is refused", (_, files, reason) => {
  expect(checkFiles(files)).toEqual({ ok: false, reason });
});

test("no file is no refusal", () => {
  expect(checkFiles([])).toEqual({ ok: true, value: null });
});

test.each([
  ["a recording alone", ["a.mp4"], ["a.mp4"], null],
  ["a transcript alone", ["a.vtt"], [], "a.vtt"],
  ["a recording and its transcript", ["a.mp4", "a.vtt"], ["a.mp4"], "a.vtt"],
  ["a transcript before its recording", ["A.SRT", "a.wav"], ["a.wav"], "A.SRT"],
  ["a transcript as Teams has it", ["a.mp4", "a.docx"], ["a.mp4"], "a.docx"],
  ["a recogniser's transcript", ["a.m4v", "a.json"], ["a.m4v"], "a.json"],
  ["a text that is no transcript", ["a.mp4", "a.pdf"], ["a.mp4"], "a.pdf"],
  ["two recordings", ["a.mp4", "b.mp4"], ["a.mp4", "b.mp4"], null],
  ["two transcripts", ["a.vtt", "a.srt"], ["a.vtt", "a.srt"], null],
  ["two recordings and a transcript", ["a.mp4", "b.mp4", "a.vtt"], ["a.mp4", "b.mp4", "a.vtt"], null],
])("%s in one drop", (_, names, recordings, transcript) => {
  const sorted = sortFiles(names.map((name) => ({ name })));
  expect(sorted.recordings.map(({ name }) => name)).toEqual(recordings);
  expect(sorted.transcript?.name ?? null).toBe(transcript);
});

test.each([
  ["talk.wav", "audio/wav", true, "wav"],
  ["talk.flac", "", true, "flac"],
  ["talk.aif", "", true, "aiff"],
  ["talk.aac", "audio/aac", true, "aac"],
  ["book.m4b", "", true, "m4a"],
  ["film.m4v", "video/x-m4v", false, "mp4"],
  ["phone.3gp", "video/3gpp", false, "mp4"],
  ["talk.wma", "", true, "mp4"],
  ["talk.m4a", "audio/mp4", true, "m4a"],
  ["review.mov", "video/quicktime", false, "mov"],
  ["review.avi", "video/x-msvideo", false, "mp4"],
  ["review.mp4", "video/mp4", false, "mp4"],
] as const)("%s: is it sound, and which kind is announced", (name, type, sound, kind) => {
  expect([isSound({ name, type }), kindOfFile({ name, type })]).toEqual([sound, kind]);
});

test.each(["a.m4v", "a.3gp", "a.M4B", "a.flac", "a.aac", "a.aiff", "a.aif"])("%s is taken", (name) => {
  const file = { name, size: 1000, type: "" };
  expect(checkFiles([file])).toEqual({ ok: true, value: file });
});
