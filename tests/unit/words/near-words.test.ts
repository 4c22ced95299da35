import { expect, test } from "vitest";
import type { MeetingLanguage } from "#app/domain/meeting-languages.ts";
import { runAtOnce } from "#app/domain/turns.ts";
import { findNearWords } from "#app/domain/words/near-words.ts";
import type { OwnWord } from "#app/domain/words/own-word.ts";
import { readCommonWords } from "#tests/support/common-words.ts";

/** "word <- heard" of each offer, with the number of places where there are several. */
function offered(
  text: string | readonly string[],
  words: readonly (string | OwnWord)[],
  language: MeetingLanguage = "es",
) {
  const texts = typeof text === "string" ? [text] : text;
  const offers = runAtOnce(
    findNearWords({
      segments: texts.map((each, index) => ({ id: `w0-${index}`, text: each })),
      words: words.map((word) => (typeof word === "string" ? { word, heard: [] } : word)),
      isCommon: readCommonWords(language),
    }),
  );
  return offers.map(({ word, heard, places }) => `${word} <- ${heard}${places.length > 1 ? ` x${places.length}` : ""}`);
}

test("a name that was recognised by its sound is offered, with the number of its places", () => {
  expect(offered(["Vamos a Chirona mañana.", "En Chirona, y de Chirona a casa."], ["Girona"])).toEqual([
    "Girona <- Chirona x3",
  ]);
});

test.each<[string, string, string, MeetingLanguage]>([
  ["Hem parlat amb la Meritxel Puch del pressupost.", "Meritxell Puig", "Meritxel Puch", "ca"],
  ["We moved it to Kubernetis last week.", "Kubernetes", "Kubernetis", "en"],
  ["The Qubernetes cluster is down.", "Kubernetes", "Qubernetes", "en"],
  ["Hemos pasado por San Cugat.", "Sant Cugat", "San Cugat", "es"],
  ["Nous avons vu Monsieur Lefèbre hier.", "Lefebvre", "Lefèbre", "fr"],
  ["We use Postgre Sequel, and Grafanna for charts.", "Grafana", "Grafanna", "en"],
  ["Ask Zigismund about it.", "Sigismund", "Zigismund", "en"],
  ["El proyecto Espotifai va bien.", "Spotify", "Espotifai", "es"],
])("%s: %s is offered", (text, word, heard, language) => {
  expect(offered(text, [word], language)).toEqual([`${word} <- ${heard}`]);
});

test("an elided article and a possessive stay outside the offer", () => {
  expect(offered("Hem anat d'Chirona a casa.", ["Girona"], "ca")).toEqual(["Girona <- Chirona"]);
  expect(offered("It is Kubernetis's fault.", ["Kubernetes"], "en")).toEqual(["Kubernetes <- Kubernetis"]);
});

test.each<[string, string, MeetingLanguage]>([
  // Common words that are near to a name.
  ["They marched in March, and the mark stays.", "Marc", "en"],
  ["La carta de Marta llegó tarde.", "Carla", "es"],
  ["It was a good grain harvest.", "Green", "en"],
  ["We open ay eye every day.", "OpenAI", "en"],
  // The word itself, with other capitals and accents.
  ["girona y GIRONA", "Girona", "es"],
  ["Jose Garcia habló.", "José García", "es"],
  // Of the word: plural, genitive, inhabitants.
  ["Las dos Gironas. Girona's hotels. Un gironaní.", "Girona", "es"],
  ["The Acta is one of the Actas.", "Acta", "en"],
  // Another version is another thing.
  ["We are on Zonka 2 now.", "Zonka 3", "en"],
  // Too far.
  ["Kuala and Kubrick and Cyberduck.", "Kubernetes", "en"],
  // A rare word that is written like a word of the language.
  ["El girondo es un dulce.", "Girona", "es"],
  // Across the end of a sentence.
  ["We saw Sant. Kugat is far.", "Sant Cugat", "en"],
])("%s: nothing is offered for %s", (text, word, language) => {
  expect(offered(text, [word], language)).toEqual([]);
});

test("another own word is not offered as a misheard one", () => {
  expect(offered("Habla Marlena y luego Marlene.", ["Marlena", "Marlene"])).toEqual([]);
});

test("a form that a person has corrected before is offered first, however different it is", () => {
  const words = [
    { word: "Girona", heard: [] },
    { word: "Quim Torrentà", heard: ["kin torenta"] },
  ];
  expect(offered("Chirona. Chirona. Kin Torenta dice que Chirona.", words)).toEqual([
    "Quim Torrentà <- Kin Torenta",
    "Girona <- Chirona x3",
  ]);
});

test("a remembered form of common words is not offered", () => {
  expect(offered("We keep going there.", [{ word: "Kipgoin", heard: ["keep going"] }], "en")).toEqual([]);
});

test("each place names its segment and the positions of its words", () => {
  const [offer] = runAtOnce(
    findNearWords({
      segments: [{ id: "w1-4", text: "Sí, Chirona." }],
      words: [{ word: "Girona", heard: [] }],
      isCommon: readCommonWords("es"),
    }),
  );
  expect(offer?.places).toEqual([{ segmentId: "w1-4", from: 4, to: 11 }]);
});

test("without words nothing is read", () => {
  expect(offered("Chirona", [])).toEqual([]);
});
