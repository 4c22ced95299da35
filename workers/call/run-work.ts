import type { BotOrder } from "#app/contracts/recording/recorder.ts";
import { botLimitsOf, botName } from "#app/domain/call/bot-order.ts";
import type { CallEffect, CallEvent } from "#app/domain/call/call-state.ts";
import type { CallId } from "#app/domain/ids.ts";
import {
  CALL_CLEAR_PAUSE_MS,
  CALL_CLEAR_PIECES,
  CALL_COLLEAGUE_LOOK_MS,
  RECORDER_AWAITED_LIVE_MS_MAX,
  RECORDER_AWAITED_MS_MAX,
  RECORDER_WEBHOOK_REMEMBERED_MS,
} from "#app/domain/limits/calls.ts";
import { STEP_ATTEMPTS_MAX, STEP_MS_MAX } from "#app/domain/limits/steps.ts";
import { announcementText } from "#app/domain/meeting/announcement.ts";
import { faultOf } from "#app/server/log.ts";
import type { BotSaid } from "#app/server/ports/call-process.ts";
import type { CallNotice } from "#app/server/recorder/recorded-notice.ts";
import { callPiecesPrefix } from "#app/server/storage/keys.ts";
import { awaitsColleague } from "#workers/call/await-colleague.ts";
import type { CallSound } from "#workers/call/call-sound.ts";
import { copyPast, finishCopies, isCopiedFrom } from "#workers/call/copy-past.ts";
import type { CallDeps } from "#workers/call/deps.ts";
import { noteEarlierBot } from "#workers/call/hosted-sound.ts";
import { type CallRow, readCall } from "#workers/call/call-rows.ts";
import { applyCallEvent } from "#workers/call/apply-event.ts";
import { clearCall, meetingsOf } from "#workers/call/store-calls.ts";
import { botOf, cutCall, guestsOf, isBotWanted, saveFeed } from "#workers/call/store-guests.ts";
import { type CallWork, dueWork, goOnLater, isStarting, noteBegun, removeWork } from "#workers/call/store-outbox.ts";
import { eventOfHosted } from "#workers/call/take-events.ts";
import { countAttempt, holdBack, postpone } from "#workers/durable/outbox.ts";
import { type CountedFailure, failureOf, type RowNeeds, runInTurn } from "#workers/durable/runner.ts";

/** Does the work in the outbox of a room: orders to the recorder, and the end of a file. Each is idempotent. */

export type RunNeeds = {
  deps: CallDeps;
  storage: DurableObjectStorage;
  /** The object's id, under which a recorder finds it again. */
  object: string;
  sound: CallSound;
};

export async function runDueWork(needs: RunNeeds): Promise<void> {
  const { deps, storage } = needs;
  // The works of one call depend on each other; there are few, and each is short.
  await runInTurn(rowNeedsOf(needs), dueWork(storage.sql, deps.now()));
}

function rowNeedsOf(needs: RunNeeds): RowNeeds<CallWork, "internal"> {
  const { deps, storage } = needs;
  const { sql } = storage;
  return {
    now: deps.now,
    random: deps.random,
    countAttempt: (work) => countAttempt(sql, work),
    postpone: (work, dueAt) => postpone(sql, work, dueAt),
    holdBack: (work, dueAt) => holdBack(sql, work, dueAt),
    begin: (work) => noteBegun(sql, work.key, deps.now(), deps.now() + STEP_MS_MAX),
    perform: (work) => perform(needs, work),
    // Every question to a recorder is limited, and a long call's file takes as long as it takes.
    limitMs: () => null,
    failureOf,
    park: (work, failure) => stepOf(work.effect).park?.(needs, work, failure) ?? "keep-trying",
    noteFailure: ({ callId, effect }, { attempt, error }) =>
      deps.log("call.step.failed", { callId, step: effect.type, attempt, error }),
    diedReason: null,
  };
}

async function perform(needs: RunNeeds, work: CallWork): Promise<void> {
  const { storage } = needs;
  const call = readCall(storage.sql, work.callId);
  if (call === null) return removeWork(storage.sql, work.key);
  await stepOf(work.effect).perform(needs, call, work);
}

function clear({ storage }: RunNeeds, { callId }: CallRow, key: string): void {
  storage.transactionSync(() => {
    clearCall(storage.sql, callId);
    removeWork(storage.sql, key);
  });
}

async function startBot(needs: RunNeeds, call: CallRow, { key, attempt }: { key: string; attempt: number }) {
  const { deps, storage } = needs;
  const { sql } = storage;
  if (call.details === null || call.details.platform === "here" || call.state.attempt !== attempt) {
    return removeWork(sql, key);
  }
  const now = deps.now();
  if (deps.recorder === null) {
    const event: CallEvent = { type: "recorder-refused", attempt, reason: "recorder-missing" };
    applyCallEvent(storage, call.callId, event, { now, done: key });
    return;
  }
  if (await awaitsColleague(needs, call)) return goOnLater(sql, key, now + CALL_COLLEAGUE_LOOK_MS);
  const { platform, url, language, ownerFirstName, waitMinutes, soundOnly } = call.details;
  const notice = await deps.noticeOf(call.callId);
  // Its meetings joined a call whose bot was another's.
  if (call.feed !== null) await noteMeetings(needs, notice, [call.callId]);
  const order: BotOrder = {
    botId: call.callId,
    attempt,
    platform,
    url,
    name: botName(ownerFirstName),
    announcement: announcementText(language, ownerFirstName, notice.address),
    limits: botLimitsOf(platform, waitMinutes),
    video: soundOnly !== true,
    sink: await deps.sinkOf(call.callId, needs.object),
  };
  // A guest whose bot was lost has one of its own from now on.
  if (call.feed !== null) saveFeed(sql, call.callId, { ...call.feed, isOver: true });
  const { botRef } = await deps.recorder.start(order, { callId: call.callId, object: needs.object });
  const { botRef: earlier, state } = call;
  if (earlier !== null && earlier !== botRef && state.startedAt !== null) noteEarlierBot(sql, call.callId, earlier);
  sql.exec(
    "UPDATE calls SET bot_ref = ?, last_report_at = ? WHERE call_id = ? AND details IS NOT NULL",
    botRef,
    deps.now(),
    call.callId,
  );
  removeWork(sql, key);
  deps.log("call.bot.started", { callId: call.callId, attempt, platform });
}

/** The call's bot leaves, unless another call records with it: then only this call's recording ends. */
async function stopBot({ deps, storage }: RunNeeds, call: CallRow, { key, attempt }: { key: string; attempt: number }) {
  const { sql } = storage;
  const { feed } = call;
  // A browser of the person records: there is no bot, and the pieces that are on their way are waited for (here-recording.ts).
  if (call.details?.here) return removeWork(sql, key);
  const isLent = feed !== null && attempt >= feed.attempt && !feed.isOver;
  const holder = isLent ? botOf(sql, call) : { botRef: call.botRef, callId: call.callId };
  const isWithdrawn = feed !== null && attempt < feed.attempt;
  if (isLent) saveFeed(sql, call.callId, { ...feed, untilAt: feed.untilAt ?? call.state.since });
  if (!isWithdrawn && isBotWanted(sql, holder.callId, call.callId)) {
    if (!isLent) cutCall(sql, call.callId, call.state.since);
    applyCallEvent(storage, call.callId, { type: "stop-overdue" }, { now: deps.now(), done: key });
    return;
  }
  // A bot whose order is still on its way has the call's own id with our recorder; a hosted one has no name yet.
  const botRef = holder.botRef ?? (deps.recorder?.engine === "acta" ? holder.callId : null);
  const answer = deps.recorder === null || botRef === null ? "gone" : await deps.recorder.stop(botRef);
  if (answer === "gone" && !isWithdrawn) {
    applyCallEvent(storage, call.callId, { type: "stop-overdue" }, { now: deps.now(), done: key });
  } else removeWork(sql, key);
}

/** A notice that cannot be stored now keeps no bot away: a recording that is announced is better than none. */
async function noteMeetings({ deps, storage }: RunNeeds, notice: CallNotice, callIds: readonly CallId[]) {
  const meetings = callIds.flatMap((callId) => meetingsOf(storage.sql, callId));
  try {
    await deps.storeNotice(notice, meetings);
  } catch (error) {
    deps.log("call.notice.failed", { callId: callIds[0], error: faultOf(error) });
  }
}

/**
 * Sent like the first announcement: nothing waits for it if the chat is closed. What people who are recorded object to reaches the meetings of the
 * other person as well.
 */
async function announce(needs: RunNeeds, call: CallRow, { key, text }: { key: string; text: string }) {
  const { deps, storage } = needs;
  const guests = guestsOf(storage.sql, call.callId).map(({ callId }) => callId);
  await noteMeetings(needs, await deps.noticeOf(call.callId), guests);
  const answer = call.botRef === null ? "gone" : await deps.recorder?.say?.(call.botRef, text);
  deps.log("call.guest.announced", { callId: call.callId, answer });
  removeWork(storage.sql, key);
}

type EffectType = CallEffect["type"];
type WorkOf<Effect> = { key: string; callId: CallId; begunAt: number | null; effect: Effect };

/** Everything that the object knows of one type of effect. */
type CallStep<Type extends EffectType, Effect = Extract<CallEffect, { type: Type }>> = {
  /** Does the work and removes its row. */
  perform: (needs: RunNeeds, call: CallRow, work: WorkOf<Effect>) => Promise<void> | void;
  /** Gives the work up after a failure. Without it the work is repeated until it succeeds: nothing else ends it. */
  park?: (needs: RunNeeds, work: WorkOf<Effect>, failure: CountedFailure<"internal">) => "parked" | "keep-trying";
};

/** One table for all effects of a call. Work on the recording or on personal data is never given up. */
const STEPS: { [Type in EffectType]: CallStep<Type> } = {
  "start-bot": {
    perform: (needs, call, { key, effect }) => startBot(needs, call, { key, attempt: effect.attempt }),
    park({ deps, storage }, { callId, effect, key, begunAt }, { retryable }) {
      const now = deps.now();
      const call = readCall(storage.sql, callId);
      const waitsMs = call?.state.startedAt === null ? RECORDER_AWAITED_MS_MAX : RECORDER_AWAITED_LIVE_MS_MAX;
      if (call === null || (retryable && now - (begunAt ?? now) < waitsMs)) return "keep-trying";
      const refusal = { type: "recorder-refused", attempt: effect.attempt, reason: "recorder-unavailable" } as const;
      applyCallEvent(storage, callId, refusal, { now, done: key });
      return "parked";
    },
  },
  "stop-bot": {
    perform: (needs, call, { key, effect }) => stopBot(needs, call, { key, attempt: effect.attempt }),
    park({ deps, storage }, { callId, key }, { isLast }) {
      if (!isLast) return "keep-trying";
      applyCallEvent(storage, callId, { type: "stop-overdue" }, { now: deps.now(), done: key });
      return "parked";
    },
  },
  announce: {
    perform: (needs, call, { key, effect }) => announce(needs, call, { key, text: effect.text }),
    park({ storage }, { key }, { attempt }) {
      if (attempt < STEP_ATTEMPTS_MAX) return "keep-trying";
      removeWork(storage.sql, key);
      return "parked";
    },
  },
  "copy-past": {
    async perform(needs, call, { key }) {
      const { deps, storage } = needs;
      if (await copyPast(needs, call)) return goOnLater(storage.sql, key, deps.now());
      removeWork(storage.sql, key);
    },
  },
  "finish-file": {
    async perform({ deps, storage, sound }, call, { key }) {
      const event = await sound.finishFile(call);
      applyCallEvent(storage, call.callId, event, { now: deps.now(), done: key });
    },
  },
  discard: {
    async perform(needs, call, { key }) {
      await finishCopies(needs, call.callId);
      await needs.sound.discardFile(call);
      await needs.deps.store.removeAll(callPiecesPrefix(call.recordingId));
      clear(needs, call, key);
    },
  },
  clear: {
    async perform(needs, call, { key }) {
      const { deps, storage } = needs;
      if (isCopiedFrom(storage.sql, call.callId)) {
        return goOnLater(storage.sql, key, deps.now() + CALL_CLEAR_PAUSE_MS);
      }
      const areLeft = await deps.store.removeSome(callPiecesPrefix(call.recordingId), CALL_CLEAR_PIECES);
      // Tens of thousands after a long call: its minutes are written meanwhile, and the room's next call is not to wait.
      if (areLeft) return goOnLater(storage.sql, key, deps.now() + CALL_CLEAR_PAUSE_MS);
      clear(needs, call, key);
    },
  },
};

/** A table keyed by type holds the step of exactly this effect; the compiler cannot follow that. */
function stepOf<Effect extends CallEffect>(effect: Effect): CallStep<EffectType, Effect> {
  return STEPS[effect.type] as unknown as CallStep<EffectType, Effect>;
}

/**
 * Applies the report of a hosted recorder's webhook about the call's bot, once: the id of the webhook is stored in the same
 * transaction as its effect. A webhook for a bot that the call does not have (yet) is not stored, so that its repetition can be
 * applied. `stray`: a bot of an order whose answer never came, or that was replaced: nothing else would make it leave.
 */
export function receiveBotReport(
  storage: DurableObjectStorage,
  callId: CallId,
  said: BotSaid,
  now: number,
): "received" | "repeated" | "gone" | "stray" {
  const { sql } = storage;
  return storage.transactionSync(() => {
    const call = readCall(sql, callId);
    if (call !== null && isStray(sql, call, said)) return "stray";
    if (call === null || call.details === null || call.botRef !== said.botRef) return "gone";
    sql.exec("DELETE FROM webhooks WHERE received_at < ?", now - RECORDER_WEBHOOK_REMEMBERED_MS);
    const insert =
      "INSERT INTO webhooks (call_id, id, received_at) VALUES (?, ?, ?) ON CONFLICT DO NOTHING RETURNING id";
    if (sql.exec(insert, callId, said.id, now).toArray().length === 0) return "repeated";
    sql.exec("UPDATE calls SET last_report_at = ? WHERE call_id = ?", now, callId);
    const { attempt } = call.state;
    const event =
      said.state === "recording"
        ? ({ type: "capture-began", attempt, startedAt: said.at } as const)
        : eventOfHosted(attempt, said, call.state.startedAt !== null);
    if (event) applyCallEvent(storage, callId, event, { now });
    return "received";
  });
}

/** While an order is on its way its bot has no name yet, and may be this one. */
function isStray(sql: SqlStorage, { callId, botRef }: CallRow, said: BotSaid): boolean {
  const isInCall = said.state !== "leaving" && said.state !== "left" && said.state !== "failed";
  return isInCall && botRef !== said.botRef && !isStarting(sql, callId);
}
