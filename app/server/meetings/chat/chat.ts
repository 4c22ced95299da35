import type { ChatRefusal, ChatStream } from "#app/server/ports/meeting-chat.ts";
import type { PersonActor, SessionActor } from "#app/domain/account/actor.ts";
import { type MeetId, parseMeetId } from "#app/domain/ids.ts";
import { may } from "#app/domain/meeting/access.ts";
import { ok, type Outcome, refused } from "#app/domain/outcome.ts";
import { meetingChats } from "#app/server/db/schema.ts";
import { accessTo } from "#app/server/workspace/access-to.ts";
import type { Services } from "#app/server/services.ts";
import type { ChatQuestionBody } from "#app/contracts/meeting/meeting-changes.ts";
import type { Locale } from "#app/domain/languages.ts";
import { openStream } from "#app/server/identity/session-streams.ts";

type AskedChat = { meetId: MeetId; locale: Locale };

/** The id of a meeting whose chat the actor may use, else `not-found`. */
async function findChat(
  services: Pick<Services, "db">,
  actor: PersonActor,
  meetIdText: string | undefined,
): Promise<Outcome<MeetId, "not-found">> {
  const meetId = parseMeetId(meetIdText);
  const viewer = meetId && (await accessTo(services, actor, meetId));
  return meetId && viewer && may(viewer, "chat") ? ok(meetId) : refused("not-found");
}

/** Asks about a meeting, or asks a question again; answers with the events of the answer as they happen. */
export async function askMeeting(
  services: Pick<Services, "db" | "chats" | "meetings" | "log" | "now">,
  actor: SessionActor,
  asked: AskedChat & { body: ChatQuestionBody },
): Promise<Outcome<ChatStream, ChatRefusal | "signed-out">> {
  const { userId, sessionHash } = actor;
  const found = await findChat(services, actor, asked.meetId);
  if (!found.ok) return found;
  const { meetId, locale } = asked;
  const asker = { userId, sessionHash, locale };
  // Before the question, so that the deletion of the account finds every conversation.
  await services.db.insert(meetingChats).values({ userId, meetId }).onConflictDoNothing();
  const chat = await openStream(services, { actor, meetId }, () => services.chats.askChat(meetId, asker, asked.body));
  return chat ?? refused("signed-out");
}

/** Removes a person's conversation about a meeting. Idempotent. */
export async function clearChat(
  services: Pick<Services, "db" | "chats">,
  actor: PersonActor,
  meetId: string | undefined,
): Promise<Outcome<null, "not-found">> {
  const found = await findChat(services, actor, meetId);
  return found.ok ? services.chats.clearChat(found.value, actor.userId) : found;
}

/** A person's conversation about a meeting, and the answer that is being written to them for as long as it is. */
export async function readChat(
  services: Pick<Services, "db" | "chats" | "meetings" | "log" | "now">,
  actor: SessionActor,
  asked: AskedChat,
): Promise<Outcome<ChatStream, "not-found" | "signed-out">> {
  const { userId, sessionHash } = actor;
  const found = await findChat(services, actor, asked.meetId);
  if (!found.ok) return found;
  const { meetId, locale } = asked;
  const asker = { userId, sessionHash, locale };
  const chat = await openStream(services, { actor, meetId }, () => services.chats.readChat(meetId, asker));
  return chat ?? refused("signed-out");
}

/** Ends the answer that is being written for a person. It is no error when there is none. */
export async function stopAnswer(
  services: Pick<Services, "db" | "chats">,
  actor: PersonActor,
  meetId: string | undefined,
): Promise<Outcome<null, "not-found">> {
  const found = await findChat(services, actor, meetId);
  return found.ok ? services.chats.stopChat(found.value, actor.userId) : found;
}
