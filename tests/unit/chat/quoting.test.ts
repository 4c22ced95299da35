// oxlint-disable vitest/no-conditional-expect -- tables and properties say which case is which
import fc from "fast-check";
import { expect, test } from "vitest";
import { answerSuggestion } from "#app/domain/chat/answer-suggestion.ts";
import { answerWithoutModel, type Reply, type WithoutModel } from "#app/domain/chat/answer-without-model.ts";
import { choosePassages, spread } from "#app/domain/chat/choose-passages.ts";
import { type Answer, emptyAnswer, isRepeatable, presentAnswer } from "#app/domain/chat/exchange.ts";
import { noticeTexts } from "#app/domain/chat/notices.ts";
import { guessLanguage } from "#app/domain/chat/read-question.ts";
import { withPresentSpeakers } from "#app/domain/chat/speakers-of-lines.ts";
import { MEETING_LANGUAGES, type MeetingLanguage } from "#app/domain/languages.ts";
import type { Summary } from "#app/domain/summary/summary.ts";
import { BASIC_SYSTEM } from "#app/domain/template/template.ts";
import type { Segment } from "#app/domain/transcript/segment.ts";
import { runAtOnce } from "#app/domain/turns.ts";
import { findSaid } from "#tests/support/find-said.ts";

const suggested = (...asked: Parameters<typeof answerSuggestion>) => runAtOnce(answerSuggestion(...asked));

type Talk = readonly (readonly [string | null, string])[];
const segmentsOf = (talk: Talk): Segment[] =>
  talk.map(([speaker, text], index) => ({
    id: `w0-${index}`,
    startMs: index * 9000,
    endMs: index * 9000 + 8000,
    text,
    speaker,
  }));

const TALKS: Record<MeetingLanguage, Talk> = {
  en: [
    ["Laia", "Today we look at the booking page and at the budget of the pilot."],
    ["Jonas", "We decided to launch the booking page on the third of March."],
    ["Laia", "It is still open who signs the contract."],
    ["Jonas", "I will send the invoice to the clinic by Friday."],
    ["Laia", "The next meeting is on Thursday at ten."],
  ],
  es: [
    ["Laia", "Hoy vemos la página de reservas y el presupuesto del piloto."],
    ["Jonas", "Hemos decidido lanzar la página de reservas el tres de marzo."],
    ["Laia", "Queda pendiente quién firma el contrato."],
    ["Jonas", "Yo enviaré la factura a la clínica antes del viernes."],
    ["Laia", "La próxima reunión es el jueves a las diez."],
  ],
  fr: [
    ["Laia", "Aujourd’hui nous regardons la page de réservation et le budget du pilote."],
    ["Jonas", "On a décidé de lancer la page de réservation le trois mars."],
    ["Laia", "Il reste à décider qui signe le contrat."],
    ["Jonas", "Je vais envoyer la facture à la clinique avant vendredi."],
    ["Laia", "La prochaine réunion est jeudi à dix heures."],
  ],
  ca: [
    ["Laia", "Avui mirem la pàgina de reserves i el pressupost del pilot."],
    ["Jonas", "Hem decidit llançar la pàgina de reserves el tres de març."],
    ["Laia", "Queda pendent qui signa el contracte."],
    ["Jonas", "Jo enviaré la factura a la clínica abans de divendres."],
    ["Laia", "La propera reunió és dijous a les deu."],
  ],
};

function reply(language: MeetingLanguage, question: string, more: Partial<WithoutModel> = {}) {
  const segments = segmentsOf(TALKS[language]);
  return runAtOnce(
    answerWithoutModel({
      question,
      suggestion: null,
      before: null,
      segments,
      summary: null,
      language,
      locale: language,
      find: findSaid(segments, language),
      ...more,
    }),
  );
}

const idsOf = ({ lines }: Reply) => lines.map(({ segmentIds }) => segmentIds[0]);

test.each([
  ["en", "When will the booking page be launched?", "w0-1"],
  ["en", "Who signs the contract?", "w0-2"],
  ["es", "¿Cuándo se lanza la página de reservas?", "w0-1"],
  ["es", "¿Quién envía la factura?", "w0-3"],
  ["fr", "Quand lance-t-on la page de réservation ?", "w0-1"],
  ["fr", "Qui signe le contrat ?", "w0-2"],
  ["ca", "Quan es llança la pàgina de reserves?", "w0-1"],
  ["ca", "Qui envia la factura a la clínica?", "w0-3"],
] as const)("%s: %s is answered by what was said of it", (language, question, id) => {
  const answer = reply(language, question);
  expect([answer.notice, idsOf(answer)]).toEqual([null, expect.arrayContaining([id])]);
});

test.each([
  ["en", "What did they say about elephants and submarines?", "I found no line about it. The nearest ones:"],
  ["en", "What is the price of the pilot in Portugal?", "I found no line about it. The nearest ones:"],
  ["es", "¿Hablaron de las vacaciones en Portugal?", "No he encontrado ninguna línea sobre esto. Las más cercanas:"],
  ["fr", "Ont-ils parlé des vacances au Portugal ?", "Je n’ai trouvé aucune ligne à ce sujet. Les plus proches :"],
  ["ca", "Van parlar de les vacances a Portugal?", "No he trobat cap línia que en parli. Les més properes:"],
] as const)(
  "%s: %s finds no line, and gets the three nearest ones and words to search for",
  (language, question, text) => {
    const { lines, notice, search } = reply(language, question);
    expect([notice && noticeTexts(notice, true), lines.length]).toEqual([[text], 3]);
    expect(search.length).toBeGreaterThan(0);
  },
);

test("the nearest lines are those that share a word, and the search offers the words that were said first", () => {
  const answer = reply("en", "What is the price of the pilot in Portugal?");
  expect([idsOf(answer)[0], answer.search]).toEqual([
    "w0-0",
    [
      { word: "pilot", query: "pilot" },
      { word: "price", query: "price" },
      { word: "portugal", query: "portugal" },
    ],
  ]);
});

test.each([
  ["en", "What did they decide?", ["w0-1"]],
  ["en", "Which tasks are there?", ["w0-3"]],
  ["en", "Who will do what?", ["w0-3"]],
  ["en", "What is still open?", ["w0-2"]],
  ["en", "When do they meet again?", ["w0-4"]],
  ["en", "By when?", ["w0-1", "w0-3", "w0-4"]],
  ["es", "¿Qué se decidió?", ["w0-1"]],
  ["es", "¿Qué tareas hay?", ["w0-3"]],
  ["es", "¿Qué queda pendiente?", ["w0-2"]],
  ["es", "¿Cuándo se vuelven a ver?", ["w0-4"]],
  ["fr", "Qu’est-ce qu’on a décidé ?", ["w0-1"]],
  ["fr", "Quelles sont les tâches ?", ["w0-3"]],
  ["fr", "Quand est la prochaine réunion ?", ["w0-4"]],
  ["ca", "Què es va decidir?", ["w0-1"]],
  ["ca", "Quines tasques hi ha?", ["w0-3"]],
  ["ca", "Quan es tornen a reunir?", ["w0-4"]],
] as const)("%s: %s is answered by its form alone", (language, question, ids) => {
  const answer = reply(language, question);
  expect([answer.notice, idsOf(answer)]).toEqual([null, ids]);
});

test.each([
  ["Who took part?", "en"],
  ["¿Quién participó?", "en"],
  ["Qui a participé ?", "en"],
  ["Qui va participar?", "en"],
] as const)("%s lists the speakers", (question, language) => {
  expect(reply(language, question)).toMatchObject({ by: "labels", lines: [{ text: "Laia" }, { text: "Jonas" }] });
});

test.each([
  ["en", "¿Cuánto es el presupuesto?", "w0-0"],
  ["en", "Qui signe le contrat ?", "w0-2"],
  ["en", "Quan envia la factura?", "w0-3"],
  ["es", "Who signs the contract?", "w0-2"],
  ["fr", "Who sends the invoice?", "w0-3"],
  ["ca", "What is the budget?", "w0-0"],
] as const)("a meeting in %s: %s finds the line by the dictionary", (language, question, id) => {
  expect(idsOf(reply(language, question))).toContain(id);
});

test("a question in another language names the words that it could not translate", () => {
  const { notice } = reply("en", "¿Quién riega las macetas de Portugal?");
  expect(notice && noticeTexts(notice, true)).toEqual([
    "La reunión es en inglés y no he podido traducir: riega, macetas.",
    "No he encontrado ninguna línea sobre esto. Las más cercanas:",
  ]);
});

const MINUTES: Summary = {
  language: "en",
  template: BASIC_SYSTEM,
  fields: [
    {
      key: "tasks",
      title: null,
      content: {
        type: "tasks",
        items: [
          {
            text: "Send the invoice to the clinic",
            description: null,
            assigned: "Jonas",
            deadline: "by Friday",
            segmentIds: ["w0-3"],
          },
          { text: "Water the plants", description: null, assigned: null, deadline: null, segmentIds: [], byHand: true },
        ],
      },
    },
    {
      key: "bullets",
      title: null,
      content: { type: "bullets", items: [{ text: "The booking page is launched in March", segmentIds: ["w0-1"] }] },
    },
  ],
  engine: { port: "openai", model: "m" },
  writtenAt: 0,
  droppedItems: 0,
};

const TASK = { owner: "Jonas", deadline: "by Friday", isFromMinutes: true, segmentIds: ["w0-3"], group: "promised" };

test.each([
  ["Who sends the invoice?", [TASK]],
  ["By when is the invoice sent?", [TASK]],
  ["What does Jonas have to do?", [TASK]],
  ["What was decided?", [{ text: "The booking page is launched in March", group: "decided" }]],
])("%s is answered from the minutes, with owner and deadline", (question, lines) => {
  expect(reply("en", question, { summary: MINUTES }).lines.slice(0, 1)).toMatchObject(lines);
});

test("a question that only follows up asks about the words of the one before", () => {
  const answer = reply("en", "And when?", { before: "What about the invoice?" });
  expect(idsOf(answer)).toContain("w0-3");
});

test.each(MEETING_LANGUAGES)("%s: the four suggested questions are answered with quotations", (language) => {
  const segments = segmentsOf(TALKS[language]);
  const texts = new Set(segments.map(({ text }) => text));
  expect(suggested("conclusions", segments, language).map(({ group, segmentIds }) => [group, ...segmentIds])).toEqual([
    ["decided", "w0-1"],
    ["open", "w0-2"],
    ["promised", "w0-3"],
  ]);
  expect(suggested("next-meetings", segments, language).map(({ segmentIds }) => segmentIds)).toEqual([["w0-4"]]);
  expect(suggested("participants", segments, language)).toEqual([
    { text: "Laia", spokenMs: 24_000, segmentIds: ["w0-0"] },
    { text: "Jonas", spokenMs: 16_000, segmentIds: ["w0-1"] },
  ]);
  const analysis = suggested("analysis", segments, language);
  expect(analysis.length).toBeGreaterThan(0);
  expect(analysis.filter(({ text }) => !texts.has(text))).toEqual([]);
});

test.each(MEETING_LANGUAGES)("%s: a meeting that ends without another says nothing of one", (language) => {
  expect(suggested("next-meetings", segmentsOf(TALKS[language].slice(0, 4)), language)).toEqual([]);
  expect(suggested("participants", segmentsOf(TALKS[language].map(([, text]) => [null, text])), language)).toEqual([]);
});

test.each([
  ["What did they say about the price?", "en"],
  ["¿Qué dijeron del precio?", "es"],
  ["Qu’est-ce qu’ils ont dit du prix ?", "fr"],
  ["Què van dir del preu?", "ca"],
  ["Pricing", "fr"],
  ["Who sends the invoice?", "en"],
  ["By when?", "en"],
  ["¿Cuándo se envía?", "es"],
  ["Quién lo envía", "es"],
  ["Qui s’occupe du budget ?", "fr"],
  ["Combien ça coûte ?", "fr"],
  ["Qui s’encarrega del pressupost?", "ca"],
  ["Quantes bateries calen?", "ca"],
  ["Quan és la propera reunió?", "ca"],
] as const)("%s is asked in %s", (question, language) => {
  expect(guessLanguage(question, "fr")).toBe(language);
});

test("a transcript that fits is read whole; of a longer one the found segments come first, with their neighbours", () => {
  const tokens = Array.from({ length: 100 }, () => 10);
  expect(choosePassages({ tokens, hits: [], tokensMax: 1000 })).toMatchObject({ isWhole: true });
  const { positions, isWhole } = choosePassages({ tokens, hits: [50, 10], tokensMax: 100 });
  expect([isWhole, positions]).toEqual([false, [8, 9, 10, 11, 12, 48, 49, 50, 51, 52]]);
});

test("passages never weigh more than there is room, are in order, and hold the best hit that fits", () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 1, max: 50 }), { minLength: 1, maxLength: 200 }),
      fc.array(fc.nat(250), { maxLength: 20 }),
      fc.integer({ min: 0, max: 2000 }),
      (tokens, hits, tokensMax) => {
        const { positions } = choosePassages({ tokens, hits, tokensMax });
        expect(positions.reduce((sum, position) => sum + (tokens[position] ?? 0), 0)).toBeLessThanOrEqual(tokensMax);
        expect(positions).toEqual([...new Set(positions)].toSorted((a, b) => a - b));
        const [best = -1] = hits;
        if ((tokens[best] ?? Number.POSITIVE_INFINITY) <= tokensMax) expect(positions).toContain(best);
      },
    ),
  );
});

test("a spread begins everywhere at once and leaves nothing out", () => {
  expect([...spread(8)].slice(0, 4)).toEqual([0, 4, 2, 6]);
  fc.assert(
    fc.property(fc.nat(300), (length) => {
      expect([...spread(length)].toSorted((a, b) => a - b)).toEqual(Array.from({ length }, (_, index) => index));
    }),
  );
});

const QUOTED: Answer = {
  ...emptyAnswer("quotes"),
  lines: [{ text: "I will send it.", segmentIds: ["a"], speaker: "Speaker 1" }],
};
const COUNTED: Answer = {
  ...emptyAnswer("labels"),
  lines: [
    { text: "Speaker 1", spokenMs: 4000, segmentIds: ["a"] },
    { text: "Speaker 2", spokenMs: 3000, segmentIds: ["b"] },
  ],
};

test("an old answer has the names that its speakers were given since; two labels of one person are one line", () => {
  const named = (a: string | null, b: string | null): Segment[] =>
    [a, b].map((speaker, index) => ({
      id: "ab".charAt(index),
      startMs: 0,
      endMs: 1,
      text: "I will send it.",
      speaker,
    }));
  expect(withPresentSpeakers(QUOTED, named("Laia", null)).lines).toMatchObject([{ speaker: "Laia" }]);
  expect(withPresentSpeakers(COUNTED, named("Laia", "Jonas")).lines).toMatchObject([
    { text: "Laia", spokenMs: 4000 },
    { text: "Jonas", spokenMs: 3000 },
  ]);
  expect(withPresentSpeakers(COUNTED, named("Laia", "Laia")).lines).toMatchObject([{ text: "Laia", spokenMs: 7000 }]);
  expect(withPresentSpeakers(QUOTED, [])).toEqual(QUOTED);
});

test("an answer that an earlier version stored as not discussed has found no line", () => {
  const { notice: _notice, search: _search, ...rest } = emptyAnswer("quotes");
  expect(presentAnswer({ ...rest, notDiscussed: "Not discussed in this meeting." }, "fr")).toEqual({
    ...emptyAnswer("quotes"),
    notice: { kind: "no-line", language: "fr", untranslated: null },
  });
  expect(presentAnswer({ ...rest, notDiscussed: null }, "fr")).toEqual(emptyAnswer("quotes"));
});

test("only what is missing or less than it could be is asked again", () => {
  const answer = emptyAnswer("quotes");
  expect(
    (["answering", "answered", "stopped", "interrupted", "failed"] as const).map((state) =>
      isRepeatable({ state, answer: answer }),
    ),
  ).toEqual([false, false, true, true, true]);
  expect(isRepeatable({ state: "answered", answer: { ...answer, trouble: "model-down" } })).toBe(true);
});
