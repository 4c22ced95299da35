import { eq } from "drizzle-orm";
import type { FollowUpPayload } from "#app/contracts/integration-changes.ts";
import type { PersonActor } from "#app/domain/account/actor.ts";
import type { MeetId } from "#app/domain/ids.ts";
import { hasLink } from "#app/domain/mail/follow-up-text.ts";
import { may } from "#app/domain/meeting/access.ts";
import { ok, type Outcome, refused } from "#app/domain/outcome.ts";
import { emailKeyOf } from "#app/domain/workspace/team.ts";
import { auditEntry } from "#app/server/audit.ts";
import { meetings } from "#app/server/db/schema.ts";
import { readSender } from "#app/server/deliveries/draft-follow-up.ts";
import { claimFollowUp } from "#app/server/mail/typed-mails.ts";
import type { Services } from "#app/server/services.ts";
import { shareMeeting } from "#app/server/sharing/share-meeting.ts";
import { accessTo } from "#app/server/workspace/access-to.ts";

type Needs = Pick<Services, "config" | "db" | "followUps" | "log" | "mailer" | "now" | "saltedHash" | "shareTokens">;
type Refusal = "not-found" | "not-ready" | "mail-off" | "no-address" | "follow-up-link" | "too-many-mails";

/**
 * Sends a follow-up that a person has read and changed, one mail to each address. It goes to addresses that a person types, in Acta's name, so it
 * has the limits of all such mails (mail/typed-mails.ts), names its sender, and carries no link but the meeting's own. The same `key`
 * again sends nothing more.
 */
export async function sendFollowUp(
  services: Needs,
  actor: PersonActor,
  meetId: MeetId,
  { key, to, subject, text, language, withLink }: FollowUpPayload,
): Promise<Outcome<null, Refusal>> {
  const { db, log, mailer, now } = services;
  const viewer = await accessTo(services, actor, meetId);
  if (viewer === null || !may(viewer, "send")) return refused("not-found");
  if (mailer === null) return refused("mail-off");
  if (hasLink(subject) || hasLink(text)) return refused("follow-up-link");
  const [sender, [meeting]] = await Promise.all([
    readSender(db, actor.userId),
    db.select({ title: meetings.title, status: meetings.status }).from(meetings).where(eq(meetings.id, meetId)),
  ]);
  if (meeting?.status !== "SUMMARIZED") return refused("not-ready");
  if (sender === null || sender.address === null) return refused("no-address");
  const followUps = services.followUps.of(actor.workspaceId);
  if (await followUps.hasFollowUp({ meetId, key })) return ok(null);
  const keys = to.map(emailKeyOf);
  const addresses = to.filter((_address, place) => keys.indexOf(keys[place] ?? "") === place);
  const url = withLink ? await linkOf(services, actor, meetId) : null;
  if (withLink && url === null) return refused("not-ready");
  // All or none: a person is not to find out later who was left out.
  const places = await claimFollowUp(services, { to: addresses, senderId: actor.userId, name: `${meetId}/${key}` });
  if (places === null) return refused("too-many-mails");
  const { title } = meeting;
  const content = { by: sender.name, replyTo: sender.address, title, subject, text, url, locale: language };
  // After a failure its mails may have been stored: they keep their places, which the same press again finds.
  await followUps.sendFollowUp({ meetId, userId: actor.userId, key, to: addresses, content });
  await auditEntry(db, { at: now(), userId: actor.userId, action: "meeting.follow-up-sent", meetId });
  log("follow-up.sent", { userId: actor.userId, meetId, mails: addresses.length });
  return ok(null);
}

/** The meeting's link, which is made where there is none. */
export async function linkOf(
  services: Pick<Needs, "config" | "db" | "now" | "shareTokens">,
  actor: PersonActor,
  meetId: MeetId,
): Promise<string | null> {
  const shared = await shareMeeting(services, { actor, meetId });
  return shared.ok ? (shared.value.link?.url ?? null) : null;
}
