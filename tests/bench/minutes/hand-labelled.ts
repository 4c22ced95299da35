/**
 * Two hundred lines that a person wrote and labelled, in four languages, held against the whole check:
 *   npx vite-node tests/bench/minutes/hand-labelled.ts [--tune]
 * Three scripted judges: right in 95 of 100 cases, one that always says "supported", one that always says "not said". `--tune` names the
 * lines of the talks on which rules may be tuned; the others stay unseen.
 */
import type { Verdict } from "#app/domain/summary/check/judge-lines.ts";
import { type LabelledLine, readLabelled } from "#tests/bench/minutes/labelled.ts";
import { checkLabelled, honestVerdict, seeded } from "#tests/bench/minutes/labelled-check.ts";

const ROUNDS = 200;
const HONEST = 0.95;
const say = (line: string) => process.stdout.write(`${line}\n`);
const share = (part: number, whole: number) => `${((100 * part) / Math.max(1, whole)).toFixed(1)} % of ${whole}`;
const random = seeded(20_261_128);
const mayName = process.argv.includes("--tune");

const JUDGES: Record<string, { judge: (line: LabelledLine) => Verdict; rounds: number }> = {
  "right in 95 of 100": { judge: ({ isTrue }) => honestVerdict(isTrue, HONEST, random), rounds: ROUNDS },
  "always supported": { judge: () => "supported", rounds: 1 },
  "always not said": { judge: () => "not-said", rounds: 1 },
};

const lines = readLabelled().flatMap((talk) =>
  talk.lines.map((line) => ({ id: talk.id, line, shown: checkLabelled(talk, line) })),
);
for (const isHeldBack of [false, true]) {
  say(isHeldBack ? "The talks that were kept back" : "The talks for tuning");
  const half = lines.filter(({ line }) => line.isHeldBack === isHeldBack);
  for (const [name, { judge, rounds }] of Object.entries(JUDGES)) {
    const counts = { true: 0, kept: 0, marked: 0, false: 0, confirmed: 0 };
    for (let round = 0; round < rounds; round += 1) {
      for (const { line, shown } of half) {
        const as = shown(judge(line));
        counts[line.isTrue ? "true" : "false"] += 1;
        if (line.isTrue && as !== "left-out") counts.kept += 1;
        if (line.isTrue && as === "marked") counts.marked += 1;
        if (!line.isTrue && as === "confirmed") counts.confirmed += 1;
      }
    }
    say(
      `  ${name}: true kept ${share(counts.kept, counts.true)}, marked ${share(counts.marked, counts.true)}, false confirmed ${share(counts.confirmed, counts.false)}`,
    );
  }
  for (const kind of new Set(half.map(({ line }) => line.kind))) {
    const untrue = half.filter(({ line }) => !line.isTrue && line.kind === kind);
    const confirmed = untrue.filter(({ shown }) => shown("supported") === "confirmed");
    if (untrue.length > 0)
      say(`    false by ${kind}: ${confirmed.length} of ${untrue.length} confirmed without a judge`);
  }
  if (!mayName) continue;
  for (const { id, line, shown } of half)
    if ((shown("supported") === "confirmed") !== line.isTrue)
      say(`    ${line.isTrue ? "true, marked" : "false, confirmed"}: ${id}: ${line.kind}: ${line.text}`);
}
