/**
 * Two hundred lines that a person wrote and labelled, in four languages, held against the whole check:
 *   npx vite-node tests/bench/minutes/hand-labelled.ts [--tune]
 * Three scripted judges: honest in 95 of 100 cases, one that always says "supported", one that always says "not said". `--tune` names the
 * lines of the half on which rules may be tuned; the other half stays unseen.
 */
import { checkSummary } from "#app/domain/summary/check/check-summary.ts";
import { applyVerdicts, claimsOf, type Verdict } from "#app/domain/summary/check/judge-lines.ts";
import { linesOfAll } from "#app/domain/summary/summary.ts";
import type { TemplateSnapshot } from "#app/domain/template/template.ts";
import { type LabelledLine, type LabelledTalk, readLabelled } from "#tests/bench/minutes/labelled.ts";

const ROUNDS = 50;
const HONEST = 0.95;
const TEMPLATE: TemplateSnapshot = {
  id: null,
  name: "",
  fields: [{ key: "points", title: null, prompt: "", type: "keypoints", required: false }],
};
const say = (line: string) => process.stdout.write(`${line}\n`);

let seed = 20_261_128;
function random(): number {
  seed = (seed * 16_807) % 2_147_483_647;
  return seed / 2_147_483_647;
}

type Scripted = (line: LabelledLine) => Verdict;
const JUDGES: Record<string, { judge: Scripted; rounds: number }> = {
  "honest in 95 of 100": { judge: honest, rounds: ROUNDS },
  "always supported": { judge: () => "supported", rounds: 1 },
  "always not said": { judge: () => "not-said", rounds: 1 },
};

/** A judge that errs once in twenty: then it says one of the two wrong things. */
function honest({ isTrue }: LabelledLine): Verdict {
  const isRight = random() < HONEST;
  if (isTrue !== isRight) return random() < 0.5 ? "not-said" : "contradicted";
  return "supported";
}

type Shown = "confirmed" | "marked" | "gone";

function shownWith({ language, segments }: LabelledTalk, line: LabelledLine, judge: Scripted): Shown {
  const { written } = line;
  // Words of one language are not found in another: there an engine's citation, of a whole part at worst, names the place.
  const cited = written === language ? [] : segments.map(({ id }) => id);
  const content = { type: "keypoints" as const, items: [{ text: line.text, segmentIds: cited }] };
  const draft = { fields: [{ key: "points", content }] };
  const { fields, talk } = checkSummary({ draft, segments, template: TEMPLATE, language, written });
  const verdicts = claimsOf(fields, talk).map(() => asked(line, judge));
  const [kept] = linesOfAll(applyVerdicts(fields, verdicts).fields);
  if (!kept) return "gone";
  return kept.unconfirmed ? "marked" : "confirmed";
}

/** A line that is contradicted is asked about twice (prompt/ask-judge.ts). */
function asked(line: LabelledLine, judge: Scripted): Verdict {
  return judge(line);
}

const share = (part: number, whole: number) => `${((100 * part) / Math.max(1, whole)).toFixed(1)} % of ${whole}`;
const talks = readLabelled();
const mayName = process.argv.includes("--tune");

for (const isHeldBack of [false, true]) {
  say(isHeldBack ? "The half that was kept back" : "The half for tuning");
  const lines = talks.flatMap((talk) =>
    talk.lines.filter((line) => line.isHeldBack === isHeldBack).map((line) => ({ talk, line })),
  );
  for (const [name, { judge, rounds }] of Object.entries(JUDGES)) {
    const counts = { true: 0, kept: 0, marked: 0, false: 0, confirmed: 0 };
    const byKind = new Map<string, { of: number; confirmed: number }>();
    for (let round = 0; round < rounds; round += 1) {
      for (const { talk, line } of lines) {
        const shown = shownWith(talk, line, judge);
        if (line.isTrue) {
          counts.true += 1;
          if (shown !== "gone") counts.kept += 1;
          if (shown === "marked") counts.marked += 1;
        } else {
          counts.false += 1;
          if (shown === "confirmed") counts.confirmed += 1;
          const kind = byKind.get(line.kind) ?? { of: 0, confirmed: 0 };
          byKind.set(line.kind, { of: kind.of + 1, confirmed: kind.confirmed + (shown === "confirmed" ? 1 : 0) });
        }
        const isWrong = line.isTrue ? shown === "marked" : shown === "confirmed";
        if (mayName && !isHeldBack && name === "always supported" && isWrong)
          say(`    ${line.isTrue ? "true, marked" : "false, confirmed"}: ${talk.id}: ${line.kind}: ${line.text}`);
      }
    }
    say(
      `  ${name}: true kept ${share(counts.kept, counts.true)}, marked ${share(counts.marked, counts.true)}, false confirmed ${share(counts.confirmed, counts.false)}`,
    );
    if (name === "always supported")
      for (const [kind, { of, confirmed }] of byKind) say(`    false by ${kind}: ${confirmed} of ${of} confirmed`);
  }
}
