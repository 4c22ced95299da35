import { NDJSON } from "#app/contracts/chat.ts";
import type { ChatRefusal, ChatStream } from "#app/server/ports/meeting-chat.ts";
import type { PersonActor, SessionActor } from "#app/domain/account/actor.ts";
import { type MeetId, parseMeetId } from "#app/domain/ids.ts";
import { may } from "#app/domain/meeting/access.ts";
import { ok, type Outcome, refused } from "#app/domain/outcome.ts";
import { accessTo } from "#app/server/meetings/access-to.ts";
import type { Services } from "#app/server/services.ts";
import type { ChatQuestionBody } from "#app/contracts/chat-question.ts";
import { localeOf } from "#app/i18n/server.ts";
import { openStream } from "#app/server/auth/session-streams.ts";

/** Events as they happen: nothing on the way may collect or change them. */
function chatResponse(stream: ChatStream | null): Response {
  return new Response(stream, {
    headers: {
      "Cache-Control": "private, no-store, no-transform",
      "Content-Type": `${NDJSON}; charset=utf-8`,
      // Proxies in front of the Worker (nginx and its kin) hold an answer back until they have much of it.
      "X-Accel-Buffering": "no",
    },
  });
}

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
  asked: { meetId: string | undefined; body: ChatQuestionBody; request: Request },
): Promise<Outcome<Response, ChatRefusal | "signed-out">> {
  const { userId, sessionHash } = actor;
  const found = await findChat(services, actor, asked.meetId);
  if (!found.ok) return found;
  const meetId = found.value;
  const asker = { userId, sessionHash, locale: await localeOf(asked.request) };
  const chat = await openStream(services, { actor, meetId }, () => services.chats.askChat(meetId, asker, asked.body));
  if (chat === null) return refused("signed-out");
  return chat.ok ? ok(chatResponse(chat.value)) : chat;
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
  asked: { meetId: string | undefined; request: Request },
): Promise<Outcome<Response, "not-found" | "signed-out">> {
  const { userId, sessionHash } = actor;
  const found = await findChat(services, actor, asked.meetId);
  if (!found.ok) return found;
  const meetId = found.value;
  const asker = { userId, sessionHash, locale: await localeOf(asked.request) };
  const chat = await openStream(services, { actor, meetId }, () => services.chats.readChat(meetId, asker));
  if (chat === null) return refused("signed-out");
  if (!chat.ok) return chat;
  if (asked.request.method !== "HEAD") return ok(chatResponse(chat.value));
  await chat.value.cancel();
  return ok(chatResponse(null));
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
