import * as fc from "fast-check";
import { expect, test } from "vitest";
import { invitePayload } from "#app/contracts/recording/invite.ts";
import { speakerNames, summaryEdit } from "#app/contracts/meeting/meeting-changes.ts";
import { meetingForm } from "#app/contracts/meeting/meeting-form.ts";
import { meetingPayload as uploadPayload } from "#app/contracts/recording/upload.ts";
import { cleanName } from "#app/domain/clean-name.ts";
import { meetingPayload } from "#tests/support/meeting-payload.ts";

const INVISIBLE: [name: string, text: string][] = [
  ["nothing", ""],
  ["spaces of all widths", " \t\u00a0\u2003\u3000\u205f"],
  ["zero-width spaces, joiners and word joiners", "\u200b\u200c\u200d\u2060"],
  ["direction marks", "\u200e\u200f\u061c"],
  ["embeddings and overrides", "\u202a\u202b\u202d\u202e\u202c"],
  ["isolates", "\u2066\u2067\u2068\u2069"],
  ["a byte order mark", "\ufeff"],
  ["soft hyphens", "\u00ad\u00ad"],
  ["Hangul fillers", "\u115f\u1160\u3164\uffa0"],
  ["blank Braille", "\u2800\u2800"],
  ["tag characters", "\u{e0041}\u{e0042}\u{e007f}"],
  ["variation selectors alone", "\ufe0f\ufe00\u{e0100}"],
  ["Mongolian selectors and the vowel separator", "\u180b\u180e"],
  ["Khmer inherent vowels", "\u17b4\u17b5"],
  ["a combining grapheme joiner", "\u034f"],
  ["combining marks that stand on nothing", "\u0301\u0308"],
  ["interlinear marks", "\ufff9\ufffa\ufffb"],
  ["musical format characters", "\u{1d173}\u{1d17a}"],
  ["control characters and broken halves", "\u0000\u0085\ud800"],
  ["line and paragraph separators", "\u2028\u2029"],
  ["all of them mixed with spaces", " \u200b \u2066 \u2800 \u3164 \u{e0020} "],
];

test.each(INVISIBLE)("a title of %s is empty", (_name, text) => {
  expect(cleanName(text)).toBe("");
});

test.each(INVISIBLE.filter(([, text]) => !/[\u0301\ufe0f]/u.test(text)))(
  "a title with %s around it is the title",
  (_name, text) => {
    expect(cleanName(`${text}Budget${text}`)).toBe("Budget");
  },
);

test.each([
  ["a direction override", "invoice\u202egpj.exe", "invoicegpj.exe"],
  ["an isolate", "Plan \u2067B\u2069", "Plan B"],
  ["marks around Hebrew", "\u200fישיבת צוות\u200e", "ישיבת צוות"],
  ["a zero-width space within a word", "bud\u200bget", "budget"],
  ["a byte order mark at the beginning", "\ufeffBudget", "Budget"],
  ["lines and tabs", "  Budget\r\n\t2027  ", "Budget 2027"],
  ["joiners that join nothing", "\u200dBudget\u200c \u200d", "Budget"],
  ["a selector after a space", "Budget \ufe0f", "Budget"],
])("%s goes", (_what, text, clean) => {
  expect(cleanName(text)).toBe(clean);
});

test.each([
  ["a family", "👨‍👩‍👧‍👦 day"],
  ["an emoji with a skin tone and a profession", "👩🏽‍💻 review"],
  ["a heart with its selector", "We ❤️ minutes"],
  ["a keycap", "Sprint 1️⃣"],
  ["the rainbow flag", "🏳️‍🌈 lunch"],
  ["the flag of Scotland", "🏴󠁧󠁢󠁳󠁣󠁴󠁿 team"],
  ["a non-joiner within a Persian word", "می‌خواهم"],
  ["a non-joiner within a German compound", "Auf‌lage"],
  ["a joiner within a Sinhala word", "ක්‍රියා"],
  ["a variant of a Han character", "葛\u{e0100}城"],
  ["accents, written apart", "Re\u0301union"],
  ["signs and punctuation", "¿Q3? — 50 % … #1"],
  ["Braille", "⠓⠑⠇⠇⠕"],
])("%s stays", (_what, text) => {
  expect(cleanName(text)).toBe(text);
});

test("cleaned twice is cleaned once, and no direction mark is ever left", () => {
  const sign = fc.oneof(
    fc.constantFrom(
      ...Array.from(
        "\u200b\u200c\u200d\u200e\u202e\u2066\u2069\ufe0f\u00ad\u3164\u2800a❤👩\u{1f3f4}\u{e0067}\u{e007f}é ",
      ),
    ),
    fc.string({ unit: "binary", maxLength: 2 }),
  );
  fc.assert(
    fc.property(fc.array(sign, { maxLength: 30 }), (signs) => {
      const clean = cleanName(signs.join(""));
      expect(cleanName(clean)).toBe(clean);
      expect(clean).not.toMatch(/[\u061c\u200b\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff\u00ad\u3164]/u);
    }),
  );
});

const TYPED = "\u202eBudget \u200b2027\u2069";
const HIDDEN = "\u200b\u2066\u3164";
const SAVE_ID = "save-0001";
const renamed = (after: string) => ({ saveId: SAVE_ID, madeOn: 1, seen: 1, title: { before: "", after }, fields: [] });

test("every place where a meeting is named reads its title so", () => {
  const invite = { meetExtUrl: "https://meet.example/x", submissionId: "dialog-0001", timeZone: "UTC" };
  const places: [parse: (title: string) => { success: boolean }, read: (title: string) => unknown][] = [
    [
      (meetingName) => uploadPayload.safeParse(meetingPayload({ meetingName })),
      (meetingName) => uploadPayload.parse(meetingPayload({ meetingName })).meetingName,
    ],
    [
      (meetingName) => invitePayload.safeParse({ ...invite, meetingName, meetingDate: 1_795_000_000_000 }),
      (meetingName) => invitePayload.parse({ ...invite, meetingName, meetingDate: 1_795_000_000_000 }).meetingName,
    ],
    [
      (meetingName) => meetingForm.shape.meetingName.safeParse(meetingName),
      (meetingName) => meetingForm.shape.meetingName.parse(meetingName),
    ],
    [(after) => summaryEdit.safeParse(renamed(after)), (after) => summaryEdit.parse(renamed(after)).title?.after],
  ];
  for (const [parse, read] of places) {
    expect(parse(HIDDEN).success).toBe(false);
    expect(read(TYPED)).toBe("Budget 2027");
  }
  const names = [
    { label: "Speaker 1", before: null, name: TYPED },
    { label: "Speaker 2", before: null, name: HIDDEN },
  ];
  expect(speakerNames.parse({ saveId: SAVE_ID, names }).names.map(({ name }) => name)).toEqual(["Budget 2027", null]);
});
