import { expect, test } from "vitest";
import type { MeetingLanguage } from "#app/domain/meeting-languages.ts";
import { checkSummary } from "#app/domain/summary/check/check-summary.ts";
import { westernDigits } from "#app/domain/summary/check/check-facts-only.ts";
import { otherLanguage } from "#app/domain/summary/prompt/in-language.ts";
import { BASIC_SYSTEM } from "#app/domain/template/template.ts";
import { spokenLanguage } from "#app/domain/transcript/spoken-language.ts";

type Talk = { language: MeetingLanguage; written: MeetingLanguage; said: [speaker: string, text: string][] };

const segmentsOf = ({ said }: Talk) =>
  said.map(([speaker, text], index) => ({
    id: `w0-${index}`,
    startMs: index * 5000,
    endMs: index * 5000 + 4000,
    speaker,
    text,
  }));

function bulletsOf(talk: Talk, lines: string[]) {
  const draft = {
    fields: [
      {
        key: "keypoints",
        content: { type: "keypoints" as const, items: lines.map((text) => ({ text, segmentIds: ["w0-0"] })) },
      },
    ],
  };
  const { fields } = checkSummary({ draft, segments: segmentsOf(talk), template: BASIC_SYSTEM, ...talk });
  const content = fields.find(({ key }) => key === "keypoints")?.content;
  return content?.type === "keypoints" ? content.items.map(({ unconfirmed }) => unconfirmed !== true) : [];
}

const GERMAN: Talk = {
  language: "de",
  written: "de",
  said: [
    ["Anna", "Die neue Heizung kostet 25.000 Euro, und der Vertrag geht am Freitag raus."],
    ["Jonas", "Gut, dann bestelle ich morgen die Rohre bei Müller."],
  ],
};

test("of a German talk no line is marked for its nouns, which are written like names, and one with another number is", () => {
  expect(
    bulletsOf(GERMAN, [
      "Die Kosten der Heizungsanlage betragen 25.000 Euro.",
      "Die Bestellung der Rohre erfolgt durch Jonas.",
      "Die Kosten der Heizungsanlage betragen 35.000 Euro.",
    ]),
  ).toEqual([true, true, false]);
});

test("of a German talk Spanish minutes are compared by numbers and names", () => {
  expect(
    bulletsOf({ ...GERMAN, written: "es" }, [
      "La calefacción cuesta 25.000 euros.",
      "Los tubos los pide Jonas en Müller.",
      "Los tubos los pide Jonas en Weber.",
    ]),
  ).toEqual([true, true, false]);
});

test("names in other letters are not compared, and digits of other scripts are", () => {
  const talk: Talk = {
    language: "ar",
    written: "en",
    said: [["Speaker 1", "ميزانية المشروع ٢٥٠٠٠ يورو وسترسل آنا العقد"]],
  };
  expect(bulletsOf(talk, ["The budget is 25000 euros, says Anna.", "The budget is 35000 euros."])).toEqual([
    true,
    false,
  ]);
  expect(westernDigits("٢٥ २५ ๒๕ ２５ 25")).toBe("25 25 25 25 25");
});

test("numbers are not compared with a talk that has them in words", () => {
  const talk: Talk = { language: "ru", written: "ru", said: [["Анна", "Бюджет составляет двадцать тысяч рублей"]] };
  expect(bulletsOf(talk, ["Бюджет: 20 000 рублей."])).toEqual([true]);
});

const ARABIC: Talk = {
  language: "ar",
  written: "ar",
  said: [
    ["ليلى الحداد", "نتحدث اليوم عن نقل الورشة إلى الزهراء."],
    ["سامر قاسم", "صاحب المبنى يطلب الآن 4200 يورو في الشهر، أي 300 يورو أكثر من العرض."],
    ["نادية عمران", "شركة النقل تحتاج أيضا إلى قائمة بكل الآلات. سأكتبها قبل يوم الجمعة."],
  ],
};
const JAPANESE: Talk = {
  language: "ja",
  written: "ja",
  said: [
    ["田中", "来週の金曜日までに見積書を送ります。"],
    ["佐藤", "工場の移転は三月に決まりました。"],
  ],
};

test.each<[string, Talk, string, boolean]>([
  ["an excuse", ARABIC, "لم أتمكن من مساعدتك في هذا.", false],
  [
    "our question in other words",
    ARABIC,
    "يرجى كتابة النص نفسه باللغة العربية، وقم بكتابة فقط النص بدون أي شيء آخر.",
    false,
  ],
  ["another meeting", ARABIC, "وافق مجلس الإدارة على شراء سيارات جديدة للموظفين.", false],
  ["a line in other words", ARABIC, "يريد صاحب الورشة 4200 يورو شهريا.", true],
  ["half a line in another script", ARABIC, "صاحب المبنى يطلب 4200 يورو في الشهر، بينما كان.old ماله.", false],
  ["a line with a name in another script", ARABIC, "صاحب المبنى يطلب 4200 يورو عبر Zoom وPDF.", true],
  ["a line about a task", ARABIC, "ستكتب نادية قائمة الآلات حتى الجمعة.", true],
  ["an excuse", GERMAN, "Dabei kann ich dir leider nicht helfen.", false],
  ["a line in other words", GERMAN, "Jonas will die Rohre bestellen.", true],
  ["an excuse", JAPANESE, "申し訳ありませんが、お手伝いできません。", false],
  ["a line in other words", JAPANESE, "見積書は金曜日に送られる。", true],
])("in a language without rules, %s is compared with the talk: %#", (_, talk, line, isConfirmed) => {
  expect(bulletsOf(talk, [line])).toEqual([isConfirmed]);
});

test.each([
  ["قاسم طلب 4200 يورو في الشهر", null],
  ["صاحب المبنى يطلب أكثر من العرض", null],
  ["سامر قاسم", "سامر قاسم"],
  ["متحدث 2", "متحدث 2"],
])("as an owner %j becomes %j: a sentence is nobody's name", (assigned, expected) => {
  const talk: Talk = { ...ARABIC, said: [...ARABIC.said, ["متحدث 2", "سأكتب قائمة الآلات."]] };
  const item = { text: "نقل الورشة إلى الزهراء", segmentIds: ["w0-0"], description: null, assigned, deadline: null };
  const draft = { fields: [{ key: "tasks", content: { type: "tasks" as const, items: [item] } }] };
  const { fields } = checkSummary({ draft, segments: segmentsOf(talk), template: BASIC_SYSTEM, ...talk });
  const content = fields.find(({ key }) => key === "tasks")?.content;
  expect(content?.type === "tasks" ? content.items[0]?.assigned : undefined).toBe(expected);
});

test("an owner and a deadline in a language without rules stay", () => {
  const draft = {
    fields: [
      {
        key: "tasks",
        content: {
          type: "tasks" as const,
          items: [
            {
              text: "Rohre bestellen",
              segmentIds: ["w0-1"],
              description: null,
              assigned: "Jonas",
              deadline: "nächsten Montag",
            },
          ],
        },
      },
    ],
  };
  const { fields } = checkSummary({ draft, segments: segmentsOf(GERMAN), template: BASIC_SYSTEM, ...GERMAN });
  const content = fields.find(({ key }) => key === "tasks")?.content;
  expect(content?.type === "tasks" ? content.items[0] : null).toMatchObject({
    assigned: "Jonas",
    deadline: "nächsten Montag",
  });
});

const PORTUGUESE =
  "Bom dia a todos, hoje vamos falar do orçamento porque temos uma decisão para tomar esta semana. Como sabem, a cozinha nova custa mais " +
  "do que pensámos, e eu não quero esperar até ao verão. Todos estão de acordo com isto? Quando é que a Maria pode enviar o contrato? Ela disse " +
  "que tem tudo pronto desde ontem, mas ninguém lhe respondeu, e agora muito depende da empresa.";

test("Portuguese that was chosen is not taken for Spanish, and English is still seen", () => {
  expect(spokenLanguage([{ text: PORTUGUESE }], "pt")).toBeNull();
  expect(otherLanguage(PORTUGUESE, "pt")).toBeNull();
  const english =
    "The budget of the new kitchen is larger than what we thought, and they will decide about it this week because the contract has to be sent " +
    "by Maria on Friday, so that the company can begin with the work before the summer and it is all done when we are back.";
  expect(otherLanguage(english, "pt")).toBe("en");
});
