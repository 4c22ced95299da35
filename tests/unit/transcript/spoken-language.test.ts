import fc from "fast-check";
import { expect, test } from "vitest";
import { TEXT_LANGUAGES, type TextLanguage } from "#app/domain/languages.ts";
import { spokenLanguage } from "#app/domain/transcript/spoken-language.ts";

const TALK: Record<TextLanguage, string[]> = {
  en: [
    "Good morning, so the ferry timetable is what we have to look at today.",
    "I think that the evening boat should stay, but it costs more than we have.",
    "What about the ticket office? They were going to close it, and nobody knows when.",
    "Okay, then I will write to the council and you can ask the skipper about his hours.",
  ],
  es: [
    "Buenos días, hoy tenemos que ver el horario del ferry de la tarde.",
    "Creo que el barco de la noche debería seguir, pero cuesta más de lo que hay.",
    "¿Y la taquilla? La iban a cerrar y nadie sabe cuándo, porque no lo han dicho.",
    "Vale, entonces yo escribo al ayuntamiento y tú hablas con el patrón sobre sus horas.",
  ],
  ca: [
    "Bon dia, avui hem de mirar l’horari del ferri de la tarda.",
    "Crec que el vaixell del vespre s’hauria de quedar, però costa més del que hi ha.",
    "I la taquilla? L’havien de tancar i ningú no sap quan, perquè no ho han dit.",
    "D’acord, doncs jo escric a l’ajuntament i tu parles amb el patró sobre les seves hores.",
  ],
  fr: [
    "Bonjour, aujourd’hui il faut regarder les horaires du ferry du soir.",
    "Je pense que le bateau du soir devrait rester, mais il coûte plus que ce que nous avons.",
    "Et le guichet ? Ils voulaient le fermer et personne ne sait quand, parce qu’ils n’ont rien dit.",
    "D’accord, alors j’écris à la mairie et vous parlez avec le patron de ses heures.",
  ],
};
const segmentsOf = (texts: readonly string[]) => texts.map((text) => ({ text }));

test.each(TEXT_LANGUAGES)("a talk in %s is known by its small words", (language) => {
  expect(spokenLanguage(segmentsOf(TALK[language]))).toBe(language);
});

test("in whatever order it is said, and however long it is", () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...TEXT_LANGUAGES),
      fc.integer({ min: 1, max: 400 }),
      fc.array(fc.nat(3), { minLength: 4, maxLength: 20 }),
      (language, times, order) => {
        const texts = [...TALK[language], ...order.map((index) => TALK[language][index] ?? "")];
        const long = Array.from({ length: times }, () => texts).flat();
        expect(spokenLanguage(segmentsOf(long))).toBe(language);
      },
    ),
    { numRuns: 40 },
  );
});

test.each(TEXT_LANGUAGES)("a few sentences of another language amid %s change nothing", (language) => {
  const other = TEXT_LANGUAGES.find((one) => one !== language) ?? "en";
  const talk = [...TALK[language], ...TALK[language], ...TALK[language], TALK[other][0] ?? ""];
  expect(spokenLanguage(segmentsOf(talk))).toBe(language);
});

test.each<[what: string, texts: string[]]>([
  ["nothing", []],
  ["a greeting", ["Hello, and good morning to all of you."]],
  ["a meeting half in each of two languages", [...TALK.en, ...TALK.es, ...TALK.en, ...TALK.es]],
  ["numbers and names", Array.from({ length: 60 }, (_, index) => `Room ${index}, Nordhafen ${index * 7}.`)],
  [
    "a fifth language",
    Array.from(
      { length: 8 },
      () => "Guten Morgen, heute sehen wir uns den Fahrplan der Fähre an, und zwar ganz genau.",
    ),
  ],
])("of %s nobody says in which language it is", (_what, texts) => {
  expect(spokenLanguage(segmentsOf(texts))).toBeNull();
});
