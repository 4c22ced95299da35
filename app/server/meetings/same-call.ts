import { and, between, eq, inArray, isNull } from "drizzle-orm";
import type { Ownership } from "#app/domain/account/actor.ts";
import { CALENDAR_SAME_CALL_MS } from "#app/domain/limits/calendars.ts";
import { CALL_SAME_START_BY_HAND_MS } from "#app/domain/limits/calls.ts";
import type { MeetId } from "#app/domain/ids.ts";
import type { CallFactPlace } from "#app/domain/meeting/call-fact.ts";
import type { MeetingRole } from "#app/domain/meeting/list.ts";
import { roomWithoutSecret } from "#app/domain/meeting/link/room-secret.ts";
import { sha256Text } from "#app/domain/sha256-text.ts";
import { eventsOf } from "#app/server/workspace/events-of.ts";
import type { Database } from "#app/server/db/database.ts";
import { meetingClaims, meetings } from "#app/server/db/schema.ts";
import { callPlace } from "#app/server/meetings/change-call.ts";
import type { Services } from "#app/server/services.ts";
import { calendarEvents } from "#app/server/workspace/list-tables.ts";

/**
 * A person's invitation by hand and their calendar's event of the same room and time are one meeting, which counts once. Two links to one
 * room, with its passcode and without, are one room for one person, so that they have one bot there.
 */

export type SameCall = { meetId: MeetId; source: string; startsAt: number };

/** The column of a claim that this file reads: it says that two rooms are one, and not which. */
export function roomOf(place: { platform: string; roomKey: string }): string {
  return sha256Text(`${place.platform}:${roomWithoutSecret(place)}`);
}

const UNDER_WAY = ["SCHEDULE", "TORECORD", "RECORDING"];

/** The person's meeting for a call in a room at a time, the nearest one; null where they have none that is still to come or under way. */
export async function findSameCall(
  { db }: Pick<Services, "db">,
  ownership: Ownership,
  { place, startsAt }: { place: Pick<CallFactPlace, "platform" | "roomKey">; startsAt: number },
): Promise<SameCall | null> {
  return nearestCall(await selectCalls(db, ownership, place), startsAt);
}

/** The person's meetings in a room that are still to come or under way. */
export function selectCalls(
  db: Database,
  { createdBy, workspaceId }: Ownership,
  place: { platform: string; roomKey: string },
) {
  return db
    .select({
      meetId: meetings.id,
      source: meetings.source,
      status: meetings.status,
      startsAt: meetings.startsAt,
    })
    .from(meetingClaims)
    .innerJoin(meetings, eq(meetings.id, meetingClaims.meetId))
    .where(
      and(
        eq(meetingClaims.createdBy, createdBy),
        eq(meetingClaims.room, roomOf(place)),
        eq(meetings.workspaceId, workspaceId),
        inArray(meetings.status, UNDER_WAY),
        isNull(meetings.deletedAt),
      ),
    );
}

/** The answer of `selectCalls` for a call at a time. */
export function nearestCall(rows: Awaited<ReturnType<typeof selectCalls>>, startsAt: number): SameCall | null {
  const [nearest] = rows
    .filter((row) => isSameCall(row, startsAt))
    .toSorted((one, other) => Math.abs(one.startsAt - startsAt) - Math.abs(other.startsAt - startsAt));
  return nearest ? { ...nearest, meetId: nearest.meetId as MeetId } : null;
}

/**
 * One that waits there since an earlier time waits for this call. One that has recorded people since then has recorded another call, whose
 * words are not for the people of this one.
 */
function isSameCall({ status, startsAt }: { status: string; startsAt: number }, askedAt: number): boolean {
  if (Math.abs(startsAt - askedAt) <= CALL_SAME_START_BY_HAND_MS) return true;
  return status !== "RECORDING" && startsAt < askedAt && askedAt - startsAt <= CALENDAR_SAME_CALL_MS;
}

/** §6: the person's role in a call, as their calendars have it; null where it is in none of them. */
export async function roleInCall(
  needs: Pick<Services, "lists">,
  userId: string,
  { place, startsAt }: { place: Pick<CallFactPlace, "platform" | "roomKey">; startsAt: number },
): Promise<MeetingRole | null> {
  const { isOrganiser, isSaidOrganiser, platform, roomKey, startsAt: eventAt } = calendarEvents;
  const rows = await eventsOf(needs, userId)
    .select({ isOrganiser, isSaidOrganiser, platform, roomKey })
    .from(calendarEvents)
    .where(
      and(
        eq(calendarEvents.userId, userId),
        between(eventAt, startsAt - CALENDAR_SAME_CALL_MS, startsAt + CALENDAR_SAME_CALL_MS),
      ),
    );
  const same = rows.filter(
    ({ platform: on, roomKey: room }) =>
      on !== null && room !== null && roomOf({ platform: on, roomKey: room }) === roomOf(place),
  );
  if (same.length === 0) return null;
  return same.some((row) => row.isOrganiser || row.isSaidOrganiser) ? "organizer" : "guest";
}

/** The place of the person's other meeting, where its link differs in the passcode only. */
export async function placeOfSameCall(
  { config, meetings: objects }: Pick<Services, "config" | "meetings">,
  user: Parameters<typeof callPlace>[2] & { userId: string },
  { same, place }: { same: SameCall | null; place: CallFactPlace },
): Promise<CallFactPlace> {
  const link = same && (await objects.view(same.meetId, { kind: "owner", userId: user.userId }))?.head.call?.link;
  const other = link ? callPlace(link, config.links, user, place.plannedEndsAt ?? 0) : null;
  return other?.ok && roomOf(other.value) === roomOf(place) ? other.value : place;
}
