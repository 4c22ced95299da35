import { strToU8, zipSync } from "fflate";
import { expect, test } from "vitest";
import { cuesToSegments } from "#app/domain/transcript/cues-to-segments.ts";
import { parseGivenTranscript } from "#app/domain/transcript/given/parse-given-transcript.ts";
import { openDocument } from "#app/media/transcripts/open-document.ts";

const utf8 = (text: string) => new TextEncoder().encode(text);

async function read(file: Uint8Array): Promise<string[] | string> {
  const cues = parseGivenTranscript(await openDocument(file));
  if (!cues.ok) return cues.reason;
  return cuesToSegments(cues.value).map(({ startMs, speaker, text }) => `${startMs / 1000} ${speaker ?? "?"}: ${text}`);
}

/** Four lines of two people, of which the first two are EXPECTED's. */
const saidAll = (line: (name: string, at: number, words: string) => string) =>
  utf8(
    ["We open the hall on Friday.", "Who brings the lamps & ladders?", "I do.", "Thanks."]
      .map((words, index) => line(index % 2 === 0 ? "Nora Puig" : "Tom Ward", [1, 5, 7, 9][index] ?? 0, words))
      .join("\n\n"),
  );

const EXPECTED = ["1 Nora Puig: We open the hall on Friday.", "5 Tom Ward: Who brings the lamps & ladders?"];

/** A Word document with these paragraphs; a line break inside one is a break there. */
function docx(paragraphs: readonly string[], level: 0 | 6 = 6): Uint8Array {
  const escaped = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
  const body = paragraphs
    .map((text) => {
      const runs = text.split("\n").map((line) => `<w:t xml:space="preserve">${escaped(line)}</w:t>`);
      return `<w:p><w:pPr><w:b/></w:pPr><w:r>${runs.join("<w:br/>")}</w:r></w:p>`;
    })
    .join("");
  const xml = `<?xml version="1.0"?><w:document xmlns:w="http://example.com/w"><w:body>${body}</w:body></w:document>`;
  return zipSync({ "[Content_Types].xml": strToU8("<Types/>"), "word/document.xml": strToU8(xml) }, { level });
}

test.each<[string, Uint8Array]>([
  [
    "Otter",
    utf8(
      "Nora Puig  0:01  \nWe open the hall\non Friday.\n\nTom Ward  0:05  \nWho brings the lamps & ladders?\n\nTranscribed by https://otter.ai\n",
    ),
  ],
  [
    "names with dashes before the times",
    utf8("Nora Puig - 00:01\nWe open the hall on Friday.\nTom Ward - 00:05\nWho brings the lamps & ladders?\n"),
  ],
  [
    "times before the names",
    utf8("00:00:01 - Nora Puig\nWe open the hall on Friday.\n\n00:00:05 - Tom Ward\nWho brings the lamps & ladders?\n"),
  ],
  [
    "times in brackets before names",
    utf8("[00:00:01] Nora Puig: We open the hall on Friday.\n[00:00:05] Tom Ward: Who brings the lamps & ladders?\n"),
  ],
  [
    "Teams, as Word saves it",
    docx([
      "Planning-20261128",
      "28 November 2026",
      "12m 3s",
      "Nora Puig   0:01\nWe open the hall on Friday.",
      "Tom Ward   0:05\nWho brings the lamps & ladders?",
    ]),
  ],
  [
    "Teams, as it was before",
    docx([
      "0:0:1.0 --> 0:0:3.120\nNora Puig\nWe open the hall on Friday.",
      "0:0:5.0 --> 0:0:8.0\nTom Ward\nWho brings the lamps & ladders?",
    ]),
  ],
  [
    "a Word file that is stored and not packed",
    docx(["Nora Puig   0:01", "We open the hall on Friday.", "Tom Ward   0:05", "Who brings the lamps & ladders?"], 0),
  ],
  [
    "Word's own transcript",
    docx([
      "Transcript",
      "00:00:01 Nora Puig",
      "We open the hall on Friday.",
      "00:00:05 Tom Ward",
      "Who brings the lamps & ladders?",
      "00:00:09 Nora Puig",
      "I do.",
      "00:00:12 Tom Ward",
      "Thanks.",
    ]),
  ],
  ["captions that Zoom saved, with the time of day", saidAll((name, at, words) => `[${name}] 14:02:0${at}\n${words}`)],
  ["names above the times", saidAll((name, at, words) => `${name}\n0:0${at}\n${words}`)],
  ["names below the times", saidAll((name, at, words) => `[00:00:0${at}]\n${name}\n${words}`)],
  ["names behind times in brackets", saidAll((name, at, words) => `[00:00:0${at}] ${name}\n${words}`)],
  ["Fathom", saidAll((name, at, words) => `@0:0${at} - ${name}\n${words}`)],
  ["a film program", saidAll((name, at, words) => `00:00:0${at}:00 - 00:00:0${at}:20\n${name}\n${words}`)],
  [
    "the JSON of a recogniser",
    utf8(
      JSON.stringify({
        text: "…",
        segments: [
          { start: 1, end: 3, text: " We open the hall on Friday.", speaker: "Nora Puig" },
          { start: 5, end: 7, text: " Who brings the lamps & ladders?", speaker: "Tom Ward" },
        ],
      }),
    ),
  ],
  [
    "TTML with agents",
    utf8(
      `<?xml version="1.0"?><tt xmlns="http://www.w3.org/ns/ttml"><head><metadata>
       <ttm:agent xml:id="a" type="person"><ttm:name>Nora Puig</ttm:name></ttm:agent>
       <ttm:agent xml:id="b" type="person"><ttm:name>Tom Ward</ttm:name></ttm:agent></metadata></head>
       <body><div><p begin="00:00:01.000" end="00:00:03.000" ttm:agent="a">We open the hall<br/>on <span>Friday</span>.</p>
       <p begin="5s" dur="2s" ttm:agent="b">Who brings the lamps &amp; ladders?</p></div></body></tt>`,
    ),
  ],
])("a transcript is read as people have it: %s", async (what, file) => {
  const shiftMs = what.includes("time of day") ? 1 : 0;
  const lines = (await read(file)).slice(0, 2);
  expect(lines).toEqual(EXPECTED.map((line) => line.replace(/^\d/, (at) => `${Number(at) - shiftMs}`)));
});

test("Meet: words between two marks of time are divided by their length", async () => {
  const file =
    "Attendees\nNora Puig, Tom Ward\n\nTranscript\n\n00:00:00\nNora Puig: We open the hall.\nTom Ward: Who brings it all?\n\n00:05:00\nNora Puig: I do.\n";
  expect(await read(utf8(file))).toEqual([
    "0 Nora Puig: We open the hall.",
    "145.714 Tom Ward: Who brings it all?",
    "300 Nora Puig: I do.",
  ]);
});

test.each<[string, unknown, string]>([
  ["whisper.cpp", { transcription: [{ offsets: { from: 1000, to: 3000 }, text: " We open." }] }, "1 ?: We open."],
  [
    "Deepgram",
    { results: { utterances: [{ start: 1, end: 3, transcript: "We open.", speaker: 0 }] } },
    "1 Speaker 0: We open.",
  ],
  ["AssemblyAI", { utterances: [{ start: 1000, end: 3000, text: "We open.", speaker: "A" }] }, "1 Speaker A: We open."],
  ["a list alone", [{ start: 1, end: 3, text: "We open." }], "1 ?: We open."],
  ["a list in ms", [{ speaker: "Nora", start: 1000, end: 3000, text: "We open." }], "1 Nora: We open."],
  [
    "Gladia",
    { result: { transcription: { utterances: [{ start: 1, end: 3, text: "We open.", speaker: 0 }] } } },
    "1 Speaker 0: We open.",
  ],
  [
    "Amazon",
    {
      results: {
        transcripts: [{ transcript: "We open." }],
        audio_segments: [{ transcript: "We open.", start_time: "1.0", end_time: "3.0", speaker_label: "spk_1" }],
      },
    },
    "1 Speaker 1: We open.",
  ],
  [
    "Amazon, by words",
    {
      results: {
        items: [
          {
            type: "pronunciation",
            start_time: "1.0",
            end_time: "1.5",
            alternatives: [{ content: "We" }],
            speaker_label: "spk_1",
          },
          {
            type: "pronunciation",
            start_time: "1.6",
            end_time: "3.0",
            alternatives: [{ content: "open" }],
            speaker_label: "spk_1",
          },
          { type: "punctuation", alternatives: [{ content: "." }], speaker_label: "spk_1" },
        ],
      },
    },
    "1 Speaker 1: We open.",
  ],
  [
    "Google",
    {
      results: [
        {
          alternatives: [
            { transcript: "We open.", words: [{ startTime: "1s", endTime: "3.000s", word: "We", speakerTag: 2 }] },
          ],
        },
      ],
    },
    "1 Speaker 2: We open.",
  ],
  [
    "Microsoft",
    {
      recognizedPhrases: [
        { speaker: 1, offsetInTicks: 10000000, durationInTicks: 20000000, nBest: [{ display: "We open." }] },
      ],
    },
    "1 Speaker 1: We open.",
  ],
  [
    "Speechmatics",
    {
      results: [
        { type: "word", start_time: 1, end_time: 1.5, alternatives: [{ content: "We", speaker: "S1" }] },
        { type: "word", start_time: 1.6, end_time: 3, alternatives: [{ content: "open", speaker: "S1" }] },
        { type: "punctuation", start_time: 3, end_time: 3, alternatives: [{ content: ".", speaker: "S1" }] },
      ],
    },
    "1 S1: We open.",
  ],
  [
    "Recall.ai",
    [
      {
        participant: { name: "Nora" },
        words: [
          { text: "We", start_timestamp: { relative: 1 }, end_timestamp: { relative: 2 } },
          { text: "open.", start_timestamp: { relative: 2 }, end_timestamp: { relative: 3 } },
        ],
      },
    ],
    "1 Nora: We open.",
  ],
  [
    "Rev",
    {
      monologues: [
        {
          speaker: 0,
          elements: [{ value: "We", ts: 1, end_ts: 2 }, { value: " " }, { value: "open.", ts: 2, end_ts: 3 }],
        },
      ],
    },
    "1 Speaker 0: We open.",
  ],
  [
    "Fathom",
    { transcript: [{ speaker: { display_name: "Nora" }, text: "We open.", timestamp: "00:00:01" }] },
    "1 Nora: We open.",
  ],
  [
    "YouTube",
    {
      events: [
        { tStartMs: 0, dDurationMs: 9 },
        { tStartMs: 1000, dDurationMs: 2000, segs: [{ utf8: "We" }, { utf8: " open." }] },
      ],
    },
    "1 ?: We open.",
  ],
])("JSON of %s", async (_what, value, expected) => {
  expect(await read(utf8(JSON.stringify(value)))).toEqual([expected]);
});

test("JSON as Python writes it, and a value a line", async () => {
  expect(await read(utf8('{"segments":[{"start":1,"end":3,"text":"We open.","avg_logprob":NaN}]}'))).toEqual([
    "1 ?: We open.",
  ]);
  const lines = [1, 5].map((start) =>
    JSON.stringify({ start, end: start + 2, text: "We open.", speaker: start === 1 ? "Nora" : "Tom" }),
  );
  expect(await read(utf8(lines.join("\n")))).toEqual(["1 Nora: We open.", "5 Tom: We open."]);
});

test("TTML in ticks and in pictures", async () => {
  const body = (p: string, head = "") => utf8(`<tt ${head}><body><div>${p}</div></body></tt>`);
  expect(await read(body('<p begin="10000000t" end="30000000t">We open.</p>', 'ttp:tickRate="10000000"'))).toEqual([
    "1 ?: We open.",
  ]);
  expect(await read(body('<p begin="00:00:01:15" end="00:00:03:00">We open.</p>', 'ttp:frameRate="30"'))).toEqual([
    "1.5 ?: We open.",
  ]);
});

test.each<[string, Uint8Array]>([
  ["minutes without times", utf8("Minutes\n\nNora Puig: We open the hall.\nTom Ward: Fine.\n")],
  ["one time in prose", utf8("We met at the hall, 10:30\nand went home again.\n")],
  ["times that go back", utf8("Nora Puig  5:00\nWe open.\nTom Ward  1:00\nGood.\n")],
  ["a page of the web", utf8("<html><body><p>We open.</p></body></html>")],
  ["JSON of something else", utf8('{"name":"acta","version":1}')],
  ["a Word file without times", docx(["Minutes", "Nora Puig: We open the hall."])],
  ["a ZIP of something else", zipSync({ "a.txt": strToU8("We open.") })],
  ["a Word file that broke off", docx(["Nora Puig   0:01", "We open.", "Tom   0:05", "Good."]).subarray(0, 200)],
])("a text without times is refused: %s", async (_what, file) => {
  expect(await read(file)).toBe("not-a-transcript");
});

test("a small ZIP that swells to more than a transcript may be is refused", async () => {
  const bomb = zipSync({ "word/document.xml": new Uint8Array(40_000_000) }, { level: 9 });
  expect(await openDocument(bomb)).toHaveLength(0);
});
