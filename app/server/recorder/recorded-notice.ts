import { and, asc, eq, isNull } from "drizzle-orm";
import type { CallId, MeetId } from "#app/domain/ids.ts";
import { hashToken } from "#app/server/identity/session.ts";
import type { Database } from "#app/server/db/database.ts";
import { meetings, recordedNotices } from "#app/server/db/schema.ts";
import { users } from "#app/server/db/schema-account.ts";
import type { Services } from "#app/server/services.ts";

/**
 * The page for people who are recorded, /recorded/<code>. The bot's announcement links to it. The code is derived from the call with a
 * secret, so that a bot that is sent again announces the same address; D1 holds its hash only.
 */
const CODE_BYTES = 16;
const CODE = /^[A-Za-z0-9_-]{22}$/;

/** `codeHash`: under which D1 keeps the meetings that the address stands for. */
export type CallNotice = { address: string; codeHash: string };

/** The notice that the bot of a call announces, always the same one. Its meetings are stored as they join (workspace/insert-notices.ts). */
export async function noticeOf(
  { secret, origin }: { secret: string; origin: string },
  callId: CallId,
): Promise<CallNotice> {
  const code = await codeOf(secret, callId);
  return { address: `${origin}/recorded/${code}`, codeHash: await hashToken(code) };
}

async function codeOf(secret: string, callId: CallId): Promise<string> {
  const encoder = new TextEncoder();
  const key = await crypto.subtle.importKey("raw", encoder.encode(secret), { name: "HMAC", hash: "SHA-256" }, false, [
    "sign",
  ]);
  const mac = new Uint8Array(await crypto.subtle.sign("HMAC", key, encoder.encode(`recorded-notice\n${callId}`)));
  return btoa(String.fromCharCode(...mac.slice(0, CODE_BYTES)))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replace(/=+$/, "");
}

/** The facts that a recorded person may know: for whom, and since when. Null for a code that is unknown, malformed or of deleted meetings. */
export type RecordedNotice = { firstName: string; startsAt: number; timeZone: string };

export async function readNotice({ db }: Pick<Services, "db">, code: string): Promise<RecordedNotice | null> {
  if (!CODE.test(code)) return null;
  const [row] = await selectMeetings(db, await hashToken(code))
    .orderBy(asc(recordedNotices.createdAt), asc(meetings.id))
    .limit(1);
  return row ? { firstName: firstNameOf(row.name), startsAt: row.startsAt, timeZone: row.timeZone } : null;
}

/** The same name as in the announcement. */
function firstNameOf(name: string): string {
  return name.trim().split(/\s+/)[0] ?? "";
}

/** Meetings of a call that are told of an objection at once. */
const TOLD_AT_ONCE = 20;

function selectMeetings(db: Database, codeHash: string) {
  return db
    .select({ meetId: meetings.id, startsAt: meetings.startsAt, timeZone: meetings.timeZone, name: users.name })
    .from(recordedNotices)
    .innerJoin(meetings, eq(meetings.id, recordedNotices.meetId))
    .innerJoin(users, eq(users.id, meetings.createdBy))
    .where(and(eq(recordedNotices.codeHash, codeHash), isNull(meetings.deletedAt)))
    .$dynamic();
}

/**
 * Gives an objection to every meeting of the call, however many record with its bot; one that does not answer keeps none of the others from it, and is
 * told when the person sends it again. False where a meeting takes no more of them. A code that stands for nothing is answered
 * like a meeting that took it: whoever tries codes learns nothing.
 */
export async function objectToRecording(
  services: Pick<Services, "db" | "meetings" | "log" | "saltedHash">,
  { code, name, text, network }: { code: string; name: string; text: string; network: string | null },
): Promise<boolean> {
  if (!CODE.test(code)) return true;
  // The limit of one person. Where no network is known, on one machine, it is that of a name.
  const sender = await services.saltedHash("objection", network ?? `name ${name.trim().toLowerCase()}`);
  const found = await selectMeetings(services.db, await hashToken(code)).orderBy(asc(meetings.id));
  const failures: unknown[] = [];
  let isTaken = true;
  for (let at = 0; at < found.length; at += TOLD_AT_ONCE) {
    const told = await Promise.allSettled(
      found.slice(at, at + TOLD_AT_ONCE).map(async ({ meetId }) => {
        const taken = await services.meetings.takeObjection(meetId as MeetId, { name, text, sender });
        services.log("meeting.objection", { meetId, taken });
        isTaken &&= taken;
      }),
    );
    failures.push(...told.flatMap((one) => (one.status === "rejected" ? [one.reason as unknown] : [])));
  }
  if (failures.length > 0) throw failures[0];
  return isTaken;
}
