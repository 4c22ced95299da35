import { spawnSync } from "node:child_process";
import { describe, expect, test } from "vitest";
import { TEXT_LANGUAGES } from "#app/domain/languages.ts";
import { writeSrt, writeVtt } from "#app/domain/transcript/write-subtitles.ts";
import { sample } from "#tests/unit/pdf/sample.ts";

/** The subtitles as ffmpeg reads them: it writes down what it understood. */
const hasFfmpeg = spawnSync("ffmpeg", ["-version"]).status === 0;
if (!hasFfmpeg) {
  // oxlint-disable-next-line no-console -- what is left out is said where everybody sees it
  console.log(
    "LEFT OUT: 'subtitles by ffmpeg' needs ffmpeg, which is not installed here (Debian: apt-get install ffmpeg)",
  );
}

type Cue = { startMs: number; endMs: number; text: string };

function readByFfmpeg(format: "srt" | "webvtt", text: string): Cue[] {
  const args = ["-hide_banner", "-loglevel", "error", "-f", format, "-i", "pipe:0", "-f", "srt", "pipe:1"];
  const { status, stdout, stderr } = spawnSync("ffmpeg", args, { input: text });
  expect([status, stderr.toString()]).toEqual([0, ""]);
  const blocks = stdout
    .toString()
    .trim()
    .split(/\r?\n\r?\n/u);
  return blocks.map((block) => {
    const [, times = "", ...lines] = block.split(/\r?\n/u);
    const [startMs = Number.NaN, endMs = Number.NaN] = times.split(" --> ").map((time) => {
      const [hours = 0, minutes = 0, seconds = 0] = time.replace(",", ".").split(":").map(Number);
      return Math.round(((hours * 60 + minutes) * 60 + seconds) * 1000);
    });
    return { startMs, endMs, text: lines.join(" ") };
  });
}

describe.skipIf(!hasFfmpeg)("subtitles by ffmpeg", () => {
  const cases = TEXT_LANGUAGES.flatMap((language) => [
    { language, format: "srt" as const, write: writeSrt },
    { language, format: "webvtt" as const, write: writeVtt },
  ]);

  test.each(cases)(
    "$format in $language: every word is read, in order and at its time",
    ({ language, format, write }) => {
      const { segments } = sample(language, 40);
      const cues = readByFfmpeg(format, write(segments));
      const names = [...new Set(segments.map(({ speaker }) => speaker))].map((name) => `${name}: `);
      const unnamed = cues.map(({ text }) => {
        const name = names.find((one) => text.startsWith(one));
        return name === undefined ? text : text.slice(name.length);
      });
      expect(unnamed.join(" ").split(/\s+/u)).toEqual(
        segments
          .map(({ text }) => text)
          .join(" ")
          .split(/\s+/u),
      );
      expect(cues[0]?.startMs).toBe(segments[0]?.startMs);
      expect(cues.at(-1)?.endMs).toBe(segments.at(-1)?.endMs);
      for (const [index, { startMs, endMs }] of cues.entries()) {
        expect(endMs).toBeGreaterThan(startMs);
        expect(startMs).toBeGreaterThanOrEqual(cues[index - 1]?.endMs ?? 0);
      }
    },
  );
});
