import { expect, test, vi } from "vitest";
import { checkerOf, checkLine, plainLine } from "#app/domain/chat/check-line.ts";
import { answerReader } from "#app/domain/chat/read-answer.ts";
import { holdsLink, invited } from "#app/domain/meeting/link/address.ts";
import { cleanText } from "#app/domain/summary/clean-text.ts";
import { extractSummary } from "#app/domain/summary/extractive/extract-summary.ts";
import { namesIn } from "#app/domain/summary/names.ts";
import { runAtOnce } from "#app/domain/turns.ts";
import { numbersSaid } from "#app/domain/summary/words/numbers.ts";
import { BASIC_SYSTEM } from "#app/domain/template/template.ts";
import { parseGivenTranscript, parseInTurns } from "#app/domain/transcript/given/parse-given-transcript.ts";
import { withoutMarkdown } from "#app/domain/transcript/given/without-markdown.ts";
import { readFacts } from "#app/features/upload/import/file-facts.ts";
import { decodeSample } from "#app/media/captions/decode-captions.ts";
import { probeKind } from "#app/media/containers/probe-kind.ts";
import { measureGrowth } from "#tests/support/growth.ts";
import { ICS_FRAMES, readCalendar } from "#tests/support/hostile-calendars.ts";
import { HOSTILE_BYTES, HOSTILE_SAMPLES } from "#tests/support/hostile-bytes.ts";
import { inCues } from "#tests/support/hostile-texts.ts";
import { memorySource } from "#tests/support/memory-source.ts";

/**
 * Inputs that the timing fuzzer (tests/bench/fuzz) found, or that were reported: doubling the length costs at most 2.5 times as much
 * CPU. Quadratic code costs four times as much, so there is room for a busy machine.
 */
const GROWTH_MAX = 2.5;

// The tests compare processor time. On a busy machine they need more wall-clock time, which says nothing.
vi.setConfig({ testTimeout: 120_000 });

const segmentsOf = (file: string) => {
  const cues = parseGivenTranscript(new TextEncoder().encode(file));
  if (!cues.ok) throw new Error(cues.reason);
  return cues.value.map(({ startMs, endMs, text }, index) => ({
    id: `w0-${index}`,
    startMs,
    endMs,
    text,
    speaker: null,
  }));
};
const readUntimed = (text: string) => runAtOnce(parseInTurns(new TextEncoder().encode(text), { untimed: true }));
const readHead = (text: string) =>
  readFacts(new TextEncoder().encode(text), { name: "a.txt", modifiedAt: null, timeZone: "UTC", now: 0 });
const readAnswer = (text: string) => {
  const reader = answerReader(runAtOnce(checkerOf([], "en")));
  for (let at = 0; at < text.length; at += 64) reader.read(text.slice(at, at + 64));
};

test.each<[what: string, piece: string, from: number, run: (text: string) => unknown]>([
  ["a link of one word", "a", 1024, holdsLink],
  ["a link of dots", "a.", 1024, holdsLink],
  ["an address of one word", "a", 1024, invited],
  ["an address of marks", ",", 1024, (text) => invited(`${text}x`)],
  ["a line of spaces", " ", 1024, (text) => plainLine(`${text}x`)],
  ["a line of links", "[", 1024, (text) => checkLine(text, runAtOnce(checkerOf([], "en")))],
  ["a text of line breaks", "\n", 2048, (text) => cleanText(`${text}x`, 600)],
  ["an answer without an end", "word ", 4096, readAnswer],
  ["Markdown of stars", "*", 4096, (text) => withoutMarkdown(`${text}a**`)],
  ["Markdown of spaces", " ", 4096, (text) => withoutMarkdown(`${text}x\n**a**`)],
  ["Markdown of open names", "**a ", 4096, withoutMarkdown],
  ["names without times", "a: b\n", 4096, readUntimed],
  ["names without words", "a b c d e f", 4096, readUntimed],
  ["a head of spaces", " ", 4096, (text) => readHead(`a${text}b\n\nA: x\nB: y\nA: z`)],
  ["a head of dates", "2026-11-19 ", 4096, readHead],
  ["names", "Dr. ", 1024, (text) => namesIn(text, "en")],
  ["digits", "1", 2048, (text) => numbersSaid(text, "en")],
])("%s costs in proportion to its length", async (_what, piece, from, run) => {
  const make = (size: number) => piece.repeat(Math.ceil(size / piece.length));
  expect((await measureGrowth(make, run, { from, doublings: 2 })).perDoubling).toBeLessThan(GROWTH_MAX);
});

test.each([
  ["ends of sentences without letters", "1! 2? "],
  ["one sentence without an end", "a "],
  ["sentences of one word", "Alpha budget. "],
])("a transcript of %s is summarised in proportion to its length", async (_what, piece) => {
  const make = (size: number) => segmentsOf(inCues(piece.repeat(size / piece.length), 2000));
  const run = (segments: ReturnType<typeof make>) =>
    extractSummary({ template: BASIC_SYSTEM, language: "en", segments });
  expect((await measureGrowth(make, run, { from: 4096, doublings: 2, rounds: 3 })).perDoubling).toBeLessThan(
    GROWTH_MAX,
  );
});

// The bench reads the movies as .mov too.
test.each(HOSTILE_BYTES.filter(({ kind }) => kind !== "mov"))(
  "a file is looked at in proportion to its length: $name",
  async ({ kind, make }) => {
    const run = (bytes: Uint8Array) => probeKind(memorySource(bytes), kind, { language: "en", fragments: "scan" });
    const { perDoubling } = await measureGrowth(make, run, { from: 65_536, doublings: 2, rounds: 3 });
    expect(perDoubling).toBeLessThan(GROWTH_MAX);
  },
);

test.each(HOSTILE_SAMPLES)("a sample of captions is read in proportion to its length: $name", async ({ make }) => {
  for (const format of ["webvtt", "timed-text"] as const) {
    const { perDoubling } = await measureGrowth(make, (bytes) => decodeSample(format, bytes), {
      from: 16_384,
      doublings: 2,
    });
    expect(perDoubling).toBeLessThan(GROWTH_MAX);
  }
});

const utc = (at: number) => `${new Date(at).toISOString().slice(0, 19).replace(/[-:]/g, "")}Z`;
const dates = (count: number) =>
  Array.from({ length: count }, (_each, at) => utc(Date.UTC(2026, 9, 21) + at * 60_000)).join();

test.each<[what: string, from: number, make: (size: number) => string]>([
  ["beginnings of events without an end", 16_384, (size) => "BEGIN:VEVENT\r\n".repeat(size / 16)],
  ["events on one line", 16_384, (size) => "END:VEVENTBEGIN:VEVENT".repeat(size / 16)],
  ["one line without an end", 65_536, (size) => "x".repeat(size)],
  ["continuations", 16_384, (size) => `SUMMARY:a${"\r\n x".repeat(size / 4)}`],
  [
    "versions of one event",
    16_384,
    (size) => "BEGIN:VEVENT\nUID:a\nDTSTART:20261021T090000Z\nEND:VEVENT\n".repeat(size / 64),
  ],
  [
    "changes of one series",
    16_384,
    (size) => {
      const change = (at: number) =>
        `BEGIN:VEVENT\nUID:a\nRECURRENCE-ID;RANGE=THISANDFUTURE:${utc(at * 60_000)}\nEND:VEVENT\n`;
      return `BEGIN:VEVENT\nUID:a\nDTSTART:20261021T090000Z\nRRULE:FREQ=DAILY\nEND:VEVENT\n${Array.from({ length: size / 64 }, (_each, at) => change(at)).join("")}`;
    },
  ],
  [
    "added dates",
    16_384,
    (size) => `BEGIN:VEVENT\nUID:a\nDTSTART:20261021T090000Z\nRDATE:${dates(size / 16)}\nEND:VEVENT`,
  ],
])("a calendar of %s is read in proportion to its length", async (_what, from, make) => {
  const { perDoubling } = await measureGrowth((size) => `BEGIN:VCALENDAR\n${make(size)}`, readCalendar, {
    from,
    doublings: 2,
    rounds: 3,
  });
  expect(perDoubling).toBeLessThan(GROWTH_MAX);
});

test.each(ICS_FRAMES)("hostile text in a calendar, $name, is read in proportion to its length", async ({ frame }) => {
  for (const piece of ["BEGIN:VEVENT\n", "a.", ";", ":", '"', "20261021T090000Z,", "https://", "/"]) {
    const make = (size: number) => frame(piece.repeat(Math.ceil(size / piece.length)));
    const { perDoubling } = await measureGrowth(make, readCalendar, { from: 16_384, doublings: 2, rounds: 3 });
    expect(perDoubling, piece).toBeLessThan(GROWTH_MAX);
  }
});
