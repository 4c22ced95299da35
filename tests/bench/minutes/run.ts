/**
 * Lines that people wrote about real meetings, and false lines made of them, held against the check of the minutes (domain/summary/check):
 *   npx vite-node tests/bench/minutes/run.ts [folder of meetings]
 * Scripted judges: one that says "supported" to all (the check by code alone), and one that says "not said" to all (nothing may be
 * deleted). Left out, with a notice, where the folder is missing: the meetings belong to others. Everything is seeded.
 */
import path from "node:path";
import { checkSummary } from "#app/domain/summary/check/check-summary.ts";
import { applyVerdicts, claimsOf, type Verdict } from "#app/domain/summary/check/judge-lines.ts";
import { linesOfAll } from "#app/domain/summary/summary.ts";
import type { TemplateSnapshot } from "#app/domain/template/template.ts";
import type { Segment } from "#app/domain/transcript/segment.ts";
import { exchanged } from "#tests/bench/minutes/exchange-facts.ts";
import { readMeetings } from "#tests/bench/summary/meetings.ts";

const SHOWN_MAX = 60;
const WORDS_MIN = 4;
const say = (line: string) => process.stdout.write(`${line}\n`);
const share = (part: number, whole: number) =>
  `${part} of ${whole} (${((100 * part) / Math.max(1, whole)).toFixed(1)} %)`;

let seed = 20_261_128;
function random(): number {
  seed = (seed * 16_807) % 2_147_483_647;
  return seed / 2_147_483_647;
}

const TEMPLATE: TemplateSnapshot = {
  id: null,
  name: "",
  fields: [{ key: "points", title: null, prompt: "", type: "keypoints", required: false }],
};

/** One line as a model would write it, through the whole check. */
function shown(text: string, cited: string[], segments: readonly Segment[], verdict: Verdict) {
  const draft = {
    fields: [{ key: "points", content: { type: "keypoints" as const, items: [{ text, segmentIds: cited }] } }],
  };
  const checked = checkSummary({ draft, segments, template: TEMPLATE, language: "en" });
  const { fields, talk } = checked;
  const judged = applyVerdicts(
    checked,
    claimsOf(fields, talk).map(() => verdict),
  );
  const [line] = linesOfAll(judged.fields);
  return { isShown: line !== undefined, isConfirmed: line !== undefined && !line.unconfirmed, talk, line };
}

const folder = path.resolve(process.argv[2] ?? process.env.ACTA_MEETINGS_DIR ?? "../shared/meetings-dev");
const meetings = readMeetings(folder) ?? [];
if (meetings.length === 0) say("Left out: no folder of meetings found.");

const totals = { lines: 0, shown: 0, marked: 0, mended: 0, kept: 0 };
const untrue = new Map<string, { made: number; confirmed: number }>();
const listed: string[] = [];
for (const { id, segments, answers } of meetings) {
  for (const text of answers.filter((answer) => answer.split(" ").length >= WORDS_MIN)) {
    totals.lines += 1;
    // A small model cites clock times where ids were asked.
    const one = shown(text, ["00:42"], segments, "supported");
    if (one.isShown) totals.shown += 1;
    if (one.line && one.line.segmentIds.length > 0) totals.mended += 1;
    if (shown(text, [], segments, "not-said").isShown) totals.kept += 1;
    if (!one.isConfirmed) {
      totals.marked += 1;
      listed.push(`  true, marked: ${id}: ${text}`);
      continue;
    }
    for (const line of exchanged(text, one.talk, random)) {
      const count = untrue.get(line.kind) ?? { made: 0, confirmed: 0 };
      untrue.set(line.kind, count);
      count.made += 1;
      if (!shown(line.text, [], segments, "supported").isConfirmed) continue;
      count.confirmed += 1;
      listed.push(`  false ${line.kind}, confirmed: ${id}: ${line.text}`);
    }
  }
}
say(
  `Lines that people wrote: ${share(totals.shown, totals.lines)} shown, ${share(totals.marked, totals.lines)} marked by code`,
);
say(`With a judge that always says "not said": ${share(totals.kept, totals.lines)} shown`);
say(`Citations that were times: ${share(totals.mended, totals.lines)} have a moment`);
for (const [kind, { made, confirmed }] of untrue)
  say(`False by an exchanged ${kind}: ${share(confirmed, made)} confirmed without a judge`);
for (const line of listed.slice(0, SHOWN_MAX)) say(line);
