import { type Outcome, refused } from "#app/domain/outcome.ts";
import { accessTo } from "#app/server/meetings/access-to.ts";
import { exportTo } from "#app/server/meetings/export-meeting.ts";
import type { Services } from "#app/server/services.ts";
import { findShared } from "#app/server/sharing/find-shared.ts";

/** Exports a shared meeting; the file holds only the shared parts. */
export async function exportShared(
  services: Pick<Services, "db" | "now" | "config" | "meetings">,
  asked: { token: string | undefined; format: string | undefined; request: Request },
): Promise<Outcome<Response, "not-found" | "not-ready">> {
  const shared = await findShared(services, asked.token);
  const viewer = shared && (await accessTo(services, shared.actor, shared.actor.meetId));
  if (!shared || !viewer) return refused("not-found");
  const { meetId } = shared.actor;
  return exportTo(services, viewer, { ...asked, meetId, page: `${services.config.origin}/s/${asked.token}` });
}
