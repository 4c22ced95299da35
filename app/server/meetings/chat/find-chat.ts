import type { PersonActor } from "#app/domain/account/actor.ts";
import { type MeetId, parseMeetId } from "#app/domain/ids.ts";
import { may } from "#app/domain/meeting/access.ts";
import { type Outcome, ok, refused } from "#app/domain/outcome.ts";
import { accessTo } from "#app/server/meetings/access-to.ts";
import type { Services } from "#app/server/services.ts";

/** The id of a meeting whose chat the actor may use, else `not-found`. */
export async function findChat(
  services: Pick<Services, "db">,
  actor: PersonActor,
  meetIdText: string | undefined,
): Promise<Outcome<MeetId, "not-found">> {
  const meetId = parseMeetId(meetIdText);
  const viewer = meetId && (await accessTo(services, actor, meetId));
  return meetId && viewer && may(viewer, "chat") ? ok(meetId) : refused("not-found");
}
