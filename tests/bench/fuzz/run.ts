/**
 * A timing fuzzer for everything that reads untrusted bytes: subtitles, captions, links, titles, questions, webhooks, and the
 * containers of recordings. Each parser is run on hostile inputs of growing size. The result is the ratio of CPU times in one
 * run, so that a busy machine does not change it. A pair that grows by more than 2.3 per doubling is measured again, longer; more
 * than 2.5 is a fault. Whole transcripts are also compared with ordinary text (HOSTILE_MAX). Ends with 1 when there is a fault.
 *
 *   npx tsx tests/bench/fuzz/run.ts [random grammars] [only parsers whose name holds this]
 */
import { decodeSample } from "#app/media/captions/decode-captions.ts";
import { probeKind } from "#app/media/containers/probe-kind.ts";
import { type Growth, measureGrowth } from "#tests/support/growth.ts";
import { HOSTILE_BYTES, HOSTILE_SAMPLES } from "#tests/support/hostile-bytes.ts";
import { HOSTILE_TEXTS, ordinaryTalk, randomGrammar } from "#tests/support/hostile-texts.ts";
import { memorySource } from "#tests/support/memory-source.ts";
import { TEXT_PARSERS } from "./parsers.ts";

const GROWTH_MAX = 2.5;
/** Upper limit of the CPU time of hostile text, as a multiple of that of ordinary text of the same size. */
const HOSTILE_MAX = 10;

const randoms = Number(process.argv[2] ?? 20);
const only = process.argv[3] ?? "";
const say = (line: string) => process.stdout.write(`${line}\n`);

type Case = {
  name: string;
  from: number;
  most: number;
  doublings: number;
  measure: (options: Options) => Promise<Growth>;
};
type Options = { from: number; doublings: number; rounds: number };

const grammars = [...HOSTILE_TEXTS, ...Array.from({ length: randoms }, (_, seed) => randomGrammar(seed + 1))];
const texts: Case[] = TEXT_PARSERS.flatMap(({ name, from, most, run }) =>
  grammars.map((grammar) => ({
    name: `${name} < ${grammar.name}`,
    from,
    most,
    doublings: Math.min(2, Math.floor(Math.log2(most / from))),
    measure: (options: Options) => measureGrowth(grammar.make, run, options),
  })),
);
const files: Case[] = HOSTILE_BYTES.flatMap(({ name, kind, make }) => ({
  name,
  from: 64 * 1024,
  most: 2 ** 31,
  doublings: 2,
  measure: (options: Options) =>
    measureGrowth(
      make,
      (bytes) => probeKind(memorySource(bytes), kind, { language: "en", fragments: "scan" }),
      options,
    ),
}));
const samples: Case[] = HOSTILE_SAMPLES.flatMap(({ name, make }) =>
  (["webvtt", "timed-text"] as const).map((format) => ({
    name: `${format}: ${name}`,
    from: 16 * 1024,
    most: 2 ** 31,
    doublings: 2,
    measure: (options: Options) => measureGrowth(make, (bytes) => decodeSample(format, bytes), options),
  })),
);

const cases = [...texts, ...files, ...samples].filter(({ name }) => name.includes(only));
const bad: string[] = [];
let worst = { name: "", perDoubling: 0 };
for (const [index, one] of cases.entries()) {
  const { name, from, most, doublings } = one;
  if (doublings < 1) continue;
  let growth = await one.measure({ from, doublings, rounds: 1 });
  // Again, over larger inputs and the best of seven: a first measurement includes compilation, garbage collection and cache effects.
  for (let again = 0; again < 2 && growth.perDoubling > GROWTH_MAX - 0.2; again += 1) {
    growth = await one.measure({ from: Math.min(4 * from, most / 2 ** doublings), doublings, rounds: 7 });
  }
  if (growth.perDoubling > worst.perDoubling) worst = { name, perDoubling: growth.perDoubling };
  if (growth.perDoubling > GROWTH_MAX) {
    bad.push(name);
    say(
      `${growth.perDoubling.toFixed(2)} per doubling: ${name} (${growth.costs.map((ms) => ms.toFixed(2)).join(", ")} ms)`,
    );
  }
  if ((index + 1) % 200 === 0) say(`… ${index + 1} of ${cases.length}`);
}
say(
  `${cases.length} pairs; highest growth ${worst.perDoubling.toFixed(2)} per doubling (${worst.name}); aim at most ${GROWTH_MAX}`,
);

/** The whole path of a given transcript, hostile against ordinary text of the same size. */
const whole = TEXT_PARSERS.filter(({ name }) => name.startsWith("transcript") && name.includes(only));
for (const { name, run } of whole) {
  const size = 128 * 1024;
  const cost = async (text: string) =>
    (await measureGrowth(() => text, run, { from: size, doublings: 0, rounds: 2 })).costs[0] ?? 0;
  const ordinary = await cost(ordinaryTalk(size));
  const ratios: { grammar: string; ratio: number }[] = [];
  for (const grammar of grammars)
    ratios.push({ grammar: grammar.name, ratio: (await cost(grammar.make(size))) / ordinary });
  const [most] = ratios.toSorted((a, b) => b.ratio - a.ratio);
  say(
    `${name}: dearest is ${most?.grammar}, ${most?.ratio.toFixed(1)} × ordinary talk (${ordinary.toFixed(0)} ms); aim at most ${HOSTILE_MAX}`,
  );
  if ((most?.ratio ?? 0) > HOSTILE_MAX) bad.push(`${name} < ${most?.grammar}`);
}
process.exitCode = bad.length === 0 ? 0 : 1;
