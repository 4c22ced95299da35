import { checkSummary } from "#app/domain/summary/check/check-summary.ts";
import { applyVerdicts, claimsOf, type Verdict } from "#app/domain/summary/check/judge-lines.ts";
import { linesOfAll } from "#app/domain/summary/summary.ts";
import type { TemplateSnapshot } from "#app/domain/template/template.ts";
import type { LabelledLine, LabelledTalk } from "#tests/bench/minutes/labelled.ts";

/** The way a line is shown: confirmed, marked, or left out of the minutes. */
export type Shown = "confirmed" | "marked" | "left-out";

const TEMPLATE: TemplateSnapshot = {
  id: null,
  name: "",
  fields: [{ key: "points", title: null, prompt: "", type: "keypoints", required: false }],
};

/** Takes a labelled line through the check by code, and returns the function that takes it through a judge's verdict. */
export function checkLabelled({ language, segments }: LabelledTalk, line: LabelledLine): (verdict: Verdict) => Shown {
  const { written, text } = line;
  // Words of one language are not found in another: there an engine's citation, of a whole part at worst, names the place.
  const cited = written === language ? [] : segments.map(({ id }) => id);
  const draft = {
    fields: [{ key: "points", content: { type: "keypoints" as const, items: [{ text, segmentIds: cited }] } }],
  };
  const checked = checkSummary({ draft, segments, template: TEMPLATE, language, written });
  const claims = claimsOf(checked.fields, checked.talk);
  return (verdict) => {
    const [kept] = linesOfAll(
      applyVerdicts(
        checked,
        claims.map(() => verdict),
      ).fields,
    );
    if (!kept) return "left-out";
    return kept.unconfirmed ? "marked" : "confirmed";
  };
}

/** A random number from 0 to 1, the same ones for the same seed. */
export function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 16_807) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}

/**
 * The verdict of a judge that is right in so many cases, and otherwise says one of the two wrong things. What it calls contradicted is
 * asked about again (prompt/ask-judge.ts), and marked where the answers differ.
 */
export function honestVerdict(isTrue: boolean, share: number, random: () => number): Verdict {
  const once = (): Verdict => {
    const isRight = random() < share;
    if (isTrue === isRight) return "supported";
    return random() < 0.5 ? "not-said" : "contradicted";
  };
  const first = once();
  return first === "contradicted" && once() !== "contradicted" ? "not-said" : first;
}
