import { and, eq, isNotNull, isNull, lte } from "drizzle-orm";
import type { TokenActor } from "#app/domain/account/actor.ts";
import type { MeetId } from "#app/domain/ids.ts";
import { IDEMPOTENCY_MS_MAX } from "#app/domain/limits/apps.ts";
import { type Outcome, refused } from "#app/domain/outcome.ts";
import { hashToken } from "#app/server/identity/session.ts";
import { namedBatch } from "#app/server/db/named-batch.ts";
import { apiSubmits } from "#app/server/db/schema-keys.ts";
import { meetings } from "#app/server/db/schema.ts";
import type { Services } from "#app/server/services.ts";

type Submit = {
  /**
   * Makes the creation unique in the app: a second one with it is the same meeting. After the key's day it is another one. Undefined: the
   * program sent no Idempotency-Key.
   */
  submissionId: string | undefined;
  /** The meeting that an earlier submit made. */
  made: MeetId | null;
  /** It was deleted since. */
  isGone: boolean;
};

/**
 * Runs a creation under its Idempotency-Key: the same key with the same body makes nothing new for a day, and with another body it is
 * refused. A key belongs to the API key that sent it. Only hashes are stored, and the id of the meeting. A creation that was refused leaves
 * its key free. Two calls at the same time both run, and the app's claims make them one meeting.
 */
export async function submitOnce<Value extends { id: string }, Reason extends string>(
  { db, now }: Pick<Services, "db" | "now">,
  { tokenId }: TokenActor,
  { key, operation, body }: { key: string | null; operation: string; body: unknown },
  run: (submit: Submit) => Promise<Outcome<Value, Reason>>,
): Promise<Outcome<Value, Reason | "idempotency-key-format" | "idempotency-key-reused">> {
  if (key === null) return run({ submissionId: undefined, made: null, isGone: false });
  if (!KEY_PATTERN.test(key)) return refused("idempotency-key-format");
  const at = now();
  const keyHash = await hashToken(key);
  const bodyHash = await hashToken(`${operation}\n${JSON.stringify(body)}`);
  const isThis = and(eq(apiSubmits.keyId, tokenId), eq(apiSubmits.keyHash, keyHash));
  const fresh = { keyId: tokenId, keyHash, bodyHash, meetId: null, expiresAt: at + IDEMPOTENCY_MS_MAX };
  const {
    submit: [row],
  } = await namedBatch(db, {
    over: db.delete(apiSubmits).where(and(isThis, lte(apiSubmits.expiresAt, at))),
    first: db.insert(apiSubmits).values(fresh).onConflictDoNothing(),
    submit: db
      .select({
        bodyHash: apiSubmits.bodyHash,
        meetId: apiSubmits.meetId,
        expiresAt: apiSubmits.expiresAt,
        goneAt: meetings.deletedAt,
      })
      .from(apiSubmits)
      .leftJoin(meetings, and(eq(meetings.id, apiSubmits.meetId), isNotNull(meetings.deletedAt)))
      .where(isThis),
  });
  if (row && row.bodyHash !== bodyHash) return refused("idempotency-key-reused");
  const made = (row?.meetId ?? null) as MeetId | null;
  // The app's claims have no end: without the time the key would lead to the first meeting for ever, whatever its body.
  const submissionId = await hashToken(`${tokenId}\n${key}\n${row?.expiresAt ?? fresh.expiresAt}`);
  const answered = await run({ submissionId, made, isGone: (row?.goneAt ?? null) !== null });
  if (answered.ok) await db.update(apiSubmits).set({ meetId: answered.value.id }).where(isThis);
  else await db.delete(apiSubmits).where(and(isThis, isNull(apiSubmits.meetId)));
  return answered;
}

/** Printable ASCII, as a header holds it. */
const KEY_PATTERN = /^[\x21-\x7e]{1,255}$/;

/** For the sweep: keys whose day is over. */
export async function sweepSubmits({ db, now }: Pick<Services, "db" | "now">): Promise<void> {
  await db.delete(apiSubmits).where(lte(apiSubmits.expiresAt, now()));
}
