import type { Actor } from "#app/domain/account/actor.ts";
import { parseMeetId } from "#app/domain/ids.ts";
import { may } from "#app/domain/meeting/access.ts";
import { isUnderway } from "#app/domain/meeting/status.ts";
import { type Outcome, refused } from "#app/domain/outcome.ts";
import { accessTo } from "#app/server/workspace/access-to.ts";
import type { Services } from "#app/server/services.ts";

/**
 * Asks for a failed step again. Returns not-found for meetings that the actor cannot access. "retry-begun": the meeting is in work, so
 * another page has asked. "not-retryable": nothing has begun, and nothing can.
 */
export async function retryMeeting(
  services: Pick<Services, "db" | "meetings">,
  actor: Actor,
  meetIdText: string | undefined,
): Promise<Outcome<null, "not-found" | "not-retryable" | "retry-begun" | "limit-reached">> {
  const meetId = parseMeetId(meetIdText);
  const viewer = meetId && (await accessTo(services, actor, meetId));
  if (!meetId || !viewer || !may(viewer, "retry")) return refused("not-found");
  const asked = await services.meetings.retry(meetId);
  if (asked.ok || asked.reason !== "not-retryable") return asked;
  const view = await services.meetings.view(meetId, viewer);
  return view && isUnderway(view.head.status) ? refused("retry-begun") : asked;
}
