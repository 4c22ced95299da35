import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { cuesToSegments } from "#app/domain/transcript/cues-to-segments.ts";
import { compareLength } from "#app/domain/transcript/merge-tokens.ts";
import { parseGivenTranscript, parseTranscriptExtension } from "#app/domain/transcript/given/parse-given-transcript.ts";

const fixture = (name: string) => readFile(new URL(`../../fixtures/${name}`, import.meta.url));
const spoken = async (name: string) => (await fixture(name)).toString("utf8").trim().split("\n");

async function segmentsOf(name: string) {
  const cues = parseGivenTranscript(new Uint8Array(await fixture(`transcripts/${name}`)));
  if (!cues.ok) throw new Error(cues.reason);
  return { cues: cues.value, segments: cuesToSegments(cues.value) };
}

const TALK_MS = 24_200;

test.each([
  ["zoom.vtt", "Marta Ruiz", "ian (he/him)"],
  ["teams.vtt", "Núria Vidal Soler", "Ian O'Neill (Guest)"],
  ["meet.srt", "Laia", "Jonas"],
  ["meet.sbv", "Laia", "Jonas"],
  ["everything-shuffled.vtt", "Laia", "Jonas"],
])("%s: every line, in order, by whom it was said and when", async (name, first, second) => {
  const [good, launch, contract, budget, payment, next] = await spoken("talk.txt");
  const { cues, segments } = await segmentsOf(name);
  expect(segments.map(({ speaker, startMs, endMs, text }) => [speaker, startMs, endMs, text])).toEqual([
    [first, 120, 3800, good],
    [first, 4120, 7800, launch],
    [second, 8120, 11_800, contract],
    [first, 12_120, 15_800, budget],
    [second, 16_120, 19_800, payment],
    [first, 20_120, 23_800, next],
  ]);
  expect(compareLength(cues, TALK_MS)).toBe("fits");
});

test.each(["charla-utf8.srt", "charla-latin1.srt", "charla-utf16.srt", "charla-utf16be.srt"])(
  "%s: every letter of it",
  async (name) => {
    const { cues } = await segmentsOf(name);
    expect(cues.map(({ text }) => text)).toEqual(await spoken("charla-subtitulos.txt"));
  },
);

test.each([
  ["vtt", "vtt"],
  [".VTT", "vtt"],
  [" srt ", "srt"],
  ["sbv", "sbv"],
  ["pdf", null],
  ["vtt.exe", null],
  ["", null],
  ["..vtt", null],
  ["text/vtt", null],
])("the extension %j is %j", (text, expected) => {
  expect(parseTranscriptExtension(text)).toBe(expected);
});
