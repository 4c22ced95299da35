import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { TRANSCRIPT_BYTES_MAX } from "#app/domain/limits/media.ts";
import { LOCALES } from "#app/domain/languages.ts";
import { checkTranscript, isTranscriptName, type TranscriptFile } from "#app/features/upload/form/chosen-transcript.ts";
import { nameCue } from "#app/i18n/name-cue.ts";
import { openI18n } from "#app/i18n/server.ts";
import { translator } from "#app/i18n/translate.ts";

function file(
  name: string,
  content: string | Uint8Array<ArrayBuffer>,
  over: Partial<TranscriptFile> = {},
): TranscriptFile {
  const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
  return { name, size: bytes.byteLength, arrayBuffer: () => Promise.resolve(bytes.buffer), ...over };
}

const zoom = new Uint8Array(await readFile(new URL("../../fixtures/transcripts/zoom.vtt", import.meta.url)));
const CUE = "00:01.000 --> 00:02.000\n";

test.each([
  ["zoom.vtt", zoom, "vtt"],
  ["GMT20261120.transcript.VTT", zoom, "vtt"],
  ["subtitles.srt", `1\n00:00:01,000 --> 00:00:02,000\nHello.\n`, "srt"],
  // The content decides the format. The server reads it by its content too.
  ["a vtt named.srt", `WEBVTT\n\n${CUE}Hello.\n`, "srt"],
] as const)("%s is taken", async (name, content, extension) => {
  expect(await checkTranscript(file(name, content))).toMatchObject({ ok: true, value: { extension } });
});

test.each<[string, TranscriptFile, string]>([
  ["another kind", file("notes.pdf", zoom), "transcript-wrong-type"],
  ["no ending", file("vtt", zoom), "transcript-wrong-type"],
  ["too large", file("a.vtt", zoom, { size: TRANSCRIPT_BYTES_MAX + 1 }), "transcript-too-large"],
  ["no bytes", file("a.vtt", ""), "transcript-empty"],
  ["prose", file("a.vtt", "Minutes of the meeting"), "transcript-unreadable"],
  [
    "a video",
    file(
      "a.srt",
      new Uint8Array(9000).map((_, index) => (index * 7) % 256),
    ),
    "transcript-unreadable",
  ],
  ["no cue", file("a.vtt", "WEBVTT\n"), "transcript-empty"],
  ["music", file("a.vtt", `WEBVTT\n\n${CUE}♪\n`), "transcript-empty"],
  [
    "a file that has gone since",
    file("a.vtt", zoom, { arrayBuffer: () => Promise.reject(new DOMException("gone", "NotFoundError")) }),
    "transcript-unreadable",
  ],
])("refused before a byte is sent: %s", async (_what, chosen, reason) => {
  expect(await checkTranscript(chosen)).toEqual({ ok: false, reason });
});

test("a cue of 50,000 characters is refused with its number, its time and the limit, in every language", async () => {
  const book = file("a.vtt", `WEBVTT\n\n${CUE}Good morning.\n\n01:05.000 --> 02:00.000\n${"word ".repeat(10_000)}\n`);
  const checked = await checkTranscript(book);
  expect(checked).toEqual({ ok: false, reason: "transcript-cue-too-long", cue: { number: 2, startMs: 65_000 } });
  for (const locale of LOCALES) {
    const t = translator(await openI18n(locale), locale, "upload");
    const text = t("refusal.transcript-cue-too-long", nameCue({ number: 2, startMs: 65_000 }, locale));
    expect(text).toMatch(/ 2 .*01:05.*20.?000/u);
  }
});

test.each([
  ["review.mp4", false],
  ["review.vtt", true],
  ["review.mp4.SRT", true],
  ["vtt", false],
  ["srt.mp4", false],
])("%s is treated as a transcript: %s", (name, expected) => {
  expect(isTranscriptName(name)).toBe(expected);
});
