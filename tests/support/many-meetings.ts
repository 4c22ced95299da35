import { env } from "cloudflare:workers";
import { personalWorkspaceOf, type UserId } from "#app/domain/ids.ts";

/** D1 takes statements of 30 s, and each of these writes its rows from one of them. */
const ROWS_MAX = 2500;

/**
 * Writes a person's meetings straight into the lists: ended ones, each counted in the ledger, most of them recordings. Without objects behind
 * them, so only for pages that read lists. Every statement makes its rows itself, because ten thousand inserts take minutes.
 */
export async function seedManyMeetings(userId: UserId, count: number, prefix: string): Promise<void> {
  const workspaceId = personalWorkspaceOf(userId);
  for (let from = 0; from < count; from += ROWS_MAX) {
    const to = Math.min(count, from + ROWS_MAX);
    const numbers = `with recursive numbers(n) as (select ${from} union all select n + 1 from numbers where n + 1 < ${to})`;
    await env.DB.batch([
      env.DB.prepare(
        `insert into meetings (id, workspace_id, created_by, title, title_key, starts_at, time_zone, language, source, status, sequence, created_at, updated_at, duration_ms)
         ${numbers} select ? || n, ?, ?, 'Meeting ' || n, 'meeting ' || n, 1700000000000 + n * 60000, 'UTC', 'en',
           case n % 3 when 0 then 'upload' else 'invite' end,
           case n % 50 when 0 then 'ERROR_TRANSCRIPT' when 1 then 'REJECTED' else 'SUMMARIZED' end, 1, 1, 1, 60000 from numbers`,
      ).bind(prefix, workspaceId, userId),
      env.DB.prepare(
        `insert into usage_ledger (meet_id, kind, workspace_id, state, reserved_at, updated_at)
         ${numbers} select ? || n, case n % 3 when 0 then 'upload' else 'recording' end, ?, 'counted', 1, 1 from numbers`,
      ).bind(prefix, workspaceId),
    ]);
  }
}
