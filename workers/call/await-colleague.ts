import { callToAwait } from "#app/domain/call/share-bot.ts";
import type { CallDeps } from "#workers/call/deps.ts";
import { isAskerInvited } from "#workers/call/requests.ts";
import { type CallRow, openCalls, startsOf } from "#workers/call/call-rows.ts";
import { readProgress, saveProgress } from "#workers/call/store-joined.ts";
import { readRequests } from "#workers/call/store-requests.ts";

/**
 * Whether a call sends no bot for now, because a colleague's bot is in the room or knocks, and the event of each of them invites the other.
 * When that bot records, the request for its notes is accepted as any invited person's (requests.ts); when it is not admitted, or its
 * owner refuses, the call sends its own. The calendars are read once, and again when the notes are given.
 */
export async function awaitsColleague(
  { deps, storage }: { deps: CallDeps; storage: DurableObjectStorage },
  call: CallRow,
): Promise<boolean> {
  const { sql } = storage;
  // A hosted recorder gives one file at the end, and no part of it can be given to another person.
  if (deps.recorder?.engine !== "acta") return false;
  const calls = openCalls(sql).map((each) => ({ ...each, starts: startsOf(sql, each.callId) }));
  const asker = calls.find(({ callId }) => callId === call.callId);
  const known = { requests: readRequests(sql), now: deps.now() };
  const other = asker === undefined ? null : callToAwait(asker, calls, known);
  if (other === null) return false;
  const noted = readProgress<{ callId: string; isMutual: boolean }>(sql, call.callId, "colleague");
  if (noted?.callId === other.callId) return noted.isMutual;
  const isMutual =
    (await isAskerInvited({ deps, storage }, call.callId, other.callId)) &&
    (await isAskerInvited({ deps, storage }, other.callId, call.callId));
  saveProgress(sql, call.callId, "colleague", { callId: other.callId, isMutual });
  if (isMutual) deps.log("call.colleague.awaited", { callId: call.callId });
  return isMutual;
}
