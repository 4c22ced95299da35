import * as z from "zod";
import { UPLOAD_UNFINISHED_MS_MAX } from "#app/domain/limits/uploads.ts";
import type { LocalState } from "#tests/support/local-state.ts";
import { type Accounts, orphansOf } from "#tests/support/orphans.ts";

const DAY_MS = 24 * 3_600_000;
const AGED_MS = UPLOAD_UNFINISHED_MS_MAX + DAY_MS;

/**
 * Makes the unfinished uploads of these people (by address) eight days older. Uploads of other people are not changed, so that they
 * do not expire early.
 */
export async function ageUploads(state: LocalState, emails: readonly string[]): Promise<void> {
  const theirs = `workspace_id IN (SELECT id FROM users WHERE email IN (${emails.map(() => "?").join()}))`;
  for (const set of [
    `unfinished_uploads SET created_at = created_at - ${AGED_MS}, touched_at = touched_at - ${AGED_MS}`,
    `usage_ledger SET reserved_at = reserved_at - ${AGED_MS}`,
    `meeting_claims SET created_at = created_at - ${AGED_MS}`,
  ]) {
    await state.rows(`UPDATE ${set} WHERE ${theirs}`, ...emails);
  }
}

/** Runs the sweep, as the supervisor of a local machine does every ten minutes. */
export async function sweepNow(origin: string): Promise<void> {
  const answer = await fetch(`${origin}/_local/cron`, { method: "POST", headers: { Origin: origin } });
  if (answer.status !== 204) throw new Error(`the sweep failed: ${answer.status} ${await answer.text()}`);
}

/** Everything in the store that no row of the lists accounts for. */
export async function orphansIn(state: LocalState): Promise<string[]> {
  // The store is read first: data that is written meanwhile has its row before its bytes.
  const held = { keys: await state.keys(), openUploads: await state.openUploads() };
  return orphansOf(await readAccounts(state), held, Date.now());
}

const accounts = z.object({
  meetings: z.array(
    z.object({ id: z.string(), recordingId: z.nullable(z.string()), source: z.string(), status: z.string() }),
  ),
  unfinished: z.array(z.object({ meetId: z.string(), key: z.string(), uploadId: z.string(), createdAt: z.number() })),
});

async function readAccounts(state: LocalState): Promise<Accounts> {
  return accounts.parse({
    meetings: await state.rows(
      "SELECT id, recording_id AS recordingId, source, status FROM meetings WHERE deleted_at IS NULL",
    ),
    unfinished: await state.rows(
      "SELECT meet_id AS meetId, key, upload_id AS uploadId, created_at AS createdAt FROM unfinished_uploads",
    ),
  });
}
