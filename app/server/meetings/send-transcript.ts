import type { Actor } from "#app/domain/account/actor.ts";
import { packTranscript } from "#app/contracts/transcript-answer.ts";
import { parseMeetId } from "#app/domain/ids.ts";
import { may } from "#app/domain/meeting/access.ts";
import { ok, type Outcome, refused } from "#app/domain/outcome.ts";
import { accessTo } from "#app/server/meetings/access-to.ts";
import type { Services } from "#app/server/services.ts";

/**
 * The whole transcript, for a page that has shown its first lines. A browser may keep it, but asks each time whether it
 * still holds: the tag is the sequence of the meeting's last change.
 */
export async function sendTranscript(
  services: Pick<Services, "db" | "meetings">,
  actor: Actor,
  asked: { meetId: string | undefined; request: Request },
): Promise<Outcome<Response, "not-found">> {
  const meetId = parseMeetId(asked.meetId);
  const viewer = meetId && (await accessTo(services, actor, meetId));
  if (!meetId || !viewer || !may(viewer, "read-transcript")) return refused("not-found");
  const view = await services.meetings.view(meetId, viewer);
  if (!view) return refused("not-found");
  const { sequence } = view.head;
  const tag = `"${sequence}"`;
  const headers = { "Cache-Control": "private, no-cache", ETag: tag, "Content-Type": "application/json" };
  if (holds(asked.request.headers.get("If-None-Match"), tag)) {
    return ok(new Response(null, { status: 304, headers }));
  }
  const isHead = asked.request.method === "HEAD";
  return ok(new Response(isHead ? null : JSON.stringify(packTranscript(sequence, view.segments)), { headers }));
}

/** RFC 9110 §13.1.2, by weak comparison: what lies between may have compressed the answer and weakened its tag. */
function holds(header: string | null, tag: string): boolean {
  return header !== null && header.split(",").some((each) => each.trim().replace(/^W\//, "") === tag);
}
