import fc from "fast-check";
import { expect, test } from "vitest";
import { isBackchannel } from "#app/domain/transcript/backchannels.ts";
import { groupTurns, textOfTurn, transcriptRows } from "#app/domain/transcript/group-turns.ts";
import { findMatches, piecesOf } from "#app/features/meeting/transcript/search/find-matches.ts";
import { segment } from "#tests/unit/meeting-page/build-view.ts";

const SIGNALS = {
  en: ["Yeah.", "Mm-hmm.", "Mhm", "Uh-huh.", "Okay, right.", "I see.", "Yes, yes, exactly.", "MM."],
  es: ["Sí.", "Ya, ya.", "Claro.", "Vale.", "De acuerdo.", "Ajá."],
  ca: ["Sí, sí.", "És clar.", "D’acord.", "Entesos.", "Ja veig."],
  fr: ["Oui.", "Ouais, d'accord.", "Voilà !", "Bien sûr.", "C’est ça.", "Tout à fait."],
};
const WORDS = {
  en: ["No.", "Yeah?", "Yes, on Friday.", "Right now.", "Okay, Marta sends it.", ""],
  es: ["No.", "¿Sí?", "Claro que no.", "Vale la pena."],
  ca: ["No.", "Sí, dijous.", "D’acord, ho faig jo."],
  fr: ["Non.", "Oui ?", "D'accord, jeudi.", "Bien sûr que non."],
};
const each = (texts: Record<string, string[]>) =>
  Object.entries(texts).flatMap(([language, all]) => all.map((text) => [language, text] as const));

test.each(each(SIGNALS))("%s: “%s” is a backchannel", (_language, text) => expect(isBackchannel(text)).toBe(true));
test.each(each(WORDS))("%s: “%s” says more", (_language, text) => expect(isBackchannel(text)).toBe(false));

const talk = (...lines: [speaker: string | null, text: string][]) =>
  groupTurns(lines.map(([speaker, text], index) => segment(`s${index}`, index * 2, { speaker, text })));
const read = (...lines: [speaker: string | null, text: string][]) =>
  talk(...lines).map((turn) => `${turn.speaker}: ${textOfTurn(turn)}`);

test("a backchannel is folded into the turn of the speaker who goes on", () => {
  expect(read(["Laia", "The lease ends in March."], ["Jonas", "Yeah."], ["Laia", "So we move in April."])).toEqual([
    "Laia: The lease ends in March. (Jonas: Yeah.) So we move in April.",
  ]);
});

test.each([
  [
    "an answer",
    [
      ["Laia", "Does the lease end in March?"],
      ["Jonas", "Yeah."],
      ["Laia", "Good."],
    ],
    3,
  ],
  [
    "the beginning of one's own turn",
    [
      ["Laia", "It ends."],
      ["Jonas", "Yeah."],
      ["Jonas", "And then we move."],
    ],
    2,
  ],
  [
    "the last word",
    [
      ["Laia", "It ends in March."],
      ["Jonas", "Okay."],
    ],
    2,
  ],
  [
    "the first word",
    [
      ["Jonas", "Okay."],
      ["Laia", "It ends in March."],
    ],
    2,
  ],
  [
    "two listeners",
    [
      ["Laia", "It ends."],
      ["Jonas", "Yeah."],
      ["Pau", "Mm-hmm."],
      ["Laia", "Then we move."],
    ],
    1,
  ],
  [
    "a word before somebody else speaks",
    [
      ["Laia", "It ends."],
      ["Jonas", "Yeah."],
      ["Pau", "Then we move."],
    ],
    2,
  ],
] as const)("%s: turns", (_what, lines, turns) => {
  expect(talk(...lines.map(([speaker, text]): [string, string] => [speaker, text]))).toHaveLength(turns);
});

test("without speaker names nothing is folded and nobody is named", () => {
  expect(read([null, "It ends in March."], [null, "Yeah."], [null, "So we move."])).toEqual([
    "null: It ends in March. Yeah. So we move.",
  ]);
});

test("a long pause, or a minute of one turn, keeps a backchannel apart", () => {
  const late = [segment("a", 0, { speaker: "Laia" }), segment("b", 9, { speaker: "Jonas", text: "Yeah." })];
  expect(groupTurns([...late, segment("c", 11, { speaker: "Laia" })])).toHaveLength(3);
});

test("a folded backchannel keeps its segment, so that search, marks and corrections find it", () => {
  const turns = talk(["Laia", "It ends."], ["Jonas", "Mm-hmm."], ["Laia", "Then we move."]);
  const [turn] = turns;
  expect(turn?.segments.map(({ id }) => id)).toEqual(["s0", "s1", "s2"]);
  const [match] = findMatches(transcriptRows(turns, []), "mm-hmm");
  expect(match && piecesOf(turn?.segments ?? [], match)).toMatchObject([{ segmentId: "s1" }]);
});

test("nothing is lost or moved in a transcript of nothing but signals", () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom("Laia", "Jonas"), { maxLength: 300 }), (speakers) => {
      const segments = speakers.map((speaker, index) => segment(`s${index}`, index, { speaker, text: "Yeah." }));
      expect(groupTurns(segments).flatMap((turn) => turn.segments)).toEqual(segments);
    }),
  );
});
