import { describe, expect, test } from "vitest";
import { phraseWords, searchWords, wordPlaces } from "#app/domain/search/search-words.ts";
import { foldedWords, foldWord } from "#app/domain/transcript/fold.ts";

describe("words that readers take for the same", () => {
  test.each([
    ["Latin accents", "Ñandú", "nandu"],
    ["Latin accents in two characters", "cafe\u0301", "cafe"],
    ["Vietnamese tones", "tiếng", "tieng"],
    ["Greek accents", "λέξη", "λεξη"],
    ["the Russian ё", "ёлка", "елка"],
    ["Arabic vowels", "كِتَابٌ", "كتاب"],
    ["the Arabic hamza on alif", "أحمد", "احمد"],
    ["a stretched Arabic word", "ســلام", "سلام"],
    ["Hebrew points", "שָׁלוֹם", "שלום"],
  ])("%s", (_, one, other) => {
    expect(foldWord(one)).toBe(foldWord(other));
    expect(foldedWords(one)).toEqual([foldWord(other)]);
  });
});

describe("words that differ in a letter are two", () => {
  test.each([
    ["vowels of Hindi", "किताब", "कतब"],
    ["vowels of Hindi, one of them", "बैठक", "बाठक"],
    ["vowels of Bengali", "কেমন", "কমন"],
    ["vowels of Tamil", "பேசு", "பசி"],
    ["tones of Thai", "ใกล้", "ใกล"],
    ["vowels of Thai", "ปี", "ปู"],
    ["vowels of Khmer", "កិច្ច", "កូច្ច"],
    ["voiced kana", "がく", "かく"],
    ["the Russian й", "мой", "мои"],
    ["the Ukrainian ї", "їжа", "іжа"],
  ])("%s", (_, one, other) => {
    expect(foldWord(one)).not.toBe(foldWord(other));
    expect(searchWords(one)).not.toEqual(searchWords(other));
  });
});

test.each([
  ["Japanese", "今日の会議では、新製品の発売日について話します。", "会議"],
  ["Chinese", "我们星期二讨论新产品的预算", "预算"],
  ["Thai", "วันนี้เราจะประชุมเรื่องงบประมาณ", "ประชุม"],
  ["Lao", "ມື້ນີ້ພວກເຮົາປະຊຸມກັນ", "ປະຊຸມ"],
  ["Khmer", "ថ្ងៃនេះយើងប្រជុំគ្នា", "ប្រជុំ"],
  ["Korean with an ending", "오늘 회의는 화요일입니다", "회의"],
])("%s: a word is found within a sentence, and its place is told", (_, sentence, word) => {
  const words = searchWords(sentence);
  const phrase = phraseWords(word);
  const at = words.findIndex((_, index) => phrase.every((each, offset) => words[index + offset] === each));
  expect(at).toBeGreaterThanOrEqual(0);
  const places = wordPlaces(sentence);
  expect(places.map((place) => place.word)).toEqual(words);
  expect(sentence.slice(places[at]?.start, places[at + phrase.length - 1]?.end)).toBe(word);
});
