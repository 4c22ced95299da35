// oxlint-disable vitest/no-conditional-expect -- tables and properties say which case is which
import fc from "fast-check";
import { expect, test } from "vitest";
import { choosePassages, spread } from "#app/domain/chat/choose-passages.ts";
import { type Answer, emptyAnswer, isRepeatable, presentAnswer } from "#app/domain/chat/exchange.ts";
import { noticeText } from "#app/domain/chat/notices.ts";
import { quotePassages, type Reply, type WithoutModel } from "#app/domain/chat/quote-passages.ts";
import { withPresentSpeakers } from "#app/domain/chat/speakers-of-lines.ts";
import { TEXT_LANGUAGES, type TextLanguage } from "#app/domain/languages.ts";
import type { Segment } from "#app/domain/transcript/segment.ts";
import { runAtOnce } from "#app/domain/turns.ts";
import { findSaid } from "#tests/support/find-said.ts";

type Talk = readonly (readonly [string | null, string])[];
const segmentsOf = (talk: Talk): Segment[] =>
  talk.map(([speaker, text], index) => ({
    id: `w0-${index}`,
    startMs: index * 9000,
    endMs: index * 9000 + 8000,
    text,
    speaker,
  }));

const TALKS: Record<TextLanguage, Talk> = {
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

function reply(language: TextLanguage, question: string, more: Partial<WithoutModel> = {}) {
  const segments = segmentsOf(TALKS[language]);
  return runAtOnce(
    quotePassages({
      question,
      suggestion: null,
      before: null,
      segments,
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
] as const)("%s: %s quotes what was said of it, and says that an answer needs a model", (language, question, id) => {
  const answer = reply(language, question);
  expect(answer).toMatchObject({ by: "quotes", notice: { kind: "needs-model", language } });
  expect(idsOf(answer)).toContain(id);
});

test.each([
  ["en", "An answer in words needs a language model."],
  ["es", "hace falta un modelo de lenguaje"],
  ["fr", "demande un modèle de langage"],
  ["ca", "cal un model de llenguatge"],
] as const)("%s: the notice is in the language of the page", (language, words) => {
  const { notice } = reply("en", "Who signs the contract?", { locale: language });
  expect(notice && noticeText(notice, true)).toContain(words);
});

test("a question whose words nobody said finds no line, and offers its words to search for", () => {
  const answer = reply("en", "Were elephants and submarines mentioned?");
  expect(answer).toMatchObject({ lines: [], notice: { kind: "no-line", language: "en" } });
  expect(answer.search.map(({ word }) => word)).toEqual(expect.arrayContaining(["elephants", "submarines"]));
});

test("the search offers the words that were said first", () => {
  expect(reply("en", "What is the price of the pilot in Portugal?").search).toEqual([
    { word: "pilot", query: "pilot" },
    { word: "price", query: "price" },
    { word: "portugal", query: "portugal" },
  ]);
});

test("a question that only follows up asks about the words of the one before", () => {
  const answer = reply("en", "And when?", { before: "What about the invoice?" });
  expect(idsOf(answer)).toContain("w0-3");
});

test.each(TEXT_LANGUAGES)("%s: suggested questions quote passages by words of the meeting's language", (language) => {
  const ids = (suggestion: NonNullable<WithoutModel["suggestion"]>) => idsOf(reply(language, "?", { suggestion }));
  expect(ids("next-meetings")).toContain("w0-4");
  expect(ids("conclusions")).toContain("w0-1");
  expect(ids("analysis").length).toBeGreaterThan(0);
});

test("a meeting in which no such word was said has no line for a suggested question", () => {
  const segments = segmentsOf(TALKS.en.slice(0, 1));
  const answer = reply("en", "?", { suggestion: "next-meetings", segments, find: findSaid(segments, "en") });
  expect(answer).toMatchObject({ lines: [], notice: { kind: "no-line" } });
});

test("participants are counted, and nobody is guessed", () => {
  expect(reply("es", "¿Quién participó?", { suggestion: "participants" })).toMatchObject({
    by: "labels",
    lines: [
      { text: "Laia", spokenMs: 24_000, segmentIds: ["w0-0"] },
      { text: "Jonas", spokenMs: 16_000, segmentIds: ["w0-1"] },
    ],
    notice: null,
  });
  const segments = segmentsOf(TALKS.en.map(([, text]) => [null, text]));
  const unnamed = reply("en", "?", { suggestion: "participants", segments });
  expect(unnamed).toMatchObject({ lines: [], notice: { kind: "no-names", language: "en" } });
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

test("an answer that an earlier version stored is read without the notices of that version", () => {
  const { notice: _notice, search: _search, ...rest } = emptyAnswer("quotes");
  expect(presentAnswer({ ...rest, notDiscussed: "Not discussed in this meeting." })).toEqual(emptyAnswer("quotes"));
  const untranslated = { meeting: "en", words: ["riega"] };
  const stored = { ...emptyAnswer("quotes"), notice: { kind: "untranslated", language: "es" as const, untranslated } };
  expect(presentAnswer(stored)).toEqual(emptyAnswer("quotes"));
  const noLine = { ...emptyAnswer("quotes"), notice: { kind: "no-line", language: "es" as const, untranslated: null } };
  expect(presentAnswer(noLine).notice).toEqual({ kind: "no-line", language: "es" });
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
