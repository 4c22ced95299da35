import * as z from "zod";
import { type Verdict, VERDICTS } from "#app/domain/summary/check/judge-lines.ts";

/** A judge's answer about the lines of one question. Lenient in reading: a line without a readable verdict has none. */
const answer = z.object({ verdicts: z.array(z.unknown()) });
const one = z.object({ line: z.coerce.number().int(), verdict: z.enum(VERDICTS) });

export const JUDGE_SCHEMA: Record<string, unknown> = z.toJSONSchema(
  z.strictObject({ verdicts: z.array(z.strictObject({ line: z.int(), verdict: z.enum(VERDICTS) })) }),
);

/** Reads the verdicts of lines 1 to `count`. Null for an answer that holds none. */
export function readJudgeAnswer(text: string, count: number): (Verdict | null)[] | null {
  const start = text.indexOf("{");
  const end = text.lastIndexOf("}");
  let value: unknown;
  try {
    value = JSON.parse(text.slice(Math.max(0, start), end + 1));
  } catch {
    return null;
  }
  const read = answer.safeParse(value);
  if (!read.success) return null;
  const verdicts: (Verdict | null)[] = Array.from({ length: count }, () => null);
  for (const entry of read.data.verdicts) {
    const verdict = one.safeParse(entry);
    if (verdict.success && verdict.data.line >= 1 && verdict.data.line <= count) {
      verdicts[verdict.data.line - 1] = verdict.data.verdict;
    }
  }
  return verdicts.some((verdict) => verdict !== null) ? verdicts : null;
}
