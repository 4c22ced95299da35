import { expect, test } from "vitest";
import { WHISPER_PROMPT_TOKENS_MAX } from "#app/domain/limits/words.ts";
import { promptOf, repeatsPrompt, saidWords } from "#app/domain/words/told-words.ts";

test("the prompt lists the first words that have room, and never a part of one", () => {
  const words = Array.from({ length: 200 }, (_, index) => `Montseny${index}`);
  const prompt = promptOf(words, WHISPER_PROMPT_TOKENS_MAX) ?? "";
  expect(prompt.startsWith("Montseny0, Montseny1, ")).toBe(true);
  expect(prompt.length).toBeLessThanOrEqual(2 * WHISPER_PROMPT_TOKENS_MAX);
  expect(words).toContain(prompt.split(", ").at(-1));
});

test("a whole name stands for its parts", () => {
  expect(promptOf(["Marta Puig", "Marta", "Puig", "Nil"], 100)).toBe("Marta Puig, Nil");
});

test("without words there is no prompt", () => {
  expect(promptOf([], 100)).toBeNull();
});

test.each<[string, boolean]>([
  ["Girona, Kubernetes, Sant Cugat.", true],
  ["Kubernetes, Sant Cugat, Puig", true],
  ["Girona", false],
  // Somebody greets two people, or says names in a sentence.
  ["Girona, Kubernetes", false],
  ["We have Girona, Kubernetes, Sant Cugat.", false],
  ["Puig, Girona, Sant Cugat", false],
  ["", false],
])("%s: the engine wrote its prompt is %s", (text, expected) => {
  expect(repeatsPrompt({ text }, ["Girona", "Kubernetes", "Sant Cugat", "Puig"])).toBe(expected);
});

test("only words that were said are spelled, whatever their accents and capitals", () => {
  const lines = [{ text: "Avui la meritxell puig" }, { text: "parla de Girona i d'ACTA." }];
  const words = ["Meritxell Puig", "Puig", "Gírona", "Acta", "Kubernetes", "Nil"];
  expect(saidWords(words, lines)).toEqual(["Meritxell Puig", "Gírona", "Acta"]);
});
