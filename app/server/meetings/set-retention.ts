import type { PersonActor } from "#app/domain/account/actor.ts";
import { eq } from "drizzle-orm";
import { meetings } from "#app/server/db/schema.ts";
import { type MeetId, parseMeetId } from "#app/domain/ids.ts";
import { may } from "#app/domain/meeting/access.ts";
import { type Outcome, refused } from "#app/domain/outcome.ts";
import type { RetentionChange, RetentionRule } from "#app/domain/privacy/retention.ts";
import { accessTo } from "#app/server/workspace/access-to.ts";
import type { Services } from "#app/server/services.ts";

/** Sets how long a meeting keeps its parts. Who may delete it may also have it deleted later. */
export async function setRetention(
  services: Pick<Services, "db" | "meetings">,
  { actor, meetId, rule }: { actor: PersonActor; meetId: MeetId; rule: RetentionChange | null },
): Promise<Outcome<RetentionRule | null, "not-found">> {
  const viewer = await accessTo(services, actor, meetId);
  if (!viewer || !may(viewer, "delete")) return refused("not-found");
  const set = await services.meetings.setRetention(meetId, rule);
  // The recordings that were merged into it are kept as long as its own.
  const parts = await services.db.select({ id: meetings.id }).from(meetings).where(eq(meetings.mergedInto, meetId));
  if (set.ok) for (const { id } of parts) await services.meetings.setRetention(id as MeetId, rule);
  return set;
}

/** The meeting whose rule a page shows; null where the person may not set it. */
export async function readOwnRetention(
  services: Pick<Services, "db" | "meetings">,
  actor: PersonActor,
  asked: string | null,
): Promise<{ meetId: string; title: string; rule: RetentionRule | null } | null> {
  const meetId = parseMeetId(asked ?? undefined);
  const viewer = meetId && (await accessTo(services, actor, meetId));
  if (!meetId || !viewer || !may(viewer, "delete")) return null;
  const own = await services.meetings.ownRetention(meetId);
  return own && { meetId, ...own };
}
