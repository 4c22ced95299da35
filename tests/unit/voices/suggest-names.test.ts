import { expect, test } from "vitest";
import { suggestNames, type SaidLine } from "#app/domain/voices/suggest-names.ts";

/** Lines one after the other: [speaker's number, words]. */
function aTalk(talk: [number, string][], word = "Speaker"): SaidLine[] {
  return talk.map(([speaker, text], at) => ({
    label: speaker === 0 ? null : `${word} ${speaker}`,
    startMs: at * 6000,
    endMs: at * 6000 + 5000,
    text,
  }));
}

const suggest = (
  talk: [number, string][],
  { invited = [] as string[], taken = [] as string[], word = "Speaker" } = {},
) =>
  suggestNames({ lines: aTalk(talk, word), invited, taken }).map(({ label, name, how }) => `${label} ${name} ${how}`);

test.each<{ language: string; word: string; talk: [number, string][] }>([
  {
    language: "en",
    word: "Speaker",
    talk: [
      [1, "Good morning, Marta."],
      [2, "Morning. Shall we start?"],
    ],
  },
  {
    language: "es",
    word: "Hablante",
    talk: [
      [1, "Hola Marta, ¿cómo estás?"],
      [2, "Muy bien, empezamos."],
    ],
  },
  {
    language: "ca",
    word: "Parlant",
    talk: [
      [1, "Bon dia, Marta."],
      [2, "Bon dia a tothom."],
    ],
  },
  {
    language: "fr",
    word: "Locuteur",
    talk: [
      [1, "Bonjour Marta."],
      [2, "Bonjour, on commence."],
    ],
  },
])("somebody who answers a greeting is asked about ($language)", ({ word, talk }) => {
  expect(suggest(talk, { word })).toEqual([`${word} 2 Marta greeted`]);
});

test.each<{ said: string }>([
  { said: "My name is Marta and I lead the team." },
  { said: "Buenas, me llamo Marta." },
  { said: "Hola, em dic Marta." },
  { said: "Alors, je m’appelle Marta." },
])("somebody who says their name is asked about: $said", ({ said }) => {
  expect(
    suggest([
      [1, "Who are you?"],
      [2, said],
      [3, "Fine."],
    ]),
  ).toEqual(["Speaker 2 Marta introduced"]);
});

test("a name of the invitation is suggested in full, and once is enough among several", () => {
  const invited = ["Puig Serra, Marta", "Pau Riba"];
  const talk: [number, string][] = [
    [1, "I'm Pau. Let us begin."],
    [2, "Fine with me."],
    [3, "The budget is done, thank you."],
    [1, "What about the budget, Marta?"],
    [3, "It is done."],
  ];
  expect(suggest(talk, { invited })).toEqual(["Speaker 1 Pau Riba introduced", "Speaker 3 Marta Puig Serra greeted"]);
});

test("thanks are for whoever spoke before", () => {
  expect(
    suggest([
      [1, "The numbers are fine."],
      [2, "Thank you, Nora. Next point."],
      [1, "Yes."],
    ]),
  ).toEqual(["Speaker 1 Nora thanked"]);
});

test.each<{ why: string; talk: [number, string][]; invited?: string[]; taken?: string[] }>([
  {
    why: "a greeting of all",
    talk: [
      [1, "Hello Everyone. Hola Todos. Bonjour Madame."],
      [2, "Hi."],
    ],
  },
  {
    why: "two who are greeted at once",
    talk: [
      [1, "Hi Marta, hi Pau."],
      [2, "Hello."],
    ],
  },
  {
    why: "one of several who answers a name once",
    talk: [
      [1, "Hi Marta."],
      [2, "Hello."],
      [3, "Hello too."],
    ],
  },
  {
    why: "a name that two speakers answer to",
    talk: [
      [1, "Hi Marta."],
      [2, "Hello."],
      [1, "Hi Marta."],
      [3, "Hello."],
      [1, "Hi Marta."],
      [2, "Yes."],
    ],
  },
  {
    why: "a nationality",
    talk: [
      [1, "I'm French, by the way."],
      [2, "I am Catalan."],
    ],
    invited: ["Pau Riba"],
  },
  {
    why: "a person who is spoken about",
    talk: [
      [1, "Marta said that it is late. I met Pau."],
      [2, "Right."],
    ],
  },
  {
    why: "somebody who names another",
    talk: [
      [1, "Hi Pau."],
      [2, "Hi Pau, too."],
    ],
  },
  {
    why: "a name that somebody has",
    talk: [
      [1, "Hi Marta."],
      [2, "Hello."],
    ],
    taken: ["Marta"],
  },
  {
    why: "a word that is no name in this talk",
    talk: [
      [1, "Welcome Back, we are back."],
      [2, "Hello."],
    ],
  },
  {
    why: "a voice that is nobody's",
    talk: [
      [1, "Hi Marta."],
      [0, "Hello."],
      [2, "Hello."],
    ],
  },
])("no person is asked about for $why", ({ talk, ...known }) => {
  expect(suggest(talk, known)).toEqual([]);
});

test("speakers with names are not asked about, and an answer that comes late is none", () => {
  const lines = aTalk([
    [1, "Hi Marta."],
    [2, "Hello."],
  ]);
  expect(
    suggestNames({ lines: lines.map((line) => ({ ...line, label: `${line.label} of Nora` })), invited: [], taken: [] }),
  ).toEqual([]);
  const late = lines.map((line, at) => ({ ...line, startMs: at * 60_000, endMs: at * 60_000 + 5000 }));
  expect(suggestNames({ lines: late, invited: [], taken: [] })).toEqual([]);
});
