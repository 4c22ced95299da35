import { type Outcome, refused } from "#app/domain/outcome.ts";
import { accessTo } from "#app/server/meetings/access-to.ts";
import { downloadPdf } from "#app/server/meetings/download-pdf.ts";
import type { Services } from "#app/server/services.ts";
import { findShared } from "#app/server/sharing/find-shared.ts";

/** The PDF of a share link: it holds only the shared parts, with the transcript only if that is shared. */
export async function downloadSharedPdf(
  services: Pick<Services, "db" | "now" | "store" | "meetings">,
  asked: { token: string | undefined; request: Request },
): Promise<Outcome<Response, "not-found" | "pdf-not-ready">> {
  const shared = await findShared(services, asked.token);
  const viewer = shared && (await accessTo(services, shared.actor, shared.actor.meetId));
  if (!shared || !viewer) return refused("not-found");
  const { meetId } = shared.actor;
  return downloadPdf(services, { meetId, viewer, transcript: true, request: asked.request });
}
