import { isbot } from "isbot";
import { clientNetwork } from "#app/server/http/client-network.ts";
import { tooManyRequests } from "#app/server/http/error-response.ts";
import type { Services } from "#app/server/services.ts";

/** Requests for pages that anyone with a link may open: their limit, their headers, and which of them count as an opening. */

/**
 * Programs that fetch a link themselves and are no browser: Office asks for a link in a document or a mail before it opens the browser with it,
 * and apps on iOS and Android for a preview.
 */
const PROGRAM = /\bms-office\b|^Microsoft Office|\bCFNetwork\/|^Dalvik\//u;

/**
 * Whether a request is a person who opens the page, as far as the request shows it: no robot or preview, no prefetch, no reload
 * (browsers ask for a fresh copy then), no return from the page's own links.
 */
export function isOpening(request: Request): boolean {
  const { headers } = request;
  const agent = headers.get("User-Agent");
  if (request.method !== "GET" || !agent || isbot(agent) || PROGRAM.test(agent)) return false;
  if (/prefetch|prerender|preview/i.test(`${headers.get("Sec-Purpose")} ${headers.get("Purpose")}`)) return false;
  if (/max-age=0|no-cache/.test(headers.get("Cache-Control") ?? "") || headers.has("Pragma")) return false;
  const [mode, site] = [headers.get("Sec-Fetch-Mode"), headers.get("Sec-Fetch-Site")];
  return (mode === null || mode === "navigate") && site !== "same-origin";
}

/** Limits one network's requests for shared pages per minute. Returns the refusal or null. 128 bits cannot be guessed; requests cost. */
export async function mayAskShared({ rates }: Pick<Services, "rates">, request: Request): Promise<Response | null> {
  const network = clientNetwork(request);
  if (network === null || (await rates.take("share", "share", network))) return null;
  return tooManyRequests(request);
}

/** Headers of pages under /s/: never cached. http/security-headers.ts adds X-Robots-Tag and Referrer-Policy. */
export const SHARED_PAGE_HEADERS = {
  "Content-Type": "text/html; charset=utf-8",
  "Cache-Control": "private, no-store",
  Vary: "Cookie, Accept-Language",
};
