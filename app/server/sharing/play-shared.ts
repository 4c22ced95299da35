import { type Outcome, refused } from "#app/domain/outcome.ts";
import { may } from "#app/domain/meeting/access.ts";
import { accessTo } from "#app/server/meetings/access-to.ts";
import { playTo } from "#app/server/meetings/play-recording.ts";
import type { Services } from "#app/server/services.ts";
import { findShared } from "#app/server/sharing/find-shared.ts";
import { guardedStream } from "#app/server/http/guarded-stream.ts";

/** The recording behind a link, in ranges. Asked on every request, and again while a body flows: revoking ends playing. */
export async function playShared(
  services: Pick<Services, "db" | "now" | "store" | "meetings">,
  asked: { token: string | undefined; request: Request },
): Promise<Outcome<Response, "not-found">> {
  const shared = await findShared(services, asked.token);
  const viewer = shared && (await accessTo(services, shared.actor, shared.actor.meetId));
  if (!shared || !viewer) return refused("not-found");
  const { meetId } = shared.actor;
  const isAllowed = async () => {
    const still = await findShared(services, asked.token);
    const stillViewer = still && (await accessTo(services, still.actor, meetId));
    return stillViewer !== null && may(stillViewer, "play-recording");
  };
  return playTo(services, viewer, {
    meetId,
    request: asked.request,
    guard: (body, length) => guardedStream(body, length, { isAllowed, now: services.now }),
  });
}
