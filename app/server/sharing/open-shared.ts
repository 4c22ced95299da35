import type { SharedView } from "#app/contracts/shared-view.ts";
import { authenticate } from "#app/server/auth/session.ts";
import { accessTo } from "#app/server/meetings/access-to.ts";
import type { Services } from "#app/server/services.ts";
import { countOpen, isOpening } from "#app/server/sharing/count-open.ts";
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
