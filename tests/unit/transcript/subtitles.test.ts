import fc from "fast-check";
import { expect, test } from "vitest";
import { CUE_CHARS_MAX, CUE_MS_MAX } from "#app/domain/limits/minutes.ts";
import { parseGivenTranscript } from "#app/domain/transcript/given/parse-given-transcript.ts";
import { cuesToSegments } from "#app/domain/transcript/cues-to-segments.ts";
import { plainText } from "#app/domain/transcript/speaker-prefix.ts";
import { toCues, writeSrt, writeVtt } from "#app/domain/transcript/write-subtitles.ts";

const said = (startMs: number, endMs: number, text: string, speaker: string | null = null) => ({
  startMs,
  endMs,
  text,
  speaker,
});

test("SubRip: numbers, a comma before the milliseconds, the speaker where it changes", () => {
  const segments = [
    said(1500, 3250, "Shall we begin?", "Nora Puig"),
    said(3250, 5000, "The minutes first.", "Nora Puig"),
    said(3_723_004, 3_725_000, "Agreed <b>now</b>.", "Tom"),
  ];
  expect(writeSrt(segments)).toBe(`1
00:00:01,500 --> 00:00:03,250
Nora Puig: Shall we begin?

2
00:00:03,250 --> 00:00:05,000
The minutes first.

3
01:02:03,004 --> 01:02:05,000
Tom: Agreed ‹b›now‹/b›.
`);
});

test("WebVTT: voice tags, and nothing that was said becomes markup or a cue", () => {
  const segments = [said(0, 2000, "a < b && c --> d", "R&D <team>"), said(2000, 3000, "Nobody named.")];
  expect(writeVtt(segments)).toBe(`WEBVTT

00:00:00.000 --> 00:00:02.000
<v R&amp;D &lt;team&gt;>a &lt; b &amp;&amp; c --&gt; d

00:00:02.000 --> 00:00:03.000
Nobody named.
`);
});

test("nothing said: a file without cues", () => {
  expect([writeSrt([]), writeVtt([])]).toEqual(["", "WEBVTT\n"]);
});

test("a long segment is cut after a sentence where one is near", () => {
  const text = "We looked at the three offers for the hall. The second one is the only one that includes heating.";
  expect(toCues([said(0, 9000, text)]).map((cue) => cue.text)).toEqual([
    "We looked at the three offers for the hall.",
    "The second one is the only one that includes heating.",
  ]);
});

const word = fc.stringMatching(/^[a-zà-ÿ.,?!<>&-]{1,20}$/u);
const talk = fc.array(fc.record({ words: fc.array(word, { minLength: 1, maxLength: 80 }), ms: fc.nat(90_000) }), {
  maxLength: 12,
});

test("every word stands in exactly one cue, in order; cues do not overlap and can be read", () => {
  fc.assert(
    fc.property(talk, (turns) => {
      let at = 0;
      const segments = turns.map(({ words, ms }) => {
        const segment = said(at, at + ms + 1, words.join(" "));
        at = segment.endMs;
        return segment;
      });
      const cues = toCues(segments);
      expect(cues.flatMap((cue) => cue.text.split(" "))).toEqual(turns.flatMap(({ words }) => words));
      let before = 0;
      for (const { startMs, endMs, text } of cues) {
        expect(startMs).toBeGreaterThanOrEqual(before);
        expect(endMs).toBeGreaterThanOrEqual(startMs);
        expect(text.length <= CUE_CHARS_MAX || !text.includes(" ")).toBe(true);
        before = endMs;
      }
    }),
  );
});

test("slow speech is cut by time, so that no subtitle stands for long", () => {
  const cues = toCues([said(0, 30_000, "one two three four five six seven eight nine ten eleven twelve")]);
  expect(cues.length).toBeGreaterThan(4);
  for (const { startMs, endMs } of cues) expect(endMs - startMs).toBeLessThanOrEqual(CUE_MS_MAX);
});

test("the WebVTT that we write we read again, with who said it", () => {
  const segments = [said(0, 2000, "Shall we begin?", "Nora Puig"), said(2500, 4000, "The minutes & the rest.", "Tom")];
  const read = parseGivenTranscript(new TextEncoder().encode(writeVtt(segments)));
  expect(read.ok && read.value.map((cue) => ({ ...cue, text: plainText(cue.text) }))).toEqual(segments);
});

/** A talk of words that are all different, with who says them. Everybody is heard at least twice: a name that stands once is not believed. */
const spokenTalk = fc
  .array(
    fc.record({
      speaker: fc.constantFrom("Nora Puig", "Tom Ward", "Íñigo de la Torre", null),
      words: fc.array(fc.constantFrom("", ",", ".", "?"), { minLength: 1, maxLength: 60 }),
      pauseMs: fc.constantFrom(0, 0, 400, 5000),
    }),
    { minLength: 1, maxLength: 12 },
  )
  .map((turns) => {
    const closing = { speaker: "Nora Puig", words: ["."], pauseMs: 900 };
    let at = 0;
    return [...turns, ...turns, closing, closing].map(({ speaker, words, pauseMs }, turn) => {
      const startMs = at + pauseMs;
      at = startMs + words.length * 300;
      return said(startMs, at, words.map((mark, word) => `turn${turn}word${word}${mark}`).join(" "), speaker);
    });
  });

/** Each word with its speaker, as a reader of the transcript sees it. */
const wordsOf = (segments: readonly { speaker: string | null; text: string }[]) =>
  segments.flatMap(({ speaker, text }) =>
    text
      .split(" ")
      .filter((word) => word !== "-")
      .map((word) => `${speaker ?? "?"}: ${word}`),
  );

test.each([
  ["SubRip", writeSrt],
  ["WebVTT", writeVtt],
  ["JSON", (segments: Parameters<typeof writeSrt>[0]) => JSON.stringify({ version: 1, transcript: segments })],
])("%s: what we write we read again, each word with its speaker", (_what, write) => {
  fc.assert(
    fc.property(spokenTalk, (segments) => {
      const read = parseGivenTranscript(new TextEncoder().encode(write(segments)));
      expect(wordsOf(cuesToSegments(read.ok ? read.value : []))).toEqual(wordsOf(segments));
    }),
  );
});
