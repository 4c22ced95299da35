import { expect, test } from "vitest";
import { sentencesOf } from "#app/domain/summary/extractive/sentences.ts";
import type { MeetingLanguage } from "#app/domain/meeting-languages.ts";
import { runAtOnce } from "#app/domain/turns.ts";
import { segment } from "#tests/unit/meeting-page/build-view.ts";

const sentences = (language: MeetingLanguage, text: string) =>
  runAtOnce(sentencesOf([segment("w0-0", 1, { text })], language));

test.each<[MeetingLanguage, string, string[]]>([
  ["hi", "वेबसाइट तैयार है। सूची कौन बनाएगा?", ["वेबसाइट तैयार है।", "सूची कौन बनाएगा?"]],
  ["ar", "من يجهز العقد؟ أنا أجهز العقد", ["من يجهز العقد؟", "أنا أجهز العقد."]],
  ["ja", "会議は火曜日です。まだ分かりません", ["会議は火曜日です。", "まだ分かりません"]],
  ["th", "เราจะจ่ายสองงวด", ["เราจะจ่ายสองงวด"]],
  ["de", "wir liefern bis zum 15. März. Danach nicht mehr", ["Wir liefern bis zum 15. März.", "Danach nicht mehr."]],
  ["en", "We sat in row 15. March was cold.", ["We sat in row 15.", "March was cold."]],
])("sentences in %s end as the language writes them", (language, text, expected) => {
  expect(sentences(language, text).map((sentence) => sentence.text)).toEqual(expected);
});

test.each<[MeetingLanguage, string, number, number]>([
  ["ja", "新製品の発売日と予算について話します。", 6, 14],
  ["zh", "我们星期二讨论新产品的预算。", 5, 10],
  ["th", "เราจะประชุมเรื่องงบประมาณและข้อเสนอ", 5, 10],
  ["de", "Wir sprechen heute über den Haushalt.", 6, 6],
])("a sentence in %s has as many words as its readers see", (language, text, least, most) => {
  const [sentence] = sentences(language, text);
  expect(sentence?.words).toBeGreaterThanOrEqual(least);
  expect(sentence?.words).toBeLessThanOrEqual(most);
});

test("sentences without spaces that share words are alike", () => {
  const [one, other] = sentences("ja", "会議の予算を決めます。予算の会議を始めます。");
  expect(one?.stems.filter((stem) => other?.stems.includes(stem))).toEqual(expect.arrayContaining(["会議", "予算"]));
});
