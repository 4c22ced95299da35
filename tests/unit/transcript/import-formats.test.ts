import { strToU8, zipSync } from "fflate";
import { expect, test } from "vitest";
import { readImport, type ReadImport } from "#app/features/upload/import/read-import.ts";

const NOW = Date.UTC(2026, 10, 29);
const MODIFIED = Date.UTC(2026, 0, 2, 3, 4);
const MADRID = { timeZone: "Europe/Madrid", now: NOW, rest: () => Promise.resolve() };
const at = (text: string) => Date.parse(text);

async function read(name: string, content: string | Uint8Array): Promise<ReadImport> {
  const bytes = typeof content === "string" ? strToU8(content) : content;
  const file = {
    name,
    size: bytes.byteLength,
    modifiedAt: MODIFIED,
    content: () => Promise.resolve(bytes.slice().buffer),
  };
  const end = await readImport(file, MADRID);
  if (!end.ok) throw new Error(`${name}: ${end.reason}`);
  return end.value;
}

function docx(...paragraphs: string[]): Uint8Array {
  const body = paragraphs.map((text) => `<w:p><w:r><w:t xml:space="preserve">${text}</w:t></w:r></w:p>`).join("");
  const xml = `<?xml version="1.0"?><w:document xmlns:w="http://example.com/w"><w:body>${body}</w:body></w:document>`;
  return zipSync({ "word/document.xml": strToU8(xml) });
}

const OTTER =
  "Nora Puig  0:01  \nWe open the hall on Friday.\n\nTom Ward  0:05  \nWho brings the lamps?\n\nTranscribed by https://otter.ai\n";
const CUES =
  "1\n00:00:01,000 --> 00:00:03,000\nNora Puig: We open the hall on Friday.\n\n2\n00:00:05,000 --> 00:00:07,000\nTom Ward: Who brings the lamps?\n\n3\n00:00:08,000 --> 00:00:09,000\nNora Puig: I do.\n\n4\n00:00:10,000 --> 00:00:11,000\nTom Ward: Thank you.\n";
const BOTH = ["Nora Puig", "Tom Ward"];
type Expected = Partial<Pick<ReadImport, "title" | "at" | "dateFrom" | "people" | "lines" | "isUntimed">>;

test.each<[string, string, string | Uint8Array, Expected]>([
  [
    "Otter's text",
    "Open day_otter_ai.txt",
    OTTER,
    { title: "Open day", people: BOTH, at: MODIFIED, dateFrom: "modified", lines: 2 },
  ],
  ["Otter's subtitles", "Open day_otter_ai.srt", CUES, { title: "Open day", people: BOTH }],
  [
    "Otter's document",
    "Open day_otter_ai.docx",
    docx(
      "Plans for the open day",
      "Thu, Nov 19, 2025 9:30AM • 45:12",
      "SUMMARY KEYWORDS",
      "hall, lamps",
      "SPEAKERS",
      "Nora Puig, Tom Ward",
      "Nora Puig  00:01",
      "We open the hall on Friday.",
      "Tom Ward  00:05",
      "Who brings the lamps?",
    ),
    { title: "Plans for the open day", at: at("2025-11-19T09:30+01:00"), dateFrom: "file", people: BOTH, lines: 2 },
  ],
  [
    "Fireflies' JSON of its API",
    "transcript.json",
    JSON.stringify({
      data: {
        transcript: {
          title: "Open day",
          date: at("2025-11-19T08:30Z"),
          participants: ["nora@example.test", "eva@example.test"],
          sentences: [
            { index: 0, speaker_name: "Nora Puig", text: "We open the hall on Friday.", start_time: 1.2, end_time: 3 },
            { index: 1, speaker_name: "Tom Ward", text: "Who brings the lamps?", start_time: 5, end_time: 7.25 },
          ],
        },
      },
    }),
    {
      title: "Open day",
      at: at("2025-11-19T08:30Z"),
      people: [...BOTH, "nora@example.test", "eva@example.test"],
      lines: 2,
    },
  ],
  [
    "Fireflies' JSON of a download",
    "Open day-2025-11-19.json",
    JSON.stringify([
      { sentence: "We open the hall on Friday.", startTime: "00:01", endTime: "00:03", speaker_name: "Nora Puig" },
      { sentence: "Who brings the lamps?", startTime: "00:05", endTime: "00:07", speaker_name: "Tom Ward" },
    ]),
    { at: at("2025-11-19T12:00+01:00"), dateFrom: "file", people: BOTH, lines: 2 },
  ],
  [
    "Fireflies' Markdown",
    "meeting.md",
    "# Open day\n\n**Date:** November 19, 2025, 9:30 AM\n\n## Transcript\n\n**Nora Puig** *[00:01]*: We open the hall on Friday.\n\n**Tom Ward** *[00:05]*: Who brings the lamps?\n",
    { title: "Open day", at: at("2025-11-19T09:30+01:00"), people: BOTH, lines: 2 },
  ],
  [
    "Markdown with the times on lines of their own",
    "meeting.md",
    "# Open day\n\n**Nora Puig** - 00:01\nWe open the hall on Friday.\n\n**Tom Ward** - 00:05\nWho brings the lamps?\n",
    { title: "Open day", people: BOTH, lines: 2, isUntimed: false },
  ],
  [
    "Granola's Markdown",
    "granola.md",
    "Meeting Title: Open day\nDate: Nov 19, 2025\nMeeting participants: Nora Puig, Tom Ward\n\nTranscript:\n\nMe: We open the hall on Friday.\nThem: Who brings the lamps?\nMe: I do.\n",
    { title: "Open day", at: at("2025-11-19T12:00+01:00"), people: ["Me", "Them", ...BOTH], lines: 3, isUntimed: true },
  ],
  [
    "Granola's JSON",
    "granola.json",
    JSON.stringify({
      title: "Open day",
      created_at: "2025-11-19T08:30:00.000Z",
      attendees: [{ name: "Nora Puig" }, { name: "Tom Ward", email: "tom@example.test" }],
      transcript: [
        {
          text: "We open the hall on Friday.",
          source: "microphone",
          start_timestamp: "2025-11-19T08:31:00.000Z",
          end_timestamp: "2025-11-19T08:31:02.500Z",
        },
        {
          text: "Who brings the lamps?",
          source: "system",
          start_timestamp: "2025-11-19T08:31:05.000Z",
          end_timestamp: "2025-11-19T08:31:07.000Z",
        },
      ],
    }),
    { title: "Open day", at: at("2025-11-19T08:30Z"), people: ["Me", "Them", ...BOTH], lines: 2, isUntimed: false },
  ],
  [
    "Teams' document",
    "Open day.docx",
    docx(
      "Open day-20251119_093000-Meeting Recording",
      "19 November 2025, 08:30am",
      "45m 12s",
      "Nora Puig   0:01",
      "We open the hall on Friday.",
      "Tom Ward   0:05",
      "Who brings the lamps?",
    ),
    { title: "Open day", at: at("2025-11-19T09:30+01:00"), people: BOTH, lines: 2 },
  ],
  [
    "Teams' captions",
    "Open day.vtt",
    "WEBVTT\n\n00:00:01.000 --> 00:00:03.000\n<v Nora Puig>We open the hall on Friday.</v>\n\n00:00:05.000 --> 00:00:07.000\n<v Tom Ward>Who brings the lamps?</v>\n",
    { title: "Open day", at: MODIFIED, dateFrom: "modified", people: BOTH, lines: 2 },
  ],
  [
    "Zoom's captions",
    "GMT20251119-083000_Recording.transcript.vtt",
    `WEBVTT\n\n${CUES.replaceAll(",000", ".000")}`,
    {
      title: "GMT20251119-083000_Recording.transcript",
      at: at("2025-11-19T08:30Z"),
      dateFrom: "file",
      people: BOTH,
    },
  ],
  [
    "Meet's document of some minutes",
    "Open day.docx",
    docx(
      "Open day (2025-11-19 09:30 GMT+1) - Transcript",
      "Attendees",
      "Nora Puig, Tom Ward",
      "Transcript",
      "This editable transcript was computer generated and might contain errors.",
      "00:00:00",
      "Nora Puig: We open the hall on Friday.",
      "Tom Ward: Who brings the lamps?",
      "Nora Puig: I do.",
      "Transcription ended after 00:02:10",
    ),
    { title: "Open day", at: at("2025-11-19T08:30Z"), people: BOTH, lines: 3 },
  ],
  [
    "Meet's text of an hour",
    "Open day.txt",
    "Open day (2025-11-19 09:30 GMT+1) - Transcript\nAttendees\nNora Puig, Tom Ward\nTranscript\n00:00:00\nNora Puig: We open the hall on Friday.\nTom Ward: Who brings the lamps?\n00:05:00\nNora Puig: I do.\nTranscription ended after 00:07:00\n",
    { title: "Open day", at: at("2025-11-19T08:30Z"), people: BOTH, lines: 3, isUntimed: false },
  ],
  [
    "Whisper's JSON",
    "2025-11-19 09.30 open day.json",
    JSON.stringify({
      text: "…",
      segments: [{ start: 1, end: 3, text: "We open the hall on Friday." }],
      language: "en",
    }),
    { title: "Open day", at: at("2025-11-19T09:30+01:00"), people: [], lines: 1 },
  ],
])("%s: title, date, people and lines are read", async (_what, name, content, expected) => {
  expect(await read(name, content)).toMatchObject(expected);
});

test.each([
  ["19 de noviembre de 2025", "2025-11-19T12:00+01:00"],
  ["19 de novembre de 2025, 16:05", "2025-11-19T16:05+01:00"],
  ["mercredi 19 août 2026, 9h30", "2026-08-19T09:30+02:00"],
  ["Nov 19th, 2025 at 4:05 PM", "2025-11-19T16:05+01:00"],
])("a date in words is read: %s", async (date, expected) => {
  const text = `Open day\n${date}\n\nNora: We open.\nTom: Good.\nNora: Fine.\n`;
  expect(await read("notes.txt", text)).toMatchObject({ title: "Open day", at: at(expected), dateFrom: "file" });
});

test("a date that is still to come is no date of a transcript", async () => {
  const text = "Open day\nDecember 24, 2026\n\nNora: We open.\nTom: Good.\nNora: Fine.\n";
  expect(await read("notes.txt", text)).toMatchObject({ at: MODIFIED, dateFrom: "modified" });
});

test("the same talk in two formats has one digest, and another talk another", async () => {
  const srt = await read("a.srt", CUES);
  const vtt = await read("b.vtt", `WEBVTT\n\n${CUES.replaceAll(",000", ".000")}`);
  const other = await read("c.srt", CUES.replace("Friday", "Saturday"));
  expect(vtt.digest).toBe(srt.digest);
  expect(other.digest).not.toBe(srt.digest);
});

test.each<[string, string, string, string]>([
  ["a sheet", "a.csv", "x", "transcript-wrong-type"],
  ["an empty file", "a.txt", "", "transcript-empty"],
  ["a letter", "a.txt", "Dear all,\nplease find: the minutes.\n", "transcript-unreadable"],
  ["nested JSON", "a.json", `${'{"data":'.repeat(50_000)}1${"}".repeat(50_000)}`, "transcript-unreadable"],
])("%s is refused for what it is", async (_what, name, content, reason) => {
  const bytes = strToU8(content);
  const file = { name, size: bytes.byteLength, modifiedAt: null, content: () => Promise.resolve(bytes.slice().buffer) };
  expect(await readImport(file, MADRID)).toMatchObject({ ok: false, reason });
});

test("a file that is gone is said to be so", async () => {
  const file = { name: "a.vtt", size: 10, modifiedAt: null, content: () => Promise.reject(new Error("gone")) };
  expect(await readImport(file, MADRID)).toMatchObject({ ok: false, reason: "gone" });
});
