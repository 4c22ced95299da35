import { DurableObject } from "cloudflare:workers";
import type { HerePiece } from "#app/contracts/recording/here-piece.ts";
import type { HereFinish, HereMarks } from "#app/contracts/recording/here.ts";
import type { BotEvents } from "#app/contracts/recording/recorder.ts";
import type { CallId, MeetId } from "#app/domain/ids.ts";
import { CALL_ASKS_AGAIN_MAX } from "#app/domain/limits/calls.ts";
import { faultOf } from "#app/server/log.ts";
import type { BotSaid, CallAsk, CallPiece, JoinedCall, RequestAnswer } from "#app/server/ports/call-process.ts";
import { callNoteKey, callScreenshotKey } from "#app/server/storage/keys.ts";
import { askAgain, stopCall } from "#workers/call/ask-again.ts";
import { callSound, piecesOfBrowsers } from "#workers/call/call-sound.ts";
import { finishCopies } from "#workers/call/copy-past.ts";
import type { CallDeps } from "#workers/call/deps.ts";
import { HereIntake } from "#workers/call/here-intake.ts";
import { markHere, readHere } from "#workers/call/here-recording.ts";
import { HostedSound } from "#workers/call/hosted-sound.ts";
import { answerRequest, lookUpOwners } from "#workers/call/requests.ts";
import { type RoomWork, roomWork } from "#workers/call/room-work.ts";
import { receiveBotReport } from "#workers/call/run-work.ts";
import { readCall } from "#workers/call/call-rows.ts";
import { isListenedTo, joinCall, leaveCall } from "#workers/call/store-calls.ts";
import { botOf } from "#workers/call/store-guests.ts";
import { migrateCallStore } from "#workers/call/store-migrations.ts";
import { resumeWork } from "#workers/call/store-outbox.ts";
import { takeBotEvents } from "#workers/call/take-events.ts";
import { PieceTaker } from "#workers/call/take-piece.ts";
import { writeCallNote } from "#workers/call/watch-calls.ts";
import { composeCall } from "#workers/compose.ts";
import type { Env } from "#workers/config.ts";

/**
 * One room and its calls: the meetings that take part, the bots and their recordings. The class only stores and forwards: the
 * state machine decides, the outbox does the work, the teller publishes events. Storage is the source of truth; the alarm is only
 * a wake-up.
 */
export class CallObject extends DurableObject<Env> {
  readonly #deps: CallDeps;
  readonly #storage: DurableObjectStorage;
  readonly #work: RoomWork;
  readonly #pieces: PieceTaker;
  readonly #here: HereIntake;

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env);
    migrateCallStore(ctx.storage);
    this.#deps = composeCall(env);
    this.#storage = ctx.storage;
    resumeWork(ctx.storage.sql, this.#deps.now(), this.#deps.random());
    const pieces = callSound(this.#deps, ctx.storage);
    const hosted = new HostedSound(this.#deps, ctx.storage);
    const sendsPieces = (this.#deps.recorder?.engine ?? "acta") === "acta";
    this.#work = roomWork({
      deps: this.#deps,
      storage: ctx.storage,
      sound: sendsPieces ? pieces : piecesOfBrowsers(ctx.storage, { pieces, hosted }),
      object: ctx.id.toString(),
      waitUntil: (work) => ctx.waitUntil(work),
    });
    this.#pieces = new PieceTaker(this.#deps, ctx.storage.sql);
    this.#here = new HereIntake({ deps: this.#deps, storage: ctx.storage, pieces: this.#pieces });
  }

  // Called by meetings.

  async join(ask: CallAsk): Promise<JoinedCall> {
    return this.#change(async () => {
      await lookUpOwners(this.#deps, this.#storage.sql);
      const asksLeft = this.#deps.recorder?.askAgain ? CALL_ASKS_AGAIN_MAX : 0;
      const joined = joinCall(this.#storage, ask, this.#deps.now(), asksLeft);
      // Written before the meeting knows the call, so that every caller with its id finds its room.
      await this.#deps.store.put(callNoteKey(joined.callId), writeCallNote(this.ctx.id.toString()), "application/json");
      if (ask.here) return { ...joined, notice: null };
      const call = readCall(this.#storage.sql, joined.callId);
      const { codeHash } = await this.#deps.noticeOf(call ? botOf(this.#storage.sql, call).callId : joined.callId);
      return { ...joined, notice: codeHash };
    });
  }
  async leave(callId: CallId, meetId: MeetId) {
    return this.#change(async () => {
      // Finished first: the meeting removes data next that may still be copied for a guest with access to all of it.
      await finishCopies({ deps: this.#deps, storage: this.#storage }, callId);
      leaveCall(this.#storage, callId, meetId, this.#deps.now());
    });
  }
  async stop(callId: CallId, meetId: MeetId) {
    return this.#change(() => stopCall(this.#deps, this.#storage, callId, meetId));
  }
  async askAgain(callId: CallId, meetId: MeetId) {
    return this.#change(() => askAgain(this.#deps, this.#storage, { callId, meetId }));
  }
  async answerRequest(callId: CallId, meetId: MeetId, answer: RequestAnswer) {
    return this.#change(() => answerRequest({ deps: this.#deps, storage: this.#storage }, callId, meetId, answer));
  }

  // Called for a browser that records. Access to the meeting was checked.

  async takeHere(meetId: MeetId, piece: HerePiece, bytes: Uint8Array) {
    return this.#change(() => this.#here.take(meetId, piece, bytes));
  }
  async markHere(meetId: MeetId, marks: HereMarks["marks"]) {
    return this.#change(() => markHere(this.#storage, meetId, marks, this.#deps.now()));
  }
  async finishHere(meetId: MeetId, tracks: HereFinish["tracks"]) {
    return this.#change(() => this.#here.finish(meetId, tracks));
  }
  async readHere(meetId: MeetId) {
    return readHere(this.#storage.sql, meetId);
  }

  // Called by the recorder. The callers are already authenticated.

  async takePiece(callId: CallId, piece: CallPiece, bytes: Uint8Array) {
    const answer = await this.#pieces.take(callId, piece, bytes);
    if (answer === "safe") await this.#work.begin();
    return answer;
  }
  async takeEvents(callId: CallId, said: BotEvents) {
    return this.#change(() => takeBotEvents(this.#storage, callId, said, this.#deps.now()));
  }
  async takeScreenshot(callId: CallId, contentType: string, bytes: Uint8Array) {
    const call = readCall(this.#storage.sql, callId);
    // A failed bot sends the screenshot after it reported the failure, so the ids are enough to find the call.
    if (call === null || !isListenedTo(this.#storage.sql, callId)) return false;
    await this.#deps.store.put(callScreenshotKey(call.recordingId), bytes, contentType);
    return true;
  }
  async receiveBotReport(callId: CallId, said: BotSaid) {
    const answer = receiveBotReport(this.#storage, callId, said, this.#deps.now());
    if (answer === "received") await this.#work.begin();
    return answer === "stray" ? this.#dismiss(callId, said.botRef) : answer;
  }
  async #dismiss(callId: CallId, botRef: string): Promise<"dismissed" | "not-dismissed"> {
    try {
      await this.#deps.recorder?.stop(botRef);
      this.#deps.log("call.bot.dismissed", { callId });
      return "dismissed";
    } catch (error) {
      this.#deps.log("call.bot.dismiss-failed", { callId, error: faultOf(error) });
      return "not-dismissed";
    }
  }

  override async alarm(): Promise<void> {
    await this.#work.alarm();
  }

  async #change<Answer>(make: () => Answer | Promise<Answer>): Promise<Answer> {
    const answer = await make();
    await this.#work.begin();
    return answer;
  }
}
