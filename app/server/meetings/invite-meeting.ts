import { birthNote } from "#app/contracts/meeting/birth-note.ts";
import type { InvitePayload } from "#app/contracts/recording/invite.ts";
import { ownershipOf } from "#app/domain/account/actor.ts";
import { type MeetId, newMeetId } from "#app/domain/ids.ts";
import { ok, type Outcome, refused } from "#app/domain/outcome.ts";
import { can } from "#app/domain/plan/plans.ts";
import { readUsage } from "#app/server/usage/usage-ledger.ts";
import type { PersonCaller } from "#app/server/identity/session.ts";
import { meetingClaims } from "#app/server/db/schema.ts";
import { fileMeeting } from "#app/server/folders/file-meeting.ts";
import { claimMeeting, ofClaim } from "#app/server/meetings/claim-meeting.ts";
import { callPlace, plannedEnd } from "#app/server/meetings/change-call.ts";
import { findSameCall, placeOfSameCall, roleInCall, roomOf, type SameCall } from "#app/server/meetings/same-call.ts";
import { detailsOf } from "#app/server/meetings/details-of.ts";
import type { Services } from "#app/server/services.ts";
import { birthNoteKey } from "#app/server/storage/keys.ts";
import { applyVisibilityDefault } from "#app/server/meetings/set-visibility.ts";
import { releaseClaim } from "#app/server/templates/choose-template.ts";

type Needs = Pick<Services, "config" | "db" | "lists" | "store" | "meetings" | "log" | "now">;

/**
 * §7, POST /api/acta/init_call: makes the meeting, which joins its call when it begins, or now. The same submit again is the
 * same meeting. Nothing is taken from the plan here: a recording counts when it starts, and the meeting takes its place
 * when it is about to join. Who has none left is told at once.
 */
export async function inviteMeeting(
  services: Needs,
  { actor, user }: PersonCaller,
  payload: InvitePayload,
): Promise<Outcome<{ meetId: MeetId }, "invalid-link" | "template-not-found" | "limit-reached">> {
  const { config, db, store, now } = services;
  const ownership = ownershipOf(actor);
  const place = callPlace(payload.meetExtUrl, config.links, user, plannedEnd(payload));
  if (!place.ok) return place;
  const startsAt = payload.meetingDate;
  const same = await findSameCall(services, ownership, { place: place.value, startsAt });
  if (same?.source === "calendar") return adoptMeeting(services, { actor, user }, payload, same);
  const meetId = newMeetId();
  const details = await detailsOf(services, { actor, user }, payload, meetId);
  if (!details.ok) return details;
  const key = payload.submissionId ? `invite:${payload.submissionId}` : `once:${meetId}`;
  const isKnown = (await db.select().from(meetingClaims).where(ofClaim(ownership, key))).length > 0;
  // A submit that was taken before may have taken the last recording itself.
  if (!isKnown && !can(user.plan, await readUsage(db, actor.workspaceId, now()), "record").ok) {
    await releaseClaim(services, meetId);
    return refused("limit-reached");
  }

  const claim = await claimMeeting(db, { ownership, key, meetId, room: roomOf(place.value), now: now() });
  if (!claim.isNew) await releaseClaim(services, meetId);
  const role = await roleInCall(services, actor.userId, { place: place.value, startsAt });
  const { recordingId, createdAt } = claim;
  const note = birthNote({ meetId: claim.meetId, ...ownership, recordingId, source: "invite", createdAt });
  await store.put(birthNoteKey(claim.meetId), JSON.stringify(note), "application/json");
  await services.meetings.begin(claim.meetId, {
    meetId: claim.meetId,
    ...ownership,
    recordingId,
    source: "invite",
    details: { ...details.value, ...(role && { role }) },
    place: await placeOfSameCall(services, { ...user, userId: actor.userId }, { same, place: place.value }),
    createdAt,
  });
  if (claim.isNew) {
    await applyVisibilityDefault(services, actor, claim.meetId);
    await fileMeeting(services, actor, claim.meetId, { title: details.value.title, people: [] });
  }
  services.log("invite.created", { meetId: claim.meetId, platform: place.value.platform, isNew: claim.isNew });
  return ok({ meetId: claim.meetId });
}

/** The calendar has this call already: it gets the words of the person, and is joined when the earlier of the two begins. */
async function adoptMeeting(
  services: Needs,
  caller: PersonCaller,
  payload: InvitePayload,
  { meetId, startsAt }: SameCall,
): Promise<Outcome<{ meetId: MeetId }, "template-not-found">> {
  const details = await detailsOf(services, caller, payload, meetId);
  if (!details.ok) return details;
  const changed = { ...details.value, startsAt: Math.min(startsAt, details.value.startsAt) };
  const { ok: isChanged } = await services.meetings.change(meetId, { details: changed });
  if (!isChanged) await releaseClaim(services, meetId);
  services.log("invite.adopted", { meetId, isChanged });
  return ok({ meetId });
}
