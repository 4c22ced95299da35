import { expect, test } from "vitest";
import { parseWords, wordKey, wordsOfNames } from "#app/domain/words/own-word.ts";

test("a pasted list becomes names and terms, one for each line or comma, without repetitions", () => {
  expect(parseWords("Girona, Kubernetes\n  Sant   Cugat\t\nGIRONA;NPS | Côte d'Azur")).toEqual({
    words: ["Girona", "Kubernetes", "Sant Cugat", "NPS", "Côte d'Azur"],
    refused: [],
  });
});

test("entries that are no name or term are given back", () => {
  const sentence = "this is a whole sentence that somebody pasted";
  const long = "x".repeat(81);
  expect(parseWords(`Girona\n${sentence}\n2027\na\n${long}\n\u200b`)).toEqual({
    words: ["Girona"],
    refused: [sentence, "2027", "a", long],
  });
});

test("the same letters are one word", () => {
  expect(wordKey("José-García")).toBe(wordKey("jose garcia"));
});

test("invited people are words by their whole names and by each name alone", () => {
  expect(wordsOfNames(["Marta Puig", "Nil", "Maria del Mar Ros"]).map(({ word }) => word)).toEqual([
    "Marta Puig",
    "Marta",
    "Puig",
    "Nil",
    "Maria del Mar Ros",
    "Maria",
    "Mar",
    "Ros",
  ]);
});
