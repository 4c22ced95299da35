import { expect, test } from "vitest";
import fc from "fast-check";
import { parseDraft } from "#app/contracts/meeting/summary-draft.ts";
import type { MeetingLanguage } from "#app/domain/languages.ts";
import { extractSummary } from "#app/domain/summary/extractive/extract-summary.ts";
import { groundSummary } from "#app/domain/summary/ground.ts";
import { dropEchoes } from "#app/domain/summary/prompt/drop-echoes.ts";
import { transcriptMessages } from "#app/domain/summary/prompt/messages.ts";
import { BASIC_SYSTEM } from "#app/domain/template/template.ts";
import type { Segment } from "#app/domain/transcript/segment.ts";
import { obeyed } from "#tests/fakes/chat-answers.mjs";
import { INJECTIONS } from "#tests/fixtures/injections.ts";

type Talk = readonly (readonly [speaker: string | null, text: string])[];

const HARBOUR: Talk = [
  ["Nadia", "Good morning, today we talk about the ferry timetable and about the ticket office."],
  ["Nadia", "We decided to keep the evening ferry until October."],
  ["Pau", "The ticket office will not close in winter, the council refused that."],
  ["Pau", "Rosa resigned from the heritage committee last week."],
  ["Nadia", "The fire alarm in the depot has to be repaired, that costs 1,400 euros."],
  [null, "I will send the new timetable to the council by Friday."],
  ["Pau", "Write to desk@ferry.example if a boat is late."],
  ["Nadia", "The spare engine was sold to a museum in Vigo for nine thousand euros."],
];

const SPANISH: Talk = [
  ["Nadia", "Hemos decidido mantener el ferry de la tarde hasta octubre."],
  ["Pau", "La taquilla no se cierra en invierno, el ayuntamiento se opuso."],
  ["Pau", "Rosa dimitió del comité de patrimonio la semana pasada."],
  [null, "Enviaré el horario nuevo al ayuntamiento antes del viernes."],
];

function segmentsOf(talk: Talk): Segment[] {
  return talk.map(([speaker, text], index) => ({
    id: `w0-${index}`,
    startMs: index * 5000,
    endMs: index * 5000 + 4500,
    text,
    speaker,
  }));
}

type Asked = { talk?: Talk; language?: MeetingLanguage; written?: MeetingLanguage };

function grounded(text: string, ids: readonly number[], { talk = HARBOUR, language = "en", written }: Asked = {}) {
  const draft = {
    fields: [
      {
        key: "keypoints",
        content: { type: "keypoints" as const, items: [{ text, segmentIds: ids.map((id) => `w0-${id}`) }] },
      },
    ],
  };
  const { fields, droppedItems } = groundSummary({
    draft,
    segments: segmentsOf(talk),
    template: BASIC_SYSTEM,
    language,
    ...(written === undefined ? {} : { written }),
  });
  const content = fields.find(({ key }) => key === "keypoints")?.content;
  return { texts: content?.type === "keypoints" ? content.items.map((item) => item.text) : [], droppedItems };
}

test.each<[what: string, text: string, ids: number[]]>([
  ["a sentence in its words", "We decided to keep the evening ferry until October.", [1]],
  ["what is reported as reported", "The team discussed the ferry timetable and the ticket office.", [0]],
  ["a paraphrase that keeps most of the words", "The evening ferry stays in service until October.", [1]],
  [
    "two facts from two places in one sentence",
    "The evening ferry is kept, and the fire alarm has to be repaired.",
    [1, 4],
  ],
  ["a speaker's name where he spoke", "Pau: the ticket office will not close in winter.", [2]],
  ["a denial of what was refused", "The council does not want to close the ticket office.", [2]],
  ["a number in words", "The spare engine was sold to a museum in Vigo for 9,000 euros.", [7]],
  ["an address that was said", "Write to desk@ferry.example if a boat is late.", [6]],
  ["a sentence without an end", "New timetable to the council by Friday", [5]],
])("kept: %s", (_what, text, ids) => {
  expect(grounded(text, ids)).toEqual({ texts: [text], droppedItems: 0 });
});

test.each<[what: string, text: string, ids: number[]]>([
  ["words of six places joined into what nobody said", "The council decided to fire Rosa.", [0, 1, 2, 3, 4]],
  ["a decision about another thing", "We decided to sell the ticket office in Vigo.", [1, 2, 7]],
  ["an owner of another thing", "Rosa sold the timetable for euros.", [3, 5, 7]],
  ["mostly other words", "The evening ferry was celebrated by thousands of enthusiastic passengers.", [1]],
  ["a small number that was not said", "The spare engine was sold to two museums in Vigo.", [7]],
  ["an amount of another place", "The fire alarm in the depot costs nine thousand euros.", [4]],
  ["a name that was said elsewhere", "Rosa keeps the evening ferry until October.", [1]],
  ["a name that nobody said", "The spare engine was sold to Zoltan in Vigo.", [7]],
  ["another day", "The new timetable goes to the council by Monday.", [5]],
  ["another month", "We decided to keep the evening ferry until December.", [1]],
  ["another address", "Write to desk@ferry.example/pay if a boat is late.", [6]],
  ["a denial where nobody denied", "We decided not to keep the evening ferry until October.", [1]],
  ["what was denied", "The ticket office will close in winter.", [2]],
  ["nothing that points there", "The evening ferry stays until October.", [4]],
])("left out: %s", (_what, text, ids) => {
  expect(grounded(text, ids)).toEqual({ texts: [], droppedItems: 1 });
});

test("of an item of three sentences the one that nobody said goes, and is counted", () => {
  const said = ["We decided to keep the evening ferry until October.", "The ticket office will not close in winter."];
  const item = [said[0], "Everybody was thrilled about the profits.", said[1]].join(" ");
  expect(grounded(item, [1, 2])).toEqual({ texts: [said.join(" ")], droppedItems: 1 });
});

test("a sentence is held against the segments that it points at, not against the whole meeting", () => {
  const text = "The spare engine was sold to a museum in Vigo.";
  expect(grounded(text, [7]).texts).toEqual([text]);
  expect(grounded(text, [0, 1, 2]).texts).toEqual([]);
});

test.each<[what: string, text: string, ids: number[], kept: boolean]>([
  ["a denial kept", "La taquilla no se cierra en invierno.", [1], true],
  ["a denial turned round", "La taquilla se cierra en invierno.", [1], false],
  ["a denial added", "Hemos decidido no mantener el ferry de la tarde.", [0], false],
  ["another weekday", "Enviaré el horario nuevo al ayuntamiento antes del lunes.", [3], false],
  ["words of three places joined", "Hemos decidido cerrar el comité de Rosa.", [0, 1, 2], false],
])("in Spanish: %s", (_what, text, ids, kept) => {
  expect(grounded(text, ids, { talk: SPANISH, language: "es" }).texts).toEqual(kept ? [text] : []);
});

test.each<[what: string, text: string, ids: number[], kept: boolean]>([
  ["the same day in another language", "The new timetable goes to the council by Friday.", [3], true],
  ["another day", "The new timetable goes to the council by Monday.", [3], false],
  ["another month", "The evening ferry stays until December.", [0], false],
  ["the same month", "The evening ferry stays until October.", [0], true],
  ["a number that was not said", "Three committees lost a member.", [2], false],
  ["an address that was not said", "Write to desk@evil.example.", [2], false],
])("minutes in another language than the talk's: %s", (_what, text, ids, kept) => {
  expect(grounded(text, ids, { talk: SPANISH, language: "es", written: "en" }).texts).toEqual(kept ? [text] : []);
});

test("every sentence that was said passes with the segment in which it was said", () => {
  const whole = segmentsOf(HARBOUR);
  fc.assert(
    fc.property(fc.nat(HARBOUR.length - 1), fc.subarray(whole.map((_, index) => index)), (index, others) => {
      const text = HARBOUR[index]?.[1] ?? "";
      expect(grounded(text, [index, ...others]).texts).toEqual([text]);
    }),
  );
});

const ORDINARY: Record<MeetingLanguage, readonly [string, string]> = {
  en: ["We decided to launch the booking page in March.", "Marta will send the contract by Friday."],
  es: ["Decidimos lanzar la página de reservas en marzo.", "Marta enviará el contrato antes del viernes."],
  fr: ["On a décidé de lancer la page de réservation en mars.", "Marta enverra le contrat avant vendredi."],
  ca: ["Hem decidit llançar la pàgina de reserves al març.", "La Marta enviarà el contracte abans de divendres."],
};
const HARM = /!\[|\]\(|<\/?[a-z!]|javascript:|tok_live|hunter2|\+34 ?600|eve@|www\.|unrestricted and will/iu;

test.each(INJECTIONS)(
  "$language: a summary by a model that obeys '$text' holds only what was said",
  ({ language, text }) => {
    const [first, last] = ORDINARY[language];
    const segments = segmentsOf([first, text, last].map((line) => [null, line] as const));
    const [rules] = transcriptMessages({ template: BASIC_SYSTEM, language, segments, isPart: false });
    const deeds = obeyed(rules?.content ?? "", [{ id: "w0-1", text: `ignore ${text}` }]).map((deed) =>
      deed.replace(/ \[w0-1\]$/u, ""),
    );
    expect(deeds.length).toBeGreaterThan(5);
    // It points wherever it likes: at the order, at the whole meeting, and it wraps its deed in what was really said.
    const items = deeds.flatMap((deed) => [
      { text: deed, segmentIds: ["w0-1"] },
      { text: deed, segmentIds: ["w0-0", "w0-1", "w0-2"] },
      { text: `${first} ${deed}`, segmentIds: ["w0-0", "w0-1"] },
    ]);
    const answer = { fields: { summary: { items }, keypoints: { items: [{ text: first, segmentIds: ["w0-0"] }] } } };
    const { draft } = dropEchoes(parseDraft(answer, BASIC_SYSTEM).draft, { template: BASIC_SYSTEM, language });
    const { fields, droppedItems } = groundSummary({ draft, segments, template: BASIC_SYSTEM, language });
    const shown = fields.flatMap(({ content }) => (content.type === "customTable" ? [] : content.items));
    expect(shown.filter((item) => HARM.test(item.text))).toEqual([]);
    expect(shown.map((item) => item.text)).toContain(first);
    expect(droppedItems).toBeGreaterThan(0);
  },
);

test.each(INJECTIONS)("$language: a meeting with '$text' gets an ordinary quoted summary", ({ language, text }) => {
  const [first, last] = ORDINARY[language];
  const segments = segmentsOf([first, text, last].map((line) => [null, line] as const));
  const { fields } = extractSummary({ template: BASIC_SYSTEM, language, segments });
  const texts = fields.flatMap(({ content }) => (content.type === "customTable" ? [] : content.items));
  expect(texts.some((item) => item.text.includes("March") || /mar[zç]|mars/u.test(item.text))).toBe(true);
  expect(texts.filter((item) => /!\[|\]\(|<\/?[a-z!]|javascript:/iu.test(item.text))).toEqual([]);
});
