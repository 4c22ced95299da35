import { expect, test } from "vitest";
import type { TextLanguage } from "#app/domain/languages.ts";
import { extractSummary } from "#app/domain/summary/extractive/extract-summary.ts";
import { BASIC_SYSTEM } from "#app/domain/template/template.ts";
import type { Segment } from "#app/domain/transcript/segment.ts";

/** Quotations under a topic: each can be understood alone, and none is about the course of the meeting. */

/** One speaker says each line; 20 s a line. */
const talk = (lines: readonly string[]): Segment[] =>
  lines.map((text, index) => ({
    id: `w0-${index}`,
    startMs: index * 20_000,
    endMs: index * 20_000 + 19_000,
    text,
    speaker: "Nora",
  }));

function quotations(lines: readonly string[], language: TextLanguage) {
  const { fields } = extractSummary({ template: BASIC_SYSTEM, language, segments: talk(lines) });
  return fields.flatMap(({ content }) =>
    content.type === "summary" || content.type === "keypoints"
      ? content.items.map(({ text, quoted }) => ({ text, part: JSON.stringify(quoted?.part) }))
      : [],
  );
}

const WORK: Record<TextLanguage, string> = {
  en: "The harbour needs a new lamp at the northern quay before the winter storms.",
  es: "El puerto necesita una farola nueva en el muelle norte antes de las tormentas.",
  fr: "Le port demande une lampe neuve sur le quai nord avant les tempêtes d'hiver.",
  ca: "El port necessita un fanal nou al moll nord abans de les tempestes.",
};
const FRAME: [TextLanguage, opening: string, closing: string][] = [
  ["en", "Good morning everybody.", "That is all for today."],
  ["es", "Buenos días a todos.", "Eso es todo por hoy."],
  ["fr", "Bonjour à toutes et à tous.", "C'est tout pour aujourd'hui."],
  ["ca", "Bon dia a tothom.", "Això és tot per avui."],
];

test.each(FRAME)("greetings and closings of a short recording are not quoted (%s)", (language, opening, closing) => {
  const texts = quotations([opening, WORK[language], closing], language).map(({ text }) => text);
  expect(texts).toEqual([WORK[language]]);
});

test.each<[TextLanguage, string]>([
  ["en", "Let's keep it option keep an option for the second colour."],
  ["es", "Dejamos una opción dejamos la opción para el segundo color."],
  ["fr", "On garde une option garde cette option pour la deuxième couleur."],
  ["ca", "Deixem una opció deixem la opció per al segon color."],
])("a sentence in which the speaker began again is not quoted (%s)", (language, repaired) => {
  const { fields } = extractSummary({ template: BASIC_SYSTEM, language, segments: talk([WORK[language], repaired]) });
  const texts = JSON.stringify(fields.filter(({ key }) => key !== "keywords"));
  expect(texts).toContain(WORK[language]);
  expect(texts).not.toContain(repaired);
});

test.each<[TextLanguage, string]>([
  ["en", "So that kind of decides your whole chip thing."],
  ["es", "Así que eso decide todo el asunto del chip."],
  ["fr", "Donc ça décide toute cette histoire de puce."],
  ["ca", "Així que això decideix tot el tema del xip."],
])("a sentence of a short recording that leans on nothing quoted is not quoted itself (%s)", (language, leaning) => {
  const textOf = (lines: string[]) => {
    const { fields } = extractSummary({ template: BASIC_SYSTEM, language, segments: talk(lines) });
    return JSON.stringify(fields.filter(({ key }) => key !== "keywords"));
  };
  expect(textOf([leaning, WORK[language]])).not.toContain(leaning);
  expect(textOf([WORK[language], leaning])).toContain(leaning);
});

/** Two subjects of ten minutes, whose words differ. */
const SUBJECTS = [
  ["harbour", "lamp", "quay", "ferry", "storm", "crane"],
  ["library", "shelf", "reader", "novel", "catalogue", "archive"],
] as const;
const LONG = SUBJECTS.flatMap((words) =>
  Array.from({ length: 30 }, (_, index) => {
    const [one, other, third] = [0, 1, 3].map((step) => words[(index + step) % words.length] ?? "");
    return `The ${one} and the ${other} need repair number ${index} because of the ${third}.`;
  }),
);

test("every topic of a long meeting has one to three quotations", () => {
  const counts = new Map<string | undefined, number>();
  for (const { part } of quotations(LONG, "en")) counts.set(part, (counts.get(part) ?? 0) + 1);
  expect(counts.size).toBeGreaterThan(1);
  for (const count of counts.values()) {
    expect(count).toBeGreaterThanOrEqual(1);
    expect(count).toBeLessThanOrEqual(3);
  }
});

const summaryOf = (lines: readonly string[]) =>
  extractSummary({ template: BASIC_SYSTEM, language: "en", segments: talk(lines) }).fields.flatMap(({ content }) =>
    content.type === "summary" ? content.items.map(({ text }) => text) : [],
  );

test("a line of the summary has at most thirty words", () => {
  const long = `${LONG[0]?.replace(/[.]$/u, "")} and ${LONG.slice(1, 4).join(" and ").replace(/[.]/gu, "")}.`;
  const texts = summaryOf(LONG.flatMap((line, index) => (index % 4 === 0 ? [long, line] : [line])));
  expect(texts.length).toBeGreaterThan(3);
  for (const text of texts) expect(text.split(" ").length).toBeLessThanOrEqual(30);
});

test("a meeting of long sentences only has a summary all the same", () => {
  const bare = (index: number) => LONG[index]?.replace(/[.]$/u, "");
  const lines = Array.from(
    { length: 24 },
    (_, index) => `${bare(index * 2)} and ${bare(index * 2 + 1)} for all the people of the old town.`,
  );
  expect(Math.min(...lines.map((line) => line.split(" ").length))).toBeGreaterThan(30);
  expect(summaryOf(lines).length).toBeGreaterThan(0);
});

test("greetings and closings of a long meeting are not quoted", () => {
  const [, opening, closing] = FRAME[0] ?? [];
  const texts = quotations([opening ?? "", ...LONG, closing ?? ""], "en").map(({ text }) => text);
  expect(texts.length).toBeGreaterThan(3);
  expect(texts).not.toContain(opening);
  expect(texts).not.toContain(closing);
});

test("a sentence that points back is quoted with the one before it, or not at all", () => {
  const leaning = "It costs the harbour and the quay nine thousand euros for every lamp and crane.";
  const before = "The harbour buys a crane with a lamp for the ferry quay.";
  const lines = [...LONG.slice(0, 12), before, leaning, ...LONG.slice(12)];
  const texts = quotations(lines, "en").map(({ text }) => text);
  for (const text of texts.filter((one) => one.includes(leaning))) expect(text).toBe(`${before} ${leaning}`);
  expect(texts).not.toContain(leaning);
});

test.each([
  "The harbour and the lamp and the quay need repair because",
  "The ferry and the crane and the storm need a",
  "The harbour wants the lamp for the—",
])("a sentence that breaks off is not quoted: %s", (cut) => {
  const texts = quotations([...LONG.slice(0, 12), `${cut}.`, ...LONG.slice(12)], "en").map(({ text }) => text);
  expect(texts.some((text) => text.includes(cut))).toBe(false);
});
