import type { SharedView } from "#app/contracts/shared-view.ts";
import { authenticate } from "#app/server/auth/session.ts";
import type { Services } from "#app/server/services.ts";
import { countOpen, isOpening } from "#app/server/sharing/count-open.ts";
import { findShared, type Shared } from "#app/server/sharing/find-shared.ts";

/** What the page behind a link shows; null is the one text for every link that opens nothing. */
export async function openShared(
  services: Pick<Services, "db" | "now" | "config" | "meetings" | "waitUntil">,
  asked: { token: string | undefined; request: Request },
): Promise<(SharedView & { shared: Shared }) | null> {
  const shared = await findShared(services, asked.token);
  if (!shared) return null;
  const found = await services.meetings.sharedView(shared.meetId, shared.viewer);
  if (!found) return null;
  if (isOpening(asked.request)) services.waitUntil(countUnlessOwner(services, shared, asked.request));
  return { ...found, shared };
}

async function countUnlessOwner(
  services: Pick<Services, "db" | "now" | "config">,
  { ownerUserId, tokenHash }: Shared,
  request: Request,
): Promise<void> {
  const user = await authenticate(request, services);
  if (user?.id !== ownerUserId) await countOpen(services, tokenHash);
}
