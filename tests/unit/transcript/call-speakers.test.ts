import fc from "fast-check";
import { expect, test } from "vitest";
import { giveSpeakers, nameSpeakers, type SpeakerStretch } from "#app/domain/transcript/call-speakers.ts";

const speaks = (label: string, startMs: number, endMs: number, confidence = 1): SpeakerStretch => ({
  label,
  startMs,
  endMs,
  confidence,
});
const NOBODY = { aliases: {}, taken: [] };

test("a name that is sure stays a name, one that is not becomes a letter and keeps it", () => {
  const first = nameSpeakers([speaks("Vera", 0, 10, 0.9), speaks("Marc", 10, 20, 0.1)], NOBODY);
  expect(first.stretches.map(({ label }) => label)).toEqual(["Vera", "Speaker A"]);
  const second = nameSpeakers([speaks("Nil", 0, 5, 0.1), speaks("Marc", 5, 9, 0.2), speaks("Marc", 9, 12, 0.9)], {
    aliases: first.aliases,
    taken: [],
  });
  expect(second.stretches.map(({ label }) => label)).toEqual(["Speaker B", "Speaker A", "Marc"]);
});

test("names that every object knows are names like others", () => {
  const names = ["constructor", "toString", "__proto__"];
  const said = names.map((name, at) => speaks(name, at * 10, at * 10 + 10, 0.1));
  const first = nameSpeakers(said, NOBODY);
  expect(first.stretches.map(({ label }) => label)).toEqual(["Speaker A", "Speaker B", "Speaker C"]);
  // As they are stored.
  const aliases = JSON.parse(JSON.stringify(first.aliases));
  expect(nameSpeakers(said.toReversed(), { aliases, taken: [] }).stretches.map(({ label }) => label)).toEqual([
    "Speaker C",
    "Speaker B",
    "Speaker A",
  ]);
});

test("letters of the call's own stay, and no other voice is given one of them", () => {
  const named = nameSpeakers([speaks("Speaker A", 0, 10), speaks("Marc", 10, 20, 0.1)], NOBODY);
  expect(named.stretches.map(({ label }) => label)).toEqual(["Speaker A", "Speaker B"]);
  const later = nameSpeakers([speaks("Speaker B", 20, 30)], { aliases: named.aliases, taken: ["Speaker A"] });
  expect(later.stretches.map(({ label }) => label)).toEqual(["Speaker C"]);
});

test("saying it again gives the same letters, whatever came between, and no two voices share one", () => {
  const stretch = fc.record({
    label: fc.constantFrom("Vera", "Marc", "Nil", "Speaker A", "Speaker B", "Speaker C"),
    startMs: fc.nat(100),
    endMs: fc.nat(100),
    confidence: fc.constantFrom(0.1, 0.9),
  });
  fc.assert(
    fc.property(fc.array(fc.array(stretch, { maxLength: 6 }), { maxLength: 6 }), (windows) => {
      let aliases: Readonly<Record<string, string>> = {};
      const voices = new Map<string, string>();
      for (const window of windows) {
        const named = nameSpeakers(window, { aliases, taken: [] });
        expect(nameSpeakers(window, { aliases: named.aliases, taken: [] }).stretches).toEqual(named.stretches);
        for (const [label, alias] of Object.entries(aliases)) expect(named.aliases[label]).toBe(alias);
        const shown = window.map(({ label, confidence }, index) => {
          const name = named.stretches[index]?.label ?? "";
          const isLetter = name.startsWith("Speaker ");
          const isOwn = !isLetter || (voices.get(name) ?? label) === label;
          if (isLetter) voices.set(name, label);
          return isOwn && (isLetter || confidence === 0.9);
        });
        expect(shown).not.toContain(false);
        aliases = named.aliases;
      }
    }),
  );
});

const word = (text: string, startMs: number, endMs: number) => ({ text, startMs, endMs });
const piece = (words: ReturnType<typeof word>[]) => ({
  startMs: words[0]?.startMs ?? 0,
  endMs: words.at(-1)?.endMs ?? 0,
  text: words.map(({ text }) => text).join(" "),
  speaker: "spk_0",
  words,
});

test("a piece in which the speaker changes is parted at the word where they do", () => {
  const said = piece([
    word("We", 0, 200),
    word("agree.", 200, 600),
    word("Good,", 1000, 1300),
    word("then.", 1300, 1600),
  ]);
  expect(giveSpeakers([said], [speaks("Vera", 0, 700), speaks("Marc", 900, 1700)])).toMatchObject([
    { text: "We agree.", speaker: "Vera", startMs: 0, endMs: 600 },
    { text: "Good, then.", speaker: "Marc", startMs: 1000, endMs: 1600 },
  ]);
});

test("a blink of another's signal under one word is no turn", () => {
  const said = piece([word("one", 0, 300), word("two", 300, 600), word("three", 600, 900), word("four", 900, 1200)]);
  const stretches = [speaks("Vera", 0, 600), speaks("Marc", 600, 900), speaks("Vera", 900, 1200)];
  expect(giveSpeakers([said], stretches)).toMatchObject([{ text: "one two three four", speaker: "Vera" }]);
});

test("without words a piece goes to whoever spoke longest in it, and to nobody where no signal is", () => {
  const said = { startMs: 0, endMs: 1000, text: "We agree.", speaker: null, words: null };
  expect(giveSpeakers([said], [speaks("Vera", 0, 300), speaks("Marc", 300, 1000)])[0]?.speaker).toBe("Marc");
  expect(giveSpeakers([said], [speaks("Vera", 5000, 6000)])[0]?.speaker).toBeNull();
  expect(giveSpeakers([{ ...said, speaker: "spk_1" }], [])[0]?.speaker).toBeNull();
});

test("no word is lost, doubled or moved, whatever the signals say", () => {
  const spoken = fc
    .array(fc.record({ text: fc.constantFrom("a", "bee", "sea,", "dee."), ms: fc.integer({ min: 1, max: 400 }) }), {
      minLength: 1,
      maxLength: 12,
    })
    .map((parts) => {
      let at = 0;
      return piece(parts.map(({ text, ms }) => word(text, at, (at += ms))));
    });
  const signals = fc.array(
    fc.record({
      label: fc.constantFrom("Vera", "Marc"),
      startMs: fc.nat(3000),
      endMs: fc.nat(3000),
      confidence: fc.constant(1),
    }),
    { maxLength: 8 },
  );
  fc.assert(
    fc.property(spoken, signals, (said, stretches) => {
      const given = giveSpeakers([said], stretches);
      expect(given.map(({ text }) => text).join(" ")).toBe(said.text);
      expect(given.flatMap(({ words }) => words)).toEqual(said.words);
    }),
  );
});
