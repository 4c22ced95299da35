// oxlint-disable vitest/no-conditional-expect -- tables and properties say which case is which
import fc from "fast-check";
import { expect, test } from "vitest";
import { answerSuggestion } from "#app/domain/chat/answer-suggestion.ts";
import { choosePassages, spread } from "#app/domain/chat/choose-passages.ts";
import { isRepeatable } from "#app/domain/chat/exchange.ts";
import { guessLanguage } from "#app/domain/chat/guess-language.ts";
import { questionStems } from "#app/domain/chat/question-stems.ts";
import { quoteAnswer } from "#app/domain/chat/quote-answer.ts";
import { MEETING_LANGUAGES, type MeetingLanguage } from "#app/domain/languages.ts";
import { contentStems } from "#app/domain/summary/words/content-words.ts";
import type { Segment } from "#app/domain/transcript/segment.ts";
import { runAtOnce } from "#app/domain/turns.ts";

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

function quote(language: MeetingLanguage, question: string) {
  const segments = segmentsOf(TALKS[language]);
  const stems = questionStems(question, language);
  const of = new Map(
    stems.map((stem) => [stem, segments.filter(({ text }) => contentStems(text, language).includes(stem)).length]),
  );
  const lines = runAtOnce(quoteAnswer({ segments, stems, frequencies: { segments: segments.length, of }, language }));
  return lines.map(({ segmentIds }) => segmentIds[0]);
}

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
  expect(quote(language, question)).toContain(id);
});

test.each([
  ["en", "What did they say about elephants and submarines?"],
  ["en", "What is the price of the pilot in Portugal?"],
  ["en", "What was this meeting about?"],
  ["es", "¿Hablaron de las vacaciones en Portugal?"],
  ["fr", "Ont-ils parlé des vacances au Portugal ?"],
  ["ca", "Van parlar de les vacances a Portugal?"],
] as const)("%s: %s finds nothing", (language, question) => {
  expect(quote(language, question)).toEqual([]);
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

test("only what is missing or less than it could be is asked again", () => {
  const answer = { by: "quotes", lines: [], leftOut: 0, notDiscussed: null, trouble: null } as const;
  expect(
    (["answering", "answered", "stopped", "interrupted", "failed"] as const).map((state) =>
      isRepeatable({ state, answer: { ...answer, lines: [] } }),
    ),
  ).toEqual([false, false, true, true, true]);
  expect(isRepeatable({ state: "answered", answer: { ...answer, lines: [], trouble: "model-down" } })).toBe(true);
});
