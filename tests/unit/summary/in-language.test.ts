import { expect, test } from "vitest";
import { inLanguage, otherLanguage } from "#app/domain/summary/prompt/in-language.ts";
import type { ChatMessage } from "#app/domain/summary/prompt/messages.ts";

const TEXTS = {
  en: "The team decided that the shop will open at nine because they have more people in the morning.",
  es: "El equipo decidió que la tienda abrirá a las nueve porque hay más gente por la mañana y así lo quieren todos.",
  fr: "Les gens ont décidé que le magasin sera ouvert à neuf heures parce que nous avons plus de monde le matin.",
  ca: "L’equip ha decidit que la botiga obrirà a les nou perquè hi ha més gent al matí i aixo ho volem tots.",
} as const;
const signal = new AbortController().signal;

test.each(Object.entries(TEXTS))(
  "a text in %s is in no other language, and in another for the three others",
  (own, text) => {
    const languages = Object.keys(TEXTS) as (keyof typeof TEXTS)[];
    expect(languages.map((asked) => otherLanguage(text, asked))).toEqual(
      languages.map((asked) => (asked === own ? null : own)),
    );
  },
);

test.each(["Kick-off, 12.50 EUR", "Acta, Remix, Workers", ""])("%j is too short to be in a wrong language", (text) => {
  expect(otherLanguage(text, "ca")).toBeNull();
});

function scripted(answers: readonly string[]) {
  const asked: ChatMessage[][] = [];
  const chat = inLanguage("es", async (messages) => {
    asked.push(messages);
    return { kind: "text", text: answers[asked.length - 1] ?? "" };
  });
  return { asked, chat };
}

const jsonOf = (text: string) => JSON.stringify({ fields: { summary: { items: [{ text, segmentIds: ["w0-1"] }] } } });

test.each([
  ["prose", (text: string) => text],
  ["JSON", jsonOf],
])("an answer of %s in another language is asked again once, with the language named", async (_, as) => {
  const { asked, chat } = scripted([as(TEXTS.en), as(TEXTS.es)]);
  expect(await chat([{ role: "user", content: "?" }], null, signal)).toEqual({ kind: "text", text: as(TEXTS.es) });
  expect(asked).toHaveLength(2);
  expect(asked[1]?.at(-1)?.content).toContain("That is in English. Write the same again in Spanish");
});

test("an answer in the right language is not asked again", async () => {
  const { asked, chat } = scripted([TEXTS.es]);
  await chat([], null, signal);
  expect(asked).toHaveLength(1);
});

test("a model that stays in its language is asked again about the first part only, and its answer is used", async () => {
  const { asked, chat } = scripted([TEXTS.en, TEXTS.en, TEXTS.en]);
  expect(await chat([], null, signal)).toMatchObject({ text: TEXTS.en });
  expect(await chat([], null, signal)).toMatchObject({ text: TEXTS.en });
  expect(asked).toHaveLength(3);
});

test("a second answer that breaks off does not cost the first", async () => {
  let calls = 0;
  const chat = inLanguage("es", async () => {
    calls += 1;
    return calls === 1 ? { kind: "text", text: TEXTS.en } : { kind: "cut-off", text: "" };
  });
  expect(await chat([], null, signal)).toEqual({ kind: "text", text: TEXTS.en });
});
