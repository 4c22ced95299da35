import { eq, sql } from "drizzle-orm";
import { isbot } from "isbot";
import type { SharedView } from "#app/contracts/shared-view.ts";
import { authenticate } from "#app/server/auth/session.ts";
import { shareLinks } from "#app/server/db/schema.ts";
import { accessTo } from "#app/server/meetings/access-to.ts";
import type { Services } from "#app/server/services.ts";
import { findShared, type Shared } from "#app/server/sharing/find-shared.ts";

/** The view for the page of a share link; null for every link that does not work, so that all of them show the same text. */
export async function openShared(
  services: Pick<Services, "db" | "now" | "config" | "meetings" | "waitUntil">,
  asked: { token: string | undefined; request: Request },
): Promise<(SharedView & { shared: Shared }) | null> {
  const shared = await findShared(services, asked.token);
  if (!shared) return null;
  const { meetId } = shared.actor;
  const viewer = await accessTo(services, shared.actor, meetId);
  const found = viewer && (await services.meetings.sharedView(meetId, viewer));
  if (!found) return null;
  if (isOpening(asked.request)) services.waitUntil(countUnlessOwner(services, shared, asked.request));
  return { ...found, shared };
}

async function countUnlessOwner(
  services: Pick<Services, "db" | "now" | "config">,
  { createdBy, tokenHash }: Shared,
  request: Request,
): Promise<void> {
  const caller = await authenticate(request, services);
  if (caller?.actor.userId !== createdBy) await countOpen(services, tokenHash);
}

/** Counts one opening, with its day. Nothing about the person is stored, so each opening counts. */
async function countOpen({ db, now }: Pick<Services, "db" | "now">, tokenHash: string): Promise<void> {
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
function isOpening(request: Request): boolean {
  const { headers } = request;
  const agent = headers.get("User-Agent");
  if (request.method !== "GET" || !agent || isbot(agent)) return false;
  if (/prefetch|prerender|preview/i.test(`${headers.get("Sec-Purpose")} ${headers.get("Purpose")}`)) return false;
  if (/max-age=0|no-cache/.test(headers.get("Cache-Control") ?? "") || headers.has("Pragma")) return false;
  const [mode, site] = [headers.get("Sec-Fetch-Mode"), headers.get("Sec-Fetch-Site")];
  return (mode === null || mode === "navigate") && site !== "same-origin";
}
