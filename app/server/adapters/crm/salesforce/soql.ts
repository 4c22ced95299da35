import * as z from "zod";
import type { AskAccount } from "#app/server/adapters/crm/crm-requests.ts";
import { errorCodeOf, goodAnswer } from "#app/server/adapters/crm/salesforce/salesforce-request.ts";

/** Questions in Salesforce's query language, which has no parameters: all values are quoted here. */

/** A text as a literal: a quote or a backslash within would end or change it. */
export function soqlText(text: string): string {
  const escaped = text
    .replace(/[\\']/gu, String.raw`\$&`)
    .replace(/\n/gu, String.raw`\n`)
    .replace(/\r/gu, String.raw`\r`);
  return `'${escaped}'`;
}

export function soqlList(texts: readonly string[]): string {
  return `(${texts.map(soqlText).join(",")})`;
}

/** An object or a field that the person may not see is unknown to Salesforce. */
const UNSEEN = new Set(["INVALID_TYPE", "INVALID_FIELD"]);

/** The rows of a question; none where the person may not see the object. Questions have a LIMIT below the size of a page (2,000). */
export async function query<Row>(ask: AskAccount, soql: string, row: z.ZodType<Row>): Promise<Row[]> {
  const answer = await ask("GET", `query?${new URLSearchParams({ q: soql })}`);
  if (answer.status === 400 && UNSEEN.has(errorCodeOf(answer.body) ?? "")) return [];
  return goodAnswer(answer, z.object({ records: z.array(row) })).records;
}
