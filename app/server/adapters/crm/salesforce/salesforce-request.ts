import * as z from "zod";
import { type AskAccount, crmRequests } from "#app/server/adapters/crm/crm-requests.ts";
import type { Crm } from "#app/server/ports/crm.ts";
import { UpstreamError } from "#app/server/ports/upstream-error.ts";

const SERVICE = "salesforce";

/** The version in the paths of Salesforce's REST API (Summer '25). A version is kept for three years at least. */
export const SALESFORCE_VERSION = "v64.0";

/** The host at which people of production sign in. Sandboxes have another one, and a company may have its own ("My Domain"). */
const LOGIN_ORIGIN = "https://login.salesforce.com";

/** The consent and its tokens: of the real Salesforce, or of the stand-in of one machine. */
export function salesforceLogin({
  loginOrigin,
  localOrigin,
}: {
  loginOrigin: string | null;
  localOrigin: string | null;
}): string {
  return localOrigin === null ? (loginOrigin ?? LOGIN_ORIGIN) : `${localOrigin}/salesforce`;
}

/** A company's own host, as `instance_url` of the token answer names it. Any other host is refused: the token would be sent there. */
export function salesforceBase(host: string, localOrigin: string | null): string {
  if (!/^(?:[a-z0-9-]+\.)+salesforce\.com$/u.test(host))
    throw new UpstreamError({ service: SERVICE, status: 502, retryable: false });
  return localOrigin === null ? `https://${host}` : `${localOrigin}/salesforce`;
}

const requests = crmRequests(SERVICE);
export const { ask: askSalesforce, goodAnswer } = requests;

/** Errors are a list; the first one says what happened. */
const failures = z.array(z.object({ errorCode: z.string() })).min(1);

export function errorCodeOf(body: unknown): string | null {
  return failures.safeParse(body).data?.[0]?.errorCode ?? null;
}

/** Too many requests of the company in 24 hours or at once; a record that somebody else saves now; a search that took too long. */
const PASSING = new Set(["REQUEST_LIMIT_EXCEEDED", "UNABLE_TO_LOCK_ROW", "QUERY_TIMEOUT", "SERVER_UNAVAILABLE"]);

/** Calls of one account. Throws what may pass as UpstreamError: Salesforce answers 400 or 403 to it. */
export function askSalesforceAs(
  of: Pick<Parameters<Crm["account"]>[0], "access" | "signal">,
  base: string,
): AskAccount {
  const send = requests.askAs(of, `${base}/services/data/${SALESFORCE_VERSION}`);
  return async (method, path, body) => {
    const answer = await send(method, path, body);
    if (answer.status >= 400) throwIfPassing(errorCodeOf(answer.body));
    return answer;
  };
}

export function throwIfPassing(code: string | null): void {
  if (code !== null && PASSING.has(code)) throw new UpstreamError({ service: SERVICE, status: 429, retryable: true });
}

/** The API is no part of the company's edition, or switched off for the person. */
const NO_API = new Set(["API_DISABLED_FOR_ORG", "API_CURRENTLY_DISABLED"]);

export function isWithoutApi({ status, body }: { status: number; body: unknown }): boolean {
  return status === 403 && NO_API.has(errorCodeOf(body) ?? "");
}

/** Ids begin with the type of their record. Contacts that are none are leads. */
export const isContact = (id: string) => id.startsWith("003");

/** The answer to a creation. */
export const made = z.object({ id: z.string() });

const saved = z.array(
  z.object({ success: z.boolean(), errors: z.array(z.object({ statusCode: z.string() })).optional() }),
);

/** Records that one request of a collection may hold. */
const COLLECTION_MAX = 200;

/** Makes, changes or removes several records. `tolerated`: refusals of one record that are none. */
export async function saveAll(
  ask: AskAccount,
  method: "POST" | "PATCH",
  records: readonly object[],
  tolerated: readonly string[] = [],
): Promise<void> {
  for (let from = 0; from < records.length; from += COLLECTION_MAX) {
    const part = records.slice(from, from + COLLECTION_MAX);
    await checkSaved(await ask(method, "composite/sobjects", { allOrNone: false, records: part }), tolerated);
  }
}

export async function removeAll(ask: AskAccount, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const query = new URLSearchParams({ ids: ids.slice(0, COLLECTION_MAX).join(","), allOrNone: "false" });
  await checkSaved(await ask("DELETE", `composite/sobjects?${query}`), [
    "ENTITY_IS_DELETED",
    "INVALID_CROSS_REFERENCE_KEY",
  ]);
}

async function checkSaved(answer: { status: number; body: unknown }, tolerated: readonly string[]): Promise<void> {
  const codes = goodAnswer(answer, saved).flatMap(({ success, errors = [] }) =>
    success ? [] : errors.map(({ statusCode }) => statusCode),
  );
  for (const code of codes) throwIfPassing(code);
  if (codes.some((code) => !tolerated.includes(code)))
    throw new UpstreamError({ service: SERVICE, status: 400, retryable: false });
}

/** Whether a person has deleted it there. */
export function isGone({ status, body }: { status: number; body: unknown }): boolean {
  return status === 404 || (status === 400 && errorCodeOf(body) === "ENTITY_IS_DELETED");
}
