import type { MeetId, UserId } from "#app/domain/ids.ts";
import { personalWorkspaceOf } from "#app/domain/ids.ts";
import { SCOPES, type SessionActor } from "#app/domain/account/actor.ts";
import type { FollowUp } from "#app/domain/mail/mail-content.ts";
import { may } from "#app/domain/meeting/access.ts";
import { readSender, writeFollowUp } from "#app/server/deliveries/draft-follow-up.ts";
import { choiceNow } from "#app/server/deliveries/series-follow-ups.ts";
import { linkOf } from "#app/server/deliveries/send-follow-up.ts";
import { isEnding } from "#app/server/identity/deletion-mark.ts";
import { isStopped, stopKeyOf } from "#app/server/mail/stopped-addresses.ts";
import { claimFollowUp } from "#app/server/mail/typed-mails.ts";
import type { Services } from "#app/server/services.ts";
import { accessTo } from "#app/server/workspace/access-to.ts";

type Needs = Pick<Services, "config" | "db" | "meetings" | "now" | "saltedHash" | "shareTokens">;
type Written =
  | { kind: "go"; to: string[]; content: FollowUp; release: () => Promise<void> }
  | { kind: "void" | "quotations" | "no-address" | "too-many-mails" };

/**
 * The follow-up that goes by itself, at its time: everything that a press would ask is asked now. It is not to go where its person switched it
 * off, does not have the meeting any more, or the minutes are not ready; nor do quotations go in the place of minutes. `release` gives back the
 * places of its mails in the day's limits.
 */
export async function writeSeriesFollowUp(
  services: Needs,
  { meetId, userId }: { meetId: MeetId; userId: UserId },
): Promise<Written> {
  const { db, meetings } = services;
  const actor: SessionActor = {
    via: "session",
    userId,
    workspaceId: personalWorkspaceOf(userId),
    scopes: SCOPES,
    sessionHash: "",
  };
  const [viewer, choice, sender] = await Promise.all([
    accessTo(services, actor, meetId),
    choiceNow(services, { meetId, userId }),
    readSender(db, userId),
  ]);
  if (viewer === null || !may(viewer, "send") || choice === null || sender === null) return { kind: "void" };
  if (await isEnding(db, userId)) return { kind: "void" };
  if (sender.address === null) return { kind: "no-address" };
  const view = await meetings.view(meetId, viewer);
  if (view?.head.status !== "SUMMARIZED" || view.summary === null) return { kind: "void" };
  if (view.summary.standsIn) return { kind: "quotations" };
  const to = await wanted(services, choice.to);
  if (to.length === 0) return { kind: "void" };
  // All or none, as with a press.
  const places = await claimFollowUp(services, { to, senderId: userId, name: `${meetId}/series` });
  if (places === null) return { kind: "too-many-mails" };
  // After a failure the next attempt finds its places.
  const url = choice.withLink ? await linkOf(services, actor, meetId) : null;
  const written = await writeFollowUp(view, choice.language, sender.name);
  const { title, language } = choice;
  return {
    kind: "go",
    to,
    content: { by: sender.name, replyTo: sender.address, title, ...written, url, locale: language },
    ...places,
  };
}

/** Without those that stopped follow-ups: they take no place of a day. */
async function wanted(services: Needs, addresses: readonly string[]): Promise<string[]> {
  const stopped = await Promise.all(
    addresses.map(async (address) => isStopped(services, await stopKeyOf(services, address))),
  );
  return addresses.filter((_address, place) => !stopped[place]);
}
