import { DurableObject } from "cloudflare:workers";
import { parseSince, parseViewerHeader, VIEWER_HEADER } from "#app/contracts/live-viewer.ts";
import type { MeetingView } from "#app/contracts/meeting-view.ts";
import { SESSION_ENDED_CODE } from "#app/contracts/session.ts";
import type { SharedView } from "#app/contracts/shared-view.ts";
import { LIVE_SOCKETS_MAX } from "#app/domain/limits/requests.ts";
import type { Viewer } from "#app/domain/meeting/access.ts";
import type { MeetingEffect } from "#app/domain/meeting/effects.ts";
import type { CallNews } from "#app/domain/meeting/call.ts";
import { type Outcome, refused } from "#app/domain/outcome.ts";
import type {
  Corrected,
  Correction,
  CorrectionRefusal,
  EditQuestion,
  EditReading,
} from "#app/server/ports/meeting-edits.ts";
import type {
  AcceptRefusal,
  AskAgainRefusal,
  CallChange,
  MeetingBirth,
  MeetingDetails,
  NewsTaken,
  PaperPlace,
  RecordingPlace,
  SoundAsked,
  TranscriptSaid,
} from "#app/server/ports/meeting-process.ts";
import type { RequestAnswer } from "#app/server/ports/call-process.ts";
import type { ChatAsked, ChatAsker } from "#app/server/ports/meeting-chat.ts";
import { composeMeeting } from "#workers/compose.ts";
import type { Env } from "#workers/config.ts";
import { acceptUpload, hasUnclaimedBytes } from "#workers/meeting/accept-upload.ts";
import { askAgain } from "#workers/meeting/ask-again.ts";
import { answerRequest, cancelCall, changeCall, stopCall } from "#workers/meeting/change-call.ts";
import { type ChatSession, chatSession } from "#workers/meeting/chat-session.ts";
import { correctMeeting } from "#workers/meeting/correct.ts";
import type { MeetingDeps } from "#workers/meeting/deps.ts";
import { listSubscriber, restoreToLists } from "#workers/meeting/list-subscriber.ts";
import { findPaper, paperSubscriber } from "#workers/meeting/paper.ts";
import { close, createPublisher, greet, tellOfChat } from "#workers/meeting/publisher.ts";
import { readEdits } from "#workers/meeting/read-edits.ts";
import { recordingPlace, screenshotPlace } from "#workers/meeting/recording-place.ts";
import { retryMeeting } from "#workers/meeting/retry.ts";
import { sharedViewFor } from "#workers/meeting/shared-view.ts";
import { applyEvent, beginMeeting } from "#workers/meeting/store.ts";
import { migrateStore } from "#workers/meeting/store-migrations.ts";
import { takeSound } from "#workers/meeting/take-sound.ts";
import { takesPut } from "#workers/meeting/takes-put.ts";
import { missVideo } from "#workers/meeting/miss-video.ts";
import { tellOfCall } from "#workers/meeting/tell-of-call.ts";
import { readAlive, viewFor } from "#workers/meeting/view.ts";
import { type MeetingWork, meetingWork } from "#workers/meeting/work.ts";
import { faultOf } from "#app/server/log.ts";

/**
 * One meeting. The class only stores and forwards: what happens is decided by the machine, done by the steps, told by the
 * publisher. Truth is in storage; the alarm is a wake-up.
 */
export class MeetingObject extends DurableObject<Env> {
  readonly #deps: MeetingDeps;
  readonly #work: MeetingWork;
  readonly #publisher: { flush(): Promise<void> };
  readonly #chat: ChatSession;
  /** Until it is settled, sound that is told waits. */
  #sound: Promise<unknown> = Promise.resolve();
  /** A second acceptUpload waits for the one that is looking at the bytes. */
  #accepting: Promise<Outcome<null, AcceptRefusal>> | null = null;

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env);
    migrateStore(ctx.storage);
    ctx.setWebSocketAutoResponse(new WebSocketRequestResponsePair("ping", "pong"));
    this.#deps = composeMeeting(env);
    const { log, now, random, lists } = this.#deps;
    this.#publisher = createPublisher({
      sql: ctx.storage.sql,
      sockets: () => ctx.getWebSockets(),
      subscribers: [listSubscriber(lists), paperSubscriber(now, () => this.#work.arm())],
      now,
      random,
      log,
    });
    this.#work = meetingWork({
      deps: this.#deps,
      storage: ctx.storage,
      holder: ctx.id.toString(),
      changed: () => ctx.waitUntil(this.#publisher.flush()),
    });
    this.#chat = chatSession({
      deps: this.#deps,
      storage: ctx.storage,
      changed: () => tellOfChat(ctx.getWebSockets()),
      waitUntil: (work) => ctx.waitUntil(work),
    });
  }

  async begin(birth: MeetingBirth): Promise<void> {
    beginMeeting(this.ctx.storage, birth, this.#deps.now());
    await this.#goOn();
  }

  async acceptUpload(
    createdBy: string,
    details: MeetingDetails | null,
    transcript?: TranscriptSaid,
  ): Promise<Outcome<null, AcceptRefusal>> {
    if (readAlive(this.ctx.storage.sql)?.createdBy !== createdBy) return refused("not-found");
    this.#accepting ??= acceptUpload(this.#deps, this.ctx.storage, details, transcript).finally(() => {
      this.#accepting = null;
    });
    const outcome = await this.#accepting;
    await this.#goOn();
    return outcome;
  }

  /** One after the other: each reads windows of sound whole. */
  async takeSound(createdBy: string, asked: SoundAsked) {
    if (readAlive(this.ctx.storage.sql)?.createdBy !== createdBy) return refused("not-found");
    const taken = this.#sound.then(() => takeSound(this.#deps, this.ctx.storage, asked));
    this.#sound = taken.catch(() => undefined);
    const outcome = await taken;
    await this.#goOn();
    if (asked.landed.length > 0) this.ctx.waitUntil(this.#workBeside());
    return outcome;
  }

  async missVideo(): Promise<boolean> {
    const kept = missVideo(this.#deps, this.ctx.storage);
    await this.#goOn();
    return kept;
  }

  hasUnclaimedBytes(): Promise<boolean> {
    return hasUnclaimedBytes(this.#deps, this.ctx.storage);
  }

  async takesPut(key: string): Promise<boolean> {
    return takesPut(this.ctx.storage.sql, key);
  }

  async view(viewer: Viewer): Promise<MeetingView | null> {
    // Who looks is a good moment to notice an alarm that was lost.
    if ((await this.ctx.storage.getAlarm()) === null) await this.#work.arm();
    return viewFor(this.ctx.storage.sql, viewer);
  }

  sharedView(viewer: Viewer): SharedView | null {
    return sharedViewFor(this.ctx.storage.sql, viewer);
  }

  recording(): RecordingPlace | null {
    return recordingPlace(this.ctx.storage.sql);
  }

  paper(viewer: Viewer, asked: { transcript: boolean }): Promise<Outcome<PaperPlace, "not-found" | "not-ready">> {
    return findPaper({ deps: this.#deps, storage: this.ctx.storage }, viewer, asked);
  }

  async retry(): Promise<Outcome<null, "not-found" | "not-retryable" | "limit-reached">> {
    const outcome = await retryMeeting(this.#deps, this.ctx.storage);
    await this.#goOn();
    return outcome;
  }

  async tellOfCall(news: CallNews): Promise<NewsTaken> {
    const taken = await tellOfCall(this.#deps, this.ctx.storage, news);
    await this.#goOn();
    // A run of the alarm that waits for one window would make the next wait as well; that one is begun beside it.
    if (taken === "taken" && (news.type === "window" || news.type === "ended")) this.ctx.waitUntil(this.#workBeside());
    return taken;
  }

  async #workBeside(): Promise<void> {
    try {
      const { notBefore } = await this.#work.run();
      await this.#work.arm(notBefore);
    } catch (error) {
      await this.#work.arm(this.#afterFault(error));
    }
  }

  async stopCall(): Promise<Outcome<null, "not-found" | "not-recording">> {
    const outcome = await stopCall(this.#deps, this.ctx.storage);
    await this.#goOn();
    return outcome;
  }

  async askAgain(): Promise<Outcome<null, AskAgainRefusal>> {
    const outcome = await askAgain(this.#deps, this.ctx.storage);
    await this.#goOn();
    return outcome;
  }

  async answerRequest(answer: RequestAnswer): Promise<Outcome<null, "not-found" | "gone">> {
    return answerRequest(this.#deps, this.ctx.storage, answer);
  }

  async cancel(): Promise<Outcome<null, "not-found" | "too-late">> {
    const outcome = cancelCall(this.ctx.storage, this.#deps.now());
    await this.#goOn();
    return outcome;
  }

  async change(change: CallChange): Promise<Outcome<null, "not-found" | "too-late">> {
    const outcome = changeCall(this.ctx.storage, change, this.#deps.now());
    await this.#goOn();
    return outcome;
  }

  async screenshot(): Promise<{ key: string } | null> {
    return screenshotPlace(this.ctx.storage.sql);
  }

  async correct(correction: Correction, by: string): Promise<Outcome<Corrected, CorrectionRefusal>> {
    const outcome = correctMeeting({ storage: this.ctx.storage, deps: this.#deps, by }, correction);
    await this.#goOn();
    return outcome;
  }

  readEdits(question: EditQuestion): EditReading | null {
    return readEdits(this.ctx.storage.sql, this.#deps, question);
  }

  async discard(): Promise<void> {
    applyEvent(this.ctx.storage, { type: "discarded" }, { now: this.#deps.now() });
    this.#chat.end();
    await this.#goOn();
  }

  restore(): Promise<"restored" | "gone" | "unknown"> {
    return restoreToLists(this.ctx.storage.sql, this.#deps.lists);
  }

  // Async, because a call from outside gets a promise in any case.
  async readChat(asker: ChatAsker) {
    return this.#chat.read(asker);
  }

  async askChat(asker: ChatAsker, asked: ChatAsked) {
    return this.#chat.ask(asker, asked);
  }

  async stopChat(userId: string) {
    return this.#chat.stop(userId);
  }

  async clearChat(userId: string) {
    return this.#chat.clear(userId);
  }

  /** A live page. Only the Worker gets here, after it has decided who looks. */
  override async fetch(request: Request): Promise<Response> {
    const live = parseViewerHeader(request.headers.get(VIEWER_HEADER));
    const { sql } = this.ctx.storage;
    if (live === null || readAlive(sql) === null) return new Response(null, { status: 404 });
    if (this.ctx.getWebSockets().length >= LIVE_SOCKETS_MAX) return new Response(null, { status: 503 });
    const { 0: client, 1: server } = new WebSocketPair();
    // The tag survives hibernation, as the socket does.
    this.ctx.acceptWebSocket(server, [live.sessionHash]);
    greet(sql, server, { viewer: live.viewer, now: this.#deps.now(), since: parseSince(request.url) });
    return new Response(null, { status: 101, webSocket: client });
  }

  /** A session has ended: its pages are sent nothing more. */
  async closeStreams(sessionHash: string): Promise<void> {
    for (const socket of this.ctx.getWebSockets(sessionHash)) close(socket, SESSION_ENDED_CODE, "session ended");
    this.#chat.closeStreams(sessionHash);
  }

  /** Pages only listen (a ping is answered without waking us): whoever talks is not a page of ours. */
  override webSocketMessage(socket: WebSocket): void {
    close(socket, 1008, "not expected");
  }

  override webSocketClose(socket: WebSocket): void {
    close(socket, 1000, "closed");
  }

  override async alarm(): Promise<void> {
    let notBefore = 0;
    try {
      await this.#publisher.flush();
      ({ notBefore } = await this.#work.run());
      await this.#publisher.flush();
    } catch (error) {
      // Thrown out of here the platform would try a few times and then forget the meeting.
      notBefore = this.#afterFault(error);
    }
    await this.#work.arm(notBefore);
  }

  /** When the alarm is to come again. */
  #afterFault(error: unknown): number {
    this.#deps.log("meeting.alarm.failed", { error: faultOf(error) });
    return this.#deps.now() + ALARM_AFTER_FAULT_MS;
  }

  /** After a change: everybody is told at once, what is left of a meeting that went is removed, the rest is the alarm's. */
  async #goOn(): Promise<void> {
    await this.#work.arm();
    const told = this.#publisher.flush();
    await this.#work.run(isLastRite);
    // The alarm may have come meanwhile and found the removal under way; one that failed needs another.
    if (readAlive(this.ctx.storage.sql) === null) await this.#work.arm();
    await told;
  }
}

/** What is done before a discarding call answers. */
function isLastRite({ type }: MeetingEffect): boolean {
  return type === "remove-content";
}

const ALARM_AFTER_FAULT_MS = 5000;
