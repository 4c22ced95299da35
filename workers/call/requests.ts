import { beginningOf } from "#app/domain/beginning-of.ts";
import { isAnswerable, requestTarget } from "#app/domain/call/share-bot.ts";
import type { CallId, MeetId } from "#app/domain/ids.ts";
import { CALL_ASKER_NAME_CHARS_MAX, CALL_INVITATION_MS_MAX, CALL_INVITED_WAIT_MS } from "#app/domain/limits/calls.ts";
import { guestAnnouncementText } from "#app/domain/meeting/announcement.ts";
import type { CallGuest, CallRequest, CallRequestAnswer } from "#app/domain/meeting/call.ts";
import { faultOf } from "#app/server/log.ts";
import type { RequestAnswer, RequestAnswered } from "#app/server/ports/call-process.ts";
import { attachAll, attachFromNow, prepareHeaders } from "#workers/call/attach-guest.ts";
import type { CallDeps } from "#workers/call/deps.ts";
import { type CallRow, openCalls, ownerlessCalls, readCall, saveOwner } from "#workers/call/call-rows.ts";
import { enqueue, publish } from "#workers/call/apply-event.ts";
import { isInCall, meetingsOf } from "#workers/call/store-calls.ts";
import { guestsOf } from "#workers/call/store-guests.ts";
import {
  raiseRequest,
  readRequests,
  type RequestRow,
  saveSharesAt,
  settleRequest,
} from "#workers/call/store-requests.ts";
import { isStarting } from "#workers/call/store-outbox.ts";
import { withTimeLimit } from "#workers/durable/runner.ts";

/** Requests for the notes of a room's calls, and the events for their owners. */

/** Tells the owner who waits for an answer, and who receives the notes too. Inside a transaction. */
function tellOwner(sql: SqlStorage, callId: CallId, now: number): void {
  if (readCall(sql, callId)?.details === null) return;
  const requests = readRequests(sql).flatMap((request): CallRequest[] => {
    if (request.callId !== callId || request.state !== "open") return [];
    const asker = readCall(sql, request.askerCallId)?.details?.asker;
    if (!asker) return [];
    const { requestId: id, askedAt, sharesAt } = request;
    const shares = sharesAt === null ? {} : { sharesAt };
    return [{ id, name: shownName(asker.name), email: asker.email, askedAt, ...shares }];
  });
  const guests = guestsOf(sql, callId).flatMap(({ details, feed }): CallGuest[] => {
    const name = details?.asker?.name;
    return name === undefined ? [] : [{ name: shownName(name), since: feed.fromAt === 0 ? null : feed.fromAt }];
  });
  publish(sql, callId, { type: "requests", requests, guests }, now);
}

/** Cleans a name that a person chose: one line, without characters that change the direction of the text around it. */
function shownName(name: string): string {
  const bare = name
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, " ")
    .replace(/\s+/gu, " ")
    .trim();
  return beginningOf(bare, CALL_ASKER_NAME_CHARS_MAX);
}

/**
 * Requests of people for the notes of another person's call in the same room. The asker gets no information about them, and always
 * has their own bot: the asker sees the same whether another call exists or not.
 */

type Needs = { deps: CallDeps; storage: DurableObjectStorage };

/** Withdraws requests that cannot be answered any more, accepts those of invited people in their time, and raises those that are due. */
export async function keepRequests({ deps, storage }: Needs): Promise<void> {
  const { sql } = storage;
  for (const request of readRequests(sql).filter(({ state }) => state === "open")) {
    if (isAnswerable(readCall(sql, request.askerCallId), readCall(sql, request.callId))) continue;
    storage.transactionSync(() => {
      settleRequest(sql, request.requestId, "withdrawn");
      tellOwner(sql, request.callId, deps.now());
    });
  }
  // A hosted recorder gives one file at the end, and no part of it can be given to another person.
  if (deps.recorder?.engine !== "acta") return;
  for (const request of readRequests(sql)) {
    const { state, sharesAt } = request;
    if (state === "open" && sharesAt !== null && sharesAt <= deps.now()) await share({ deps, storage }, request);
  }
  for (const { callId } of openCalls(sql)) await raiseFor({ deps, storage }, callId);
}

/** The owner has not refused. The invitation is looked up again: the asker may have been removed from the event meanwhile. */
async function share({ deps, storage }: Needs, { requestId, callId, askerCallId }: RequestRow): Promise<void> {
  const { sql } = storage;
  if (await isAskerInvited({ deps, storage }, askerCallId, callId)) {
    // A call that sent no bot because this one was there has a right to its beginning.
    const answer = isStarting(sql, askerCallId) && readCall(sql, askerCallId)?.botRef === null ? "all" : "from-now";
    if ((await give({ deps, storage }, callId, { requestId, answer })) === "done") return;
    saveSharesAt(sql, requestId, deps.now() + CALL_INVITED_WAIT_MS);
    return;
  }
  storage.transactionSync(() => {
    saveSharesAt(sql, requestId, null);
    tellOwner(sql, callId, deps.now());
  });
}

/** Whether the owner's meeting is shown to the asker, or its event invites them. False where nobody can say. */
export async function isAskerInvited({ deps, storage }: Needs, askerCallId: CallId, callId: CallId): Promise<boolean> {
  const { sql } = storage;
  const ownerUserId = readCall(sql, callId)?.ownerUserId ?? null;
  const asker = readCall(sql, askerCallId);
  const address = asker?.details?.asker?.email;
  if (ownerUserId === null || address === undefined) return false;
  try {
    const askerUserId = asker?.ownerUserId ?? null;
    const asked = { ownerUserId, askerUserId, meetIds: meetingsOf(sql, callId), address };
    return await withTimeLimit(CALL_INVITATION_MS_MAX, () => deps.isInvited(asked));
  } catch (error) {
    deps.log("call.invitation.unread", { callId, error: faultOf(error) });
    return false;
  }
}

async function raiseFor({ deps, storage }: Needs, askerCallId: CallId): Promise<void> {
  const { sql } = storage;
  const target = findTarget(sql, askerCallId);
  if (target === null) return;
  const { asker, owner } = target;
  let state: "open" | "refused";
  try {
    state = (await deps.mayRequest(asker.ownerUserId)) ? "open" : "refused";
  } catch (error) {
    deps.log("call.request.uncounted", { callId: owner.callId, error: faultOf(error) });
    return;
  }
  const { callId } = owner;
  const isInvited = state === "open" && (await isAskerInvited({ deps, storage }, askerCallId, callId));
  const sharesAt = isInvited ? deps.now() + CALL_INVITED_WAIT_MS : null;
  storage.transactionSync(() => {
    if (findTarget(sql, askerCallId)?.owner.callId !== callId) return;
    raiseRequest(sql, { callId, askerUserId: asker.ownerUserId, askerCallId, state, sharesAt }, deps.now());
    if (state === "open") tellOwner(sql, callId, deps.now());
  });
  deps.log("call.request.raised", { callId, state, isInvited });
}

function findTarget(sql: SqlStorage, askerCallId: CallId) {
  const calls = openCalls(sql);
  const asker = calls.find(({ callId }) => callId === askerCallId);
  if (asker === undefined || asker.ownerUserId === null) return null;
  const hasAddress = asker.details?.asker?.email !== undefined;
  const asked = calls.filter(({ feed }) => feed === null);
  const owner = requestTarget({ ...asker, hasAddress }, asked, readRequests(sql));
  return owner === null ? null : { asker: { ...asker, ownerUserId: asker.ownerUserId }, owner };
}

/** The owner's answer. Accepted, the asker's call records with the owner's bot, and the bot says so in the chat. */
export async function answerRequest(
  needs: Needs,
  callId: CallId,
  meetId: MeetId,
  given: RequestAnswer,
): Promise<RequestAnswered> {
  return isInCall(needs.storage.sql, callId, meetId) ? give(needs, callId, given) : "gone";
}

async function give(
  { deps, storage }: Needs,
  callId: CallId,
  { requestId, answer }: RequestAnswer,
): Promise<RequestAnswered> {
  const { sql } = storage;
  const find = () => readRequests(sql).find((one) => one.requestId === requestId && one.callId === callId);
  // A segment may begin while the headers are prepared; then they are prepared again.
  for (let turn = 0; turn < ATTACH_TURNS_MAX; turn += 1) {
    const request = find();
    if (request === undefined) return "gone";
    if (request.state !== "open") return isSame(request, answer) ? "done" : "gone";
    const [source, guest] = [readCall(sql, callId), readCall(sql, request.askerCallId)];
    if (source === null || guest === null || !isAnswerable(guest, source)) return "gone";
    const headers = answer === "from-now" ? await prepareHeaders(deps, sql, source, guest) : new Map();
    const outcome = storage.transactionSync(() => {
      if (find()?.state !== "open") return "again";
      return settle(sql, { request, answer, headers, now: deps.now() });
    });
    if (outcome === "again") continue;
    deps.log("call.request.answered", { callId, answer });
    return outcome;
  }
  return "gone";
}

const ATTACH_TURNS_MAX = 5;

function isSame({ state }: RequestRow, answer: CallRequestAnswer): boolean {
  return state === (answer === "no" ? "refused" : "accepted");
}

type Settling = {
  request: RequestRow;
  answer: CallRequestAnswer;
  headers: Awaited<ReturnType<typeof prepareHeaders>>;
  now: number;
};

/** Inside a transaction. */
function settle(sql: SqlStorage, { request, answer, headers, now }: Settling): "done" | "gone" | "again" {
  const [source, guest] = [readCall(sql, request.callId), readCall(sql, request.askerCallId)];
  if (source === null || guest === null || !isAnswerable(guest, source)) return "gone";
  if (answer !== "no") {
    const isAttached =
      answer === "from-now"
        ? attachFromNow(sql, { source, guest, headers, now })
        : attachAll(sql, { source, asker: guest, now }) !== null;
    if (!isAttached) return "again";
    announce(sql, { source, guest, part: answer, now });
  }
  settleRequest(sql, request.requestId, answer === "no" ? "refused" : "accepted");
  tellOwner(sql, request.callId, now);
  return "done";
}

function announce(
  sql: SqlStorage,
  { source, guest, part, now }: { source: CallRow; guest: CallRow; part: "from-now" | "all"; now: number },
): void {
  if (source.details === null) return;
  const name = shownName(guest.details?.asker?.name ?? guest.details?.ownerFirstName ?? "");
  const text = guestAnnouncementText(source.details.language, name, part);
  enqueue(sql, source.callId, { type: "announce", guest: guest.callId, text }, now);
}

/** Calls that were stored before a call had an owner belong to the person of their first meeting. */

type Asks = Pick<CallDeps, "ownerOf">;

export async function lookUpOwners({ ownerOf }: Asks, sql: SqlStorage): Promise<void> {
  for (const { callId, meetId } of ownerlessCalls(sql)) {
    const ownerUserId = await ownerOf(meetId);
    if (ownerUserId !== null) saveOwner(sql, callId, ownerUserId);
  }
}

/** Whether the meeting is of the person whose call it is. Several people's meetings may be in a call without an owner. */
export async function isOwners({ ownerOf }: Asks, sql: SqlStorage, callId: CallId, meetId: MeetId): Promise<boolean> {
  const ownerless = ownerlessCalls(sql).find((call) => call.callId === callId);
  if (ownerless === undefined || ownerless.meetId === meetId) return true;
  const [first, own] = await Promise.all([ownerOf(ownerless.meetId), ownerOf(meetId)]);
  return first === own;
}
