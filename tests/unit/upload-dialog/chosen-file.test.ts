import { expect, test } from "vitest";
import { UPLOAD_BYTES_MAX } from "#app/domain/limits/uploads.ts";
import { checkFiles } from "#app/features/upload/form/chosen-file.ts";

const MP4 = { name: "review.mp4", size: 1000, type: "video/mp4" };

test.each([
  ["one MP4", MP4],
  ["an ending in capitals", { ...MP4, name: "REVIEW.MP4" }],
  ["an MP4 without an ending, by its type", { ...MP4, name: "review" }],
  ["an ending where the system knows no type", { ...MP4, type: "" }],
  ["exactly the largest size", { ...MP4, size: UPLOAD_BYTES_MAX }],
  ["a single byte", { ...MP4, size: 1 }],
])("%s is taken", (_, file) => {
  expect(checkFiles([file])).toEqual({ ok: true, value: file });
});

test.each([
  ["a MOV", [{ name: "review.mov", size: 1000, type: "video/quicktime" }], "wrong-type"],
  ["an MP3 named MP4", [{ ...MP4, type: "audio/mpeg" }], "wrong-type"],
  ["no type and another ending", [{ name: "review.mkv", size: 1000, type: "" }], "wrong-type"],
  ["one byte too many", [{ ...MP4, size: UPLOAD_BYTES_MAX + 1 }], "too-large"],
  ["a large MOV", [{ name: "a.mov", size: 2_310_000_000, type: "video/quicktime" }], "wrong-type-and-too-large"],
  ["an empty file", [{ ...MP4, size: 0 }], "empty"],
  ["two files", [MP4, MP4], "several"],
] as const)("%s is refused", (_, files, reason) => {
  expect(checkFiles(files)).toEqual({ ok: false, reason });
});

test("no file is no refusal", () => {
  expect(checkFiles([])).toEqual({ ok: true, value: null });
});
