import * as fc from "fast-check";
import { expect, test } from "vitest";
import { TRANSCRIPT_BYTES_MAX, TRANSCRIPT_CUES_MAX } from "#app/domain/limits/media.ts";
import { cuesToSegments } from "#app/domain/transcript/cues-to-segments.ts";
import { compareLength } from "#app/domain/transcript/merge-tokens.ts";
import { parseGivenTranscript } from "#app/domain/transcript/given/parse-given-transcript.ts";

const utf8 = (text: string) => new TextEncoder().encode(text);
const lines = (...all: string[]) => utf8(all.join("\n"));

function cuesOf(bytes: Uint8Array) {
  const outcome = parseGivenTranscript(bytes);
  if (!outcome.ok) throw new Error(`refused: ${outcome.reason}`);
  return outcome.value;
}

/** Cues as a transcript shows them. */
const shown = (bytes: Uint8Array) =>
  cuesToSegments(cuesOf(bytes)).map(({ speaker, text }) => (speaker === null ? text : `${speaker}: ${text}`));

const ZOOM = [
  "WEBVTT",
  "",
  "1",
  "00:00:03.870 --> 00:00:06.120",
  "Marta Ruiz: Good morning, everybody is here.",
  "",
  "2",
  "00:00:06.500 --> 00:00:09.010",
  "ian (he/him): I can hear you: loud and clear.",
  "",
  "3",
  "00:00:09.300 --> 00:00:12.000",
  "Marta Ruiz: Then we look at the budget first.",
  "",
  "4",
  "00:00:12.400 --> 00:00:15.000",
  "ian (he/him): I have the numbers.",
  "",
];

test("Zoom: names before a colon, whatever the names are", () => {
  expect(shown(lines(...ZOOM))).toEqual([
    "Marta Ruiz: Good morning, everybody is here.",
    "ian (he/him): I can hear you: loud and clear.",
    "Marta Ruiz: Then we look at the budget first.",
    "ian (he/him): I have the numbers.",
  ]);
  expect(cuesOf(lines(...ZOOM))[0]).toEqual({
    startMs: 3870,
    endMs: 6120,
    speaker: "Marta Ruiz",
    text: "Good morning, everybody is here.",
  });
});

test("Teams: voice tags, identifiers that are not numbers, lines broken inside a tag", () => {
  const teams = lines(
    "WEBVTT",
    "",
    "0f3b1c9e-6a55-4c0e-9d2b-0d8a1f6f2b11/14-0",
    "00:00:05.330 --> 00:00:07.990",
    "<v Núria Vidal Soler>Bon dia, podem",
    "començar.</v>",
    "",
    "0f3b1c9e-6a55-4c0e-9d2b-0d8a1f6f2b11/21-0",
    "00:00:08.120 --> 00:00:10.000",
    "<v Ian O&#39;Neill (Guest)>Good morning.</v>",
    "",
  );
  expect(shown(teams)).toEqual(["Núria Vidal Soler: Bon dia, podem començar.", "Ian O'Neill (Guest): Good morning."]);
});

test("Meet: captions with commas between their times", () => {
  const sbv = lines(
    "0:00:01.000,0:00:04.500",
    "Marta: The contract is signed.",
    "",
    "0:00:05.000,0:00:07.000",
    "Ian: Who sends it?",
    "",
    "0:00:07.500,0:00:09.000",
    "Marta: I do.",
    "",
    "0:00:09.500,0:00:12.000",
    "Ian: By Friday, please.",
  );
  expect(shown(sbv)).toEqual([
    "Marta: The contract is signed.",
    "Ian: Who sends it?",
    "Marta: I do.",
    "Ian: By Friday, please.",
  ]);
  expect(cuesOf(sbv)[0]).toMatchObject({ startMs: 1000, endMs: 4500 });
});

test("WebVTT: header fields, notes, style sheets and regions are not speech", () => {
  const bytes = lines(
    "WEBVTT - Board meeting",
    "Kind: captions",
    "Language: en",
    "",
    "STYLE",
    "::cue(v[voice=Ann]) { color: red }",
    "",
    "REGION",
    "id:fred",
    "width:40%",
    "",
    "NOTE This was made by a machine.",
    "It goes on here.",
    "",
    "intro",
    "00:01.500 --> 00:04.000 align:start position:10%,line-left region:fred",
    "- <c.loud>We</c> begin.",
    "",
    "NOTE",
    "A note in the middle",
    "",
    "01:00:05.250 --> 01:00:06.000",
    "NOTE is also a word that one can say.",
  );
  expect(cuesOf(bytes).map(({ startMs, endMs }) => [startMs, endMs])).toEqual([
    [1500, 4000],
    [3_605_250, 3_606_000],
  ]);
  expect(shown(bytes)).toEqual(["- We begin.", "NOTE is also a word that one can say."]);
});

test("two voices in one cue are two cues, and text without a name has no speaker", () => {
  const bytes = lines(
    "WEBVTT",
    "",
    "00:00.000 --> 00:04.000",
    "(Applause) <v Ann>Shall we?</v> <v.first.loud Bob>Yes!</v> (laughter)",
  );
  expect(cuesOf(bytes).map(({ speaker, text }) => [speaker, text.trim()])).toEqual([
    [null, "(Applause)"],
    ["Ann", "Shall we?"],
    ["Bob", "Yes!"],
    [null, "(laughter)"],
  ]);
});

const SRT = [
  "1",
  "00:00:01,000 --> 00:00:03,500",
  "La reunión empieza mañana.",
  "",
  "2",
  "00:00:04,000 --> 00:00:06,000",
  "¿Quién envía el contrato?",
];
const SRT_SHOWN = ["La reunión empieza mañana.", "¿Quién envía el contrato?"];

function utf16(text: string, littleEndian: boolean): Uint8Array {
  const view = new DataView(new ArrayBuffer(2 + text.length * 2));
  view.setUint16(0, 0xfeff, littleEndian);
  for (let index = 0; index < text.length; index++) view.setUint16(2 + index * 2, text.charCodeAt(index), littleEndian);
  return new Uint8Array(view.buffer);
}

test.each<[string, Uint8Array]>([
  ["UTF-8", lines(...SRT)],
  ["UTF-8 with a byte order mark", utf8(`\ufeff${SRT.join("\n")}`)],
  ["with two of them", utf8(`\ufeff\ufeff${SRT.join("\n")}`)],
  ["Latin-1", Uint8Array.from(SRT.join("\n"), (letter) => letter.charCodeAt(0))],
  ["UTF-16, low byte first", utf16(SRT.join("\r\n"), true)],
  ["UTF-16, high byte first", utf16(SRT.join("\r\n"), false)],
  ["line ends of Windows", utf8(SRT.join("\r\n"))],
  ["line ends of the first Macs", utf8(SRT.join("\r"))],
  ["empty lines before it", lines("", "", ...SRT, "", "", "")],
  ["no numbers", lines(...SRT.filter((line) => !/^\d$/.test(line)))],
  ["no empty line between cues", lines(...SRT.filter((line) => line !== ""))],
  ["points for commas", utf8(SRT.join("\n").replaceAll(/(\d),/g, "$1."))],
  ["spaces behind everything", utf8(SRT.map((line) => `${line}  `).join("\n"))],
  ["cues in reverse", lines(...SRT.slice(4), "", ...SRT.slice(0, 3))],
  ["zeros in it", utf8(SRT.join("\n\0"))],
  ["fractions of one digit", utf8(SRT.join("\n").replaceAll(",000", ",0").replaceAll(",500", ",5"))],
])("SubRip, %s", (_what, bytes) => {
  expect(shown(bytes)).toEqual(SRT_SHOWN);
  expect(cuesOf(bytes).map(({ startMs, endMs }) => [startMs, endMs])).toEqual([
    [1000, 3500],
    [4000, 6000],
  ]);
});

test("Windows-1252: its own quotes and the euro sign", () => {
  const text = "1\n00:00:01,000 --> 00:00:03,000\n";
  const bytes = new Uint8Array([...utf8(text), 0x93, ...utf8("30 "), 0x80, 0x94, 0x20, 0xe7, 0x61]);
  expect(shown(bytes)).toEqual(["“30 €” ça"]);
});

test("an empty line inside a SubRip cue, and a cue that is a number", () => {
  const bytes = lines(
    "1",
    "00:00:01,000 --> 00:00:03,000",
    "First line.",
    "",
    "Second line.",
    "",
    "2",
    "00:00:04,000 --> 00:00:06,000",
    "2026",
    "",
    "3",
    "00:00:12,000 --> 00:00:13,000",
    "The end.",
  );
  expect(shown(bytes)).toEqual(["First line. Second line.", "2026", "The end."]);
});

test("times without hours, with hours of three digits, and cues of zero length", () => {
  const bytes = lines("WEBVTT", "", "75:00.5 --> 75:01", "late", "", "100:00:00.000 --> 99:00:00.000", "later");
  expect(cuesOf(bytes)).toMatchObject([
    { startMs: 4_500_500, endMs: 4_501_000 },
    { startMs: 360_000_000, endMs: 356_400_000 },
  ]);
  expect(cuesToSegments(cuesOf(bytes))[1]).toMatchObject({ startMs: 360_000_000, endMs: 360_000_000 });
});

test("a colon in speech does not make a name", () => {
  const said = ["One thing: rent.", "We meet at 10:30 today.", "That is all.", "Then: lunch.", "And again: rent."];
  const bytes = lines("WEBVTT", ...said.flatMap((text, index) => ["", `00:0${index}.000 --> 00:0${index}.900`, text]));
  for (const { speaker } of cuesToSegments(cuesOf(bytes))) expect(speaker).toBeNull();
});

const cue = (text: string) => `00:00:01,000 --> 00:00:03,000\n${text}\n\n`;

test.each<[string, string, Uint8Array]>([
  ["not-a-transcript", "no bytes", new Uint8Array(0)],
  ["not-a-transcript", "prose", utf8("Minutes of the meeting\n\nMarta says that the contract is signed.")],
  ["not-a-transcript", "a recording", new Uint8Array(5000).map((_, index) => (index * 7) % 256)],
  ["not-a-transcript", "a time in prose", utf8("00:00:01 --> then\nwe went home")],
  ["empty", "a header only", utf8("WEBVTT\n")],
  ["empty", "a note only", utf8("WEBVTT\n\nNOTE 00:00 nothing\n")],
  ["empty", "cues of music", utf8(cue("♪ ♪") + cue("..."))],
  ["too-large", "a byte over the limit", new Uint8Array(TRANSCRIPT_BYTES_MAX + 1)],
  ["too-large", "cues over the limit", utf8("00:01,0 --> 00:02,0\nx\n".repeat(TRANSCRIPT_CUES_MAX + 1))],
])("refused, %s: %s", (reason, _what, bytes) => {
  expect(parseGivenTranscript(bytes)).toEqual({ ok: false, reason });
});

test("a cue of 50,000 characters is refused, and the refusal names the cue", () => {
  const bytes = utf8(`${cue("Good morning.")}7\n00:01:05,500 --> 00:02:00,000\n${"word ".repeat(10_000)}\n\n`);
  const place = { number: 2, startMs: 65_500 };
  expect(parseGivenTranscript(bytes)).toEqual({ ok: false, reason: "cue-too-long", cue: place });
});

test("for any bytes, the result is cues in order or a reason", () => {
  const pieces = fc.constantFrom(
    "WEBVTT",
    "\n",
    "\n\n",
    "00:01.000 --> 00:02.000",
    "00:00:01,000 --> 00:00:02,000 line:0",
    "0:00:01.000,0:00:02.000",
    "<v Ann>",
    "</v>",
    "Ann: ",
    "1",
    "NOTE",
    "STYLE",
    "\ufeff",
    "é",
    "&lt;",
    "-->",
  );
  const text = fc.array(fc.oneof(pieces, fc.string({ unit: "binary", maxLength: 8 })), { maxLength: 40 });
  fc.assert(
    fc.property(text, (parts) => {
      const outcome = parseGivenTranscript(utf8(parts.join("")));
      if (!outcome.ok) return;
      let last = 0;
      for (const { startMs, speaker, text: said } of outcome.value) {
        expect(startMs).toBeGreaterThanOrEqual(last);
        last = startMs;
        expect(said.trim()).not.toBe("");
        expect(speaker === null || speaker !== "").toBe(true);
      }
      for (const segment of cuesToSegments(outcome.value)) expect(segment.text).not.toContain("<v ");
    }),
    { numRuns: 500 },
  );
});

const HOUR_MS = 3_600_000;
const until = (endMs: number) => [{ startMs: endMs - 2000, endMs, text: "The end." }];

test.each([
  ["reaches to the end", until(HOUR_MS), HOUR_MS, "fits"],
  ["ends with the talk, long before the recording", until(0.6 * HOUR_MS), HOUR_MS, "fits"],
  ["is of the first third", until(0.33 * HOUR_MS), HOUR_MS, "much-shorter"],
  ["is of another, longer meeting", until(1.5 * HOUR_MS), HOUR_MS, "much-longer"],
  ["runs a little over", until(HOUR_MS + 90_000), HOUR_MS, "fits"],
  ["is of a short recording with a long silence", until(20_000), 100_000, "fits"],
  ["holds nothing", [], HOUR_MS, "much-shorter"],
  ["has its latest cue first", [...until(HOUR_MS), ...until(5000)], HOUR_MS, "fits"],
])("a transcript that %s", (_what, cues, durationMs, expected) => {
  expect(compareLength(cues, durationMs)).toBe(expected);
});
