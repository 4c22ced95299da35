import { expect, test } from "vitest";
import { cuesToSegments } from "#app/domain/transcript/cues-to-segments.ts";
import { parseGivenTranscript } from "#app/domain/transcript/given/parse-given-transcript.ts";

const utf8 = (text: string) => new TextEncoder().encode(text);

/** A file of cues of three seconds, with these texts. */
function srt(texts: readonly string[]): Uint8Array {
  const clock = (second: number) => new Date(second * 1000).toISOString().slice(11, 23).replace(".", ",");
  return utf8(texts.map((text, at) => `${at + 1}\n${clock(at * 4)} --> ${clock(at * 4 + 3)}\n${text}\n`).join("\n"));
}

function shown(bytes: Uint8Array): string[] {
  const cues = parseGivenTranscript(bytes);
  if (!cues.ok) throw new Error(cues.reason);
  return cuesToSegments(cues.value).map(({ speaker, text }) => `${speaker ?? "?"}: ${text}`);
}

const TALK = ["Nora Puig: We open the hall on Friday, all of it.", "Tom: Who brings the nine lamps over there?"];
const twice = (write: (name: string, words: string) => string) =>
  [...TALK, ...TALK].map((line) => write(line.slice(0, line.indexOf(":")), line.slice(line.indexOf(":") + 2)));

test.each<[string, string[]]>([
  ["a name and a colon", twice((name, words) => `${name}: ${words}`)],
  ["a name and a colon above the words", twice((name, words) => `${name}:\n${words}`)],
  ["a name in round brackets above the words", twice((name, words) => `(${name})\n${words}`)],
  ["a name in square brackets above the words", twice((name, words) => `[${name}]\n${words}`)],
  ["a name in square brackets before the words", twice((name, words) => `[${name}] ${words}`)],
  ["a name in brackets with a colon", twice((name, words) => `[${name}]: ${words}`)],
  ["a colon without a space", twice((name, words) => `${name}:${words}`)],
  ["a wide colon", twice((name, words) => `${name}：${words}`)],
  ["the sign of live captions", twice((name, words) => `>> ${name}: ${words}`)],
  ["a dash", twice((name, words) => `- ${name}: ${words}`)],
  ["a long dash", twice((name, words) => `– ${name}: ${words}`)],
  ["a voice tag", twice((name, words) => `<v ${name}>${words}</v>`)],
  ["a voice tag with quotation marks", twice((name, words) => `<v "${name}">${words}</v>`)],
  ["the sign of live captions as HTML has it", twice((name, words) => `&gt;&gt; ${name}: ${words}`)],
  ["a name with marks of its direction", twice((name, words) => `\u202a${name}\u202c: ${words}`)],
])("the speaker is read from %s", (_what, texts) => {
  expect(shown(srt(texts))).toEqual([...TALK, ...TALK]);
});

test("a name is the same person with invisible marks, and with its accents stored apart", () => {
  const names = ["Núria", "Tom", "Nu\u0301ria", "Tom\u200b"];
  expect(shown(srt(names.map((name) => `${name}: It begins in the hall now.`)))).toEqual(
    ["Núria", "Tom", "Núria", "Tom"].map((name) => `${name}: It begins in the hall now.`),
  );
});

test.each([
  ["Word's arrow", " → ", ""],
  ["a long dash as arrow", " –> ", ""],
  ["blanks in the times", " -> ", " "],
])("a file is read with %s", (_what, arrow, blank) => {
  const text = new TextDecoder().decode(srt(TALK)).replaceAll(" --> ", arrow);
  expect(shown(utf8(text.replaceAll(/(?<=\d)([:,])(?=\d)/g, `$1${blank}`)))).toEqual(TALK);
});

test.each<[string, string, string]>([
  ["a recogniser's label in round brackets", "(speaker 0) It begins.", "speaker 0: It begins."],
  ["a recogniser's label in square brackets", "[SPEAKER_01]: It begins.", "SPEAKER_01: It begins."],
])("%s is a speaker, though it stands once", (_what, text, expected) => {
  expect(shown(srt([text, "That is all."]))).toContain(expected);
});

test.each<[string, string]>([
  ["a telephone number", "+34 600 *** 111"],
  ["a number without a plus", "0034600999111"],
  ["an address", "nora@puig.example"],
  ["a room with a colon", "Hall 2: Girona"],
  ["small letters", "tom (he/him) | Lamps"],
])("people are called as they are: %s", (_what, name) => {
  const texts = [
    `${name}: The lamps are here today.`,
    "Nora Puig: Good, then we begin soon.",
    `${name}: Who has the key now?`,
  ];
  expect(shown(srt([...texts, "Nora Puig: I have it here, of course."]))).toEqual([
    `${name}: The lamps are here today.`,
    "Nora Puig: Good, then we begin soon.",
    `${name}: Who has the key now?`,
    "Nora Puig: I have it here, of course.",
  ]);
});

test("Webex: the speaker stands in the identifier of the cue", () => {
  const file = [
    "WEBVTT",
    "",
    '1 "Nora Puig" (88)',
    "00:00:00.000 --> 00:00:03.000",
    "We open the hall on Friday.",
    "",
    '2 "Tom Ward" (99)',
    "00:00:04.000 --> 00:00:06.000",
    "Who brings the lamps?",
    "",
  ];
  expect(shown(utf8(file.join("\n")))).toEqual([
    "Nora Puig: We open the hall on Friday.",
    "Tom Ward: Who brings the lamps?",
  ]);
});

test("Microsoft Graph: each cue is JSON", () => {
  const cue = (speakerName: string, spokenText: string) =>
    JSON.stringify({ speakerName, spokenText, spokenLanguage: "en" });
  expect(shown(srt([cue("Nora Puig", "We open the hall."), cue("Tom Ward", "Who brings the lamps?")]))).toEqual([
    "Nora Puig: We open the hall.",
    "Tom Ward: Who brings the lamps?",
  ]);
});

test.each<[string, string]>([
  ["two lines", "- Nora: Shall we open?\n- Tom: Yes, on Friday."],
  ["one line", "- Nora: Shall we open? - Tom: Yes, on Friday."],
  ["the signs of live captions", ">> Nora: Shall we open?\n>> Tom: Yes, on Friday."],
])("two people in one cue are two speakers: %s", (_what, cue) => {
  expect(shown(srt([cue, "Nora: Then it is decided at last, all right?", "Tom: I will call them."]))).toEqual([
    "Nora: Shall we open?",
    "Tom: Yes, on Friday.",
    "Nora: Then it is decided at last, all right?",
    "Tom: I will call them.",
  ]);
});

test("dialogue without names is two segments of nobody", () => {
  const two = ["?: - Shall we open the hall?", "?: - Yes, on Friday."];
  expect(shown(srt(["- Shall we open the hall?\n- Yes, on Friday."]))).toEqual(two);
  expect(shown(srt(["<v ->Shall we open the hall?</v>\n<v ->Yes, on Friday.</v>"]))).toEqual(two);
});

test("a name that stands only where it changes holds up to the next one", () => {
  const texts = [
    "Nora: We open the hall.",
    "All of it, with the stage.",
    "Tom №2: Who brings the lamps?",
    "There are nine.",
    "Nora: I do.",
  ];
  expect(shown(srt(texts))).toEqual([
    "Nora: We open the hall. All of it, with the stage.",
    "Tom №2: Who brings the lamps? There are nine.",
    "Nora: I do.",
  ]);
});

test("in a file that names everybody, a cue without a name is nobody's", () => {
  const texts = [
    "Nora: We open the hall.",
    "Nora: All of it, with the stage.",
    "Somebody laughs about that.",
    "Tom: Who brings the lamps?",
    "Tom: There are nine.",
  ];
  expect(shown(srt(texts))).toContain("?: Somebody laughs about that.");
});

test.each<[string, string[]]>([
  ["headings", ["Agenda: the hall.", "The lamps come later.", "We close at nine.", "Good."]],
  ["times of day", ["10:30 Meeting: the hall.", "12:00 Lunch: at home.", "We close at nine.", "Good."]],
  [
    "words in brackets that come once",
    ["(he laughs) The hall.", "The lamps come later.", "We close at nine.", "Good."],
  ],
])("a text that only looks like names names nobody: %s", (_what, texts) => {
  for (const line of shown(srt(texts))) expect(line).toMatch(/^\?: /u);
});

test("sounds are the words of nobody", () => {
  expect(shown(srt(["[Music]", "We open.", "(loud applause)", "♪ la la ♪", "[BLANK_AUDIO]", "On Friday."]))).toEqual([
    "?: We open.",
    "?: On Friday.",
  ]);
  expect(shown(srt(["(I think that is right. Yes.)"]))).toEqual(["?: (I think that is right. Yes.)"]);
});

test("WebVTT: a line of blanks belongs to its cue, as the standard says", () => {
  const file =
    "WEBVTT\n\n00:01.000 --> 00:03.000\n \nWe open the hall.\n\t\nOn Friday.\n\n00:04.000 --> 00:05.000\nGood.\n";
  expect(shown(utf8(file))).toEqual(["?: We open the hall. On Friday.", "?: Good."]);
});

test("times in pictures are right to a second", () => {
  const cues = parseGivenTranscript(
    utf8("1\n00:00:01:12 --> 00:00:03:00\nWe open.\n\n2\n00:01:02;24 --> 00:01:04;00\nGood.\n"),
  );
  expect(
    cues.ok && cues.value.map(({ startMs }) => Math.abs(startMs - 1500) < 500 || Math.abs(startMs - 62_900) < 500),
  ).toEqual([true, true]);
});

test("a cue for each word keeps its punctuation", () => {
  expect(shown(srt(["We", "open", "."]))).toEqual(["?: We open."]);
});
