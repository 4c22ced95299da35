import type { MeetId } from "#app/domain/ids.ts";
import type { Viewer } from "#app/domain/meeting/access.ts";
import { ok, type Outcome, refused } from "#app/domain/outcome.ts";
import { attachedAs } from "#app/server/exports/attached-as.ts";
import type { Services } from "#app/server/services.ts";

/**
 * The meeting's PDF for a known viewer (the owner, or the holder of a share link); it holds only parts that the viewer may see.
 * "pdf-not-ready" until one is written from the saved state; a stale one is never sent.
 */
export async function downloadPdf(
  services: Pick<Services, "store" | "meetings">,
  asked: { meetId: MeetId; viewer: Viewer; transcript: boolean; request: Request },
): Promise<Outcome<Response, "not-found" | "pdf-not-ready">> {
  const { meetId, viewer, transcript, request } = asked;
  const found = await services.meetings.pdf(meetId, viewer, { transcript });
  if (!found.ok) return refused(found.reason === "not-ready" ? "pdf-not-ready" : "not-found");
  const { key, version, title } = found.value;
  const headers = {
    "Cache-Control": "private, no-store",
    "Content-Disposition": attachedAs(title, "pdf"),
    "Content-Length": String(version.size),
    "Content-Type": "application/pdf",
    "X-Content-Type-Options": "nosniff",
  };
  if (request.method === "HEAD") return ok(new Response(null, { headers }));
  const body = await services.store.read(key, version, 0, version.size);
  // Written again in this moment: the next one is a second away.
  return body ? ok(new Response(body, { headers })) : refused("pdf-not-ready");
}
