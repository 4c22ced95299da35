import type { CallAnswerPayload } from "#app/contracts/meeting/meeting-changes.ts";
import type { InvitePayload } from "#app/contracts/recording/invite.ts";
import { CALL_PLANNED_MS } from "#app/domain/call/waiting.ts";
import type { Actor } from "#app/domain/account/actor.ts";
import { type MeetId, parseMeetId } from "#app/domain/ids.ts";
import { may } from "#app/domain/meeting/access.ts";
import type { CallFactPlace } from "#app/domain/meeting/call-fact.ts";
import { type LinkRules, readMeetingLink, withScheme } from "#app/domain/meeting/link.ts";
import { withRoomKey } from "#app/domain/meeting/link/room-secret.ts";
import { ok, type Outcome, refused } from "#app/domain/outcome.ts";
import type { Caller } from "#app/server/identity/session.ts";
import type { FileToSend } from "#app/server/exports/file-to-send.ts";
import { accessTo } from "#app/server/workspace/access-to.ts";
import { detailsOf } from "#app/server/meetings/details-of.ts";
import type { Services } from "#app/server/services.ts";

/** Reads a meeting link into the place of the call, with the first name of the owner for whom the bot joins. */
export function callPlace(
  link: string,
  links: LinkRules,
  user: { name: string; waitMinutes: number; recordsPicture: boolean },
  plannedEndsAt: number,
): Outcome<CallFactPlace, "invalid-link"> {
  const read = readMeetingLink(link, links);
  if (!read.ok) return refused("invalid-link");
  const [ownerFirstName = ""] = user.name.trim().split(/\s+/);
  const { waitMinutes, recordsPicture } = user;
  const picture = recordsPicture ? {} : { soundOnly: true as const };
  return ok({
    ...withRoomKey(read.value),
    link: withScheme(link),
    ownerFirstName,
    waitMinutes,
    ...picture,
    plannedEndsAt,
  });
}

export const plannedEnd = ({ meetingDate }: Pick<InvitePayload, "meetingDate">) => meetingDate + CALL_PLANNED_MS;

type Needs = Pick<Services, "config" | "db" | "meetings" | "log" | "now">;

/** The meeting's id when the actor may edit it; else null, which becomes a 404. */
async function editable(services: Pick<Services, "db">, actor: Actor, meetIdText: string | undefined) {
  const meetId: MeetId | null = parseMeetId(meetIdText);
  const viewer = meetId && (await accessTo(services, actor, meetId));
  return meetId && viewer && may(viewer, "retry") ? meetId : null;
}

/** Ends the recording from the meeting's page. Idempotent. */
export async function stopCall(services: Needs, actor: Actor, meetIdText: string | undefined) {
  const meetId = await editable(services, actor, meetIdText);
  if (!meetId) return refused("not-found");
  services.log("call.stop.asked", { meetId });
  return services.meetings.stopCall(meetId);
}

/** Makes the bot that waits in the lobby request admission again. */
export async function askAgain(services: Needs, actor: Actor, meetIdText: string | undefined) {
  const meetId = await editable(services, actor, meetIdText);
  if (!meetId) return refused("not-found");
  services.log("call.ask-again.asked", { meetId });
  return services.meetings.askAgain(meetId);
}

/** The owner's answer to a person who asks for this call's notes. Idempotent. */
export async function answerRequest(
  services: Needs,
  actor: Actor,
  meetIdText: string | undefined,
  answer: CallAnswerPayload,
): Promise<Outcome<null, "not-found" | "gone">> {
  const meetId = await editable(services, actor, meetIdText);
  if (!meetId) return refused("not-found");
  return services.meetings.answerRequest(meetId, answer);
}

/** Cancels a planned call, or makes the bot leave the lobby. */
export async function cancelCall(services: Needs, actor: Actor, meetIdText: string | undefined) {
  const meetId = await editable(services, actor, meetIdText);
  return meetId ? services.meetings.cancel(meetId) : refused("not-found");
}

/** Until it starts: another title, time, language, template or link. */
export async function changeCall(
  services: Needs,
  { actor, user }: Caller,
  meetIdText: string | undefined,
  payload: InvitePayload,
): Promise<Outcome<null, "not-found" | "too-late" | "invalid-link" | "template-not-found">> {
  const meetId = await editable(services, actor, meetIdText);
  if (!meetId) return refused("not-found");
  const place = callPlace(payload.meetExtUrl, services.config.links, user, plannedEnd(payload));
  if (!place.ok) return place;
  const details = await detailsOf(services, { actor, user }, payload, meetId);
  if (!details.ok) return details;
  return services.meetings.change(meetId, { details: details.value, place: place.value });
}

/** The bot's screen at the time it failed; only for viewers who may edit the meeting. */
export async function readScreenshot(
  services: Pick<Services, "db" | "meetings" | "store">,
  actor: Actor,
  meetIdText: string | undefined,
): Promise<Outcome<FileToSend, "not-found">> {
  const meetId = await editable(services, actor, meetIdText);
  const place = meetId && (await services.meetings.screenshot(meetId));
  const stored = place && (await services.store.getBytes(place.key));
  if (!stored) return refused("not-found");
  const bytes = new Uint8Array(stored);
  return ok({
    contentType: bytes[0] === 0x89 ? "image/png" : "image/jpeg",
    name: null,
    version: null,
    content: { kind: "made", make: () => bytes },
  });
}
