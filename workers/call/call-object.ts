import { DurableObject } from "cloudflare:workers";
import type { BotEvents } from "#app/contracts/recorder.ts";
import type { CallId, MeetId } from "#app/domain/ids.ts";
import { CALL_ASKS_AGAIN_MAX } from "#app/domain/limits/calls.ts";
import { ALARM_WHILE_BUSY_MS } from "#app/domain/limits/steps.ts";
import { faultOf } from "#app/server/log.ts";
import type {
  AskedAgain,
  BotSaid,
  CallAsk,
  CallPiece,
  JoinedCall,
  PieceAnswer,
  RequestAnswer,
  RequestAnswered,
} from "#app/server/ports/call-process.ts";
import { callNoteKey, callScreenshotKey } from "#app/server/storage/keys.ts";
import { writeCallNote } from "#workers/call/call-note.ts";
import { askAgain } from "#workers/call/ask-again.ts";
import { callSound } from "#workers/call/call-sound-work.ts";
import type { CallSound } from "#workers/call/call-sound.ts";
import { finishCopies } from "#workers/call/copy-past.ts";
import type { CallDeps } from "#workers/call/deps.ts";
import { hearHostedBot } from "#workers/call/hear-hosted-bot.ts";
import { HostedSound } from "#workers/call/hosted-sound.ts";
import { answerRequest, keepRequests } from "#workers/call/requests.ts";
import { runDueWork } from "#workers/call/run-work.ts";
import {
  applyCallEvent,
  isInCall,
  joinCall,
  leaveCall,
  openCalls,
  ownerlessCalls,
  readCall,
  saveOwner,
} from "#workers/call/store-calls.ts";
import { CALL_STORE_MIGRATIONS } from "#workers/call/store-migrations.ts";
import { nextTellingAt } from "#workers/call/store-news.ts";
import { nextWorkAt, resumeWork } from "#workers/call/store-outbox.ts";
import { isWhole } from "#workers/call/store-sound.ts";
import { takeBotEvents } from "#workers/call/take-events.ts";
import { PieceTaker } from "#workers/call/take-piece.ts";
import { meetingTeller } from "#workers/call/tell-meetings.ts";
import { lookDueAt, watchCalls } from "#workers/call/watch-calls.ts";
import { composeCall } from "#workers/compose.ts";
import type { Env } from "#workers/config.ts";
import { migrateStore } from "#workers/meeting/store-migrations.ts";

/**
 * One room, and the calls that take place in it: who wants to be there, the one bot, what it records. The class only stores
 * and forwards: what happens is decided by the machine, done by the outbox, told by the teller. Truth is in storage; the
 * alarm is a wake-up.
 */
export class CallObject extends DurableObject<Env> {
  readonly #deps: CallDeps;
  readonly #sound: CallSound;
  readonly #teller: { flush(): Promise<void> };
  readonly #pieces: PieceTaker;
  #going: Promise<void> | null = null;

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env);
    migrateStore(ctx.storage, CALL_STORE_MIGRATIONS);
    this.#deps = composeCall(env);
    resumeWork(ctx.storage.sql, this.#deps.now(), this.#deps.random());
    const sendsPieces = (this.#deps.recorder?.engine ?? "acta") === "acta";
    this.#sound = sendsPieces ? callSound(this.#deps, ctx.storage) : new HostedSound(this.#deps, ctx.storage);
    this.#teller = meetingTeller(this.#deps, ctx.storage);
    this.#pieces = new PieceTaker(this.#deps, ctx.storage.sql);
  }

  async join(ask: CallAsk): Promise<JoinedCall> {
    await this.#lookUpOwners();
    const joined = joinCall(
      this.ctx.storage,
      ask,
      this.#deps.now(),
      this.#deps.recorder?.askAgain ? CALL_ASKS_AGAIN_MAX : 0,
    );
    // Written before the meeting knows the call: who knows its id finds its room.
    await this.#deps.store.put(callNoteKey(joined.callId), writeCallNote(this.ctx.id.toString()), "application/json");
    await this.#goOn();
    return joined;
  }

  async leave(callId: CallId, meetId: MeetId): Promise<void> {
    // What the meeting removes next may still be copied for somebody who was given all of it.
    await finishCopies({ deps: this.#deps, storage: this.ctx.storage }, callId);
    leaveCall(this.ctx.storage, callId, meetId, this.#deps.now());
    await this.#goOn();
  }

  async stop(callId: CallId, meetId: MeetId): Promise<boolean> {
    const { sql } = this.ctx.storage;
    const isOwners = await this.#isOwners(callId, meetId);
    const call = readCall(sql, callId);
    if (call === null || !isInCall(sql, callId, meetId)) return false;
    const { status, startedAt } = call.state;
    if (!isOwners) leaveCall(this.ctx.storage, callId, meetId, this.#deps.now());
    else if (startedAt === null && status !== "over") leaveCall(this.ctx.storage, callId, meetId, this.#deps.now());
    else if (status === "starting" || status === "door" || status === "recording") {
      applyCallEvent(this.ctx.storage, callId, { type: "stop-asked" }, { now: this.#deps.now() });
    } else return status === "stopping" || status === "closing";
    await this.#goOn();
    return true;
  }

  async askAgain(callId: CallId, meetId: MeetId): Promise<AskedAgain> {
    const answer = await askAgain(this.#deps, this.ctx.storage, { callId, meetId });
    await this.#goOn();
    return answer;
  }

  async answerRequest(callId: CallId, meetId: MeetId, answer: RequestAnswer): Promise<RequestAnswered> {
    const answered = await answerRequest({ deps: this.#deps, storage: this.ctx.storage }, callId, meetId, answer);
    await this.#goOn();
    return answered;
  }

  async takePiece(callId: CallId, piece: CallPiece, bytes: Uint8Array): Promise<PieceAnswer> {
    const answer = await this.#pieces.take(callId, piece, bytes);
    if (answer === "safe") await this.#goOn();
    return answer;
  }

  async takeEvents(callId: CallId, said: BotEvents): Promise<{ seq: number; stop: boolean } | null> {
    const answer = takeBotEvents(this.ctx.storage, callId, said, this.#deps.now());
    await this.#goOn();
    return answer;
  }

  async takeScreenshot(callId: CallId, contentType: string, bytes: Uint8Array): Promise<boolean> {
    const call = readCall(this.ctx.storage.sql, callId);
    // A bot that failed sends it after it said so: the ids are enough to know whose it is.
    if (call === null || !this.#isListenedTo(callId)) return false;
    await this.#deps.store.put(callScreenshotKey(call.recordingId), bytes, contentType);
    return true;
  }

  async hearBot(callId: CallId, said: BotSaid): Promise<"heard" | "repeated" | "gone"> {
    const answer = hearHostedBot(this.ctx.storage, callId, said, this.#deps.now());
    if (answer === "heard") await this.#goOn();
    return answer;
  }

  override async alarm(): Promise<void> {
    let notBefore = 0;
    try {
      await this.#work();
    } catch (error) {
      // Thrown out of here the platform would try a few times and then forget the room.
      notBefore = this.#deps.now() + ALARM_WHILE_BUSY_MS;
      this.#deps.log("call.alarm.failed", { error: faultOf(error) });
    }
    await this.#arm(notBefore);
  }

  /** Calls of before belong to the person of their first meeting. */
  async #lookUpOwners(): Promise<void> {
    const { sql } = this.ctx.storage;
    for (const { callId, meetId } of ownerlessCalls(sql)) {
      const ownerUserId = await this.#deps.ownerOf(meetId);
      if (ownerUserId !== null) saveOwner(sql, callId, ownerUserId);
    }
  }

  /** In a call of before, meetings of several people may listen: only its owner's stop it, another one only leaves. */
  async #isOwners(callId: CallId, meetId: MeetId): Promise<boolean> {
    const { sql } = this.ctx.storage;
    const ownerless = ownerlessCalls(sql).find((call) => call.callId === callId);
    if (ownerless === undefined) return true;
    if (ownerless.meetId === meetId) return true;
    const [first, own] = await Promise.all([this.#deps.ownerOf(ownerless.meetId), this.#deps.ownerOf(meetId)]);
    return first === own;
  }

  #isListenedTo(callId: CallId): boolean {
    const { sql } = this.ctx.storage;
    return sql.exec("SELECT 1 FROM call_meetings WHERE call_id = ? LIMIT 1", callId).toArray().length > 0;
  }

  /** After a change: the alarm stands before anything is answered, and the work begins at once without being waited for. */
  async #goOn(): Promise<void> {
    await this.#arm(0);
    this.ctx.waitUntil(
      this.#work()
        .catch((error: unknown) => this.#deps.log("call.work.failed", { error: faultOf(error) }))
        .then(() => this.#arm(0)),
    );
  }

  /** One at a time; what changes meanwhile is done in the same run. */
  #again = false;
  #work(): Promise<void> {
    this.#again = this.#going !== null;
    this.#going ??= this.#workOnce().finally(() => {
      this.#going = null;
    });
    return this.#going;
  }

  async #workOnce(): Promise<void> {
    const { storage } = this.ctx;
    const deps = this.#deps;
    const needs = { deps, storage, sound: this.#sound, object: this.ctx.id.toString() };
    do {
      this.#again = false;
      await this.#teller.flush();
      await watchCalls(needs);
      for (const call of openCalls(storage.sql)) {
        await this.#sound.advance(call.callId);
        if (readCall(storage.sql, call.callId)?.state.status === "closing" && isWhole(storage.sql, call.callId)) {
          await this.#sound.end(call.callId);
        }
      }
      await this.#teller.flush();
      await runDueWork(needs);
      await this.#teller.flush();
      // Last, so that nothing an asker hears waits for it.
      await keepRequests(needs);
      await this.#teller.flush();
    } while (this.#again);
  }

  /** The one alarm, at the earliest of everything that waits for a time. */
  async #arm(notBefore: number): Promise<void> {
    const { sql } = this.ctx.storage;
    const times = [
      nextWorkAt(sql),
      nextTellingAt(sql),
      ...openCalls(sql).map((call) => lookDueAt(sql, call)),
      // What is under way in this life of the object is begun again by the next, should this one end.
      this.#going === null ? null : this.#deps.now() + ALARM_WHILE_BUSY_MS,
    ].filter((at) => at !== null);
    if (times.length === 0) return;
    const floor = this.#going === null ? notBefore : Math.max(notBefore, this.#deps.now() + ALARM_WHILE_BUSY_MS);
    await this.ctx.storage.setAlarm(Math.max(Math.min(...times), floor, this.#deps.now()));
  }
}
