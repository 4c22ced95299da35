import { eq, sql } from "drizzle-orm";
import { isbot } from "isbot";
import { shareLinks } from "#app/server/db/schema.ts";
import type { Services } from "#app/server/services.ts";

/** Counts one opening, with its day. Nothing about the person is stored, so each opening counts. */
export async function countOpen({ db, now }: Pick<Services, "db" | "now">, tokenHash: string): Promise<void> {
  const today = new Date(now()).toISOString().slice(0, 10);
  await db
    .update(shareLinks)
    .set({ opens: sql`${shareLinks.opens} + 1`, lastOpenedOn: today })
    .where(eq(shareLinks.tokenHash, tokenHash));
}

/**
 * Whether a request is a person who opens the page, as far as the request shows it: no robot or preview, no prefetch, no reload
 * (browsers ask for a fresh copy then), no return from the page's own links.
 */
export function isOpening(request: Request): boolean {
  const { headers } = request;
  const agent = headers.get("User-Agent");
  if (request.method !== "GET" || !agent || isbot(agent)) return false;
  if (/prefetch|prerender|preview/i.test(`${headers.get("Sec-Purpose")} ${headers.get("Purpose")}`)) return false;
  if (/max-age=0|no-cache/.test(headers.get("Cache-Control") ?? "") || headers.has("Pragma")) return false;
  const [mode, site] = [headers.get("Sec-Fetch-Mode"), headers.get("Sec-Fetch-Site")];
  return (mode === null || mode === "navigate") && site !== "same-origin";
}
