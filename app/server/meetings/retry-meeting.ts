import { parseMeetId } from "#app/domain/ids.ts";
import { may } from "#app/domain/meeting/access.ts";
import { type Outcome, refused } from "#app/domain/outcome.ts";
import { findViewer } from "#app/server/meetings/find-viewer.ts";
import type { Services } from "#app/server/services.ts";

/** Asks for a failed step again. Who may not is told what anybody is told of a meeting that is not there. */
export async function retryMeeting(
  services: Pick<Services, "db" | "meetings">,
  userId: string,
  meetIdText: string | undefined,
): Promise<Outcome<null, "not-found" | "not-retryable" | "limit-reached">> {
  const meetId = parseMeetId(meetIdText);
  const viewer = meetId && (await findViewer(services, userId, meetId));
  if (!meetId || !viewer || !may(viewer, "retry")) return refused("not-found");
  return services.meetings.retry(meetId);
}
