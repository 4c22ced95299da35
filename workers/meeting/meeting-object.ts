import type { Ownership } from "#app/domain/account/actor.ts";
import type { HereNote } from "#app/domain/here/here.ts";
import type { PublishedCallEvent } from "#app/domain/meeting/call.ts";
import type { MeetId } from "#app/domain/ids.ts";
import { refused } from "#app/domain/outcome.ts";
import type { RetentionChange, RetentionSetting } from "#app/domain/privacy/retention.ts";
import type { RequestAnswer } from "#app/server/ports/call-process.ts";
import type { ChatAsked, ChatAsker } from "#app/server/ports/meeting-chat.ts";
import type { Correction, TemplateSwitch } from "#app/server/ports/meeting-edits.ts";
import type {
  CallChange,
  CopiedMeeting,
  MeetingBirth,
  MeetingDetails,
  SoundAsked,
  TranscriptSaid,
} from "#app/server/ports/meeting-process.ts";
import type { SecondPart } from "#app/server/ports/split-meetings.ts";
import type { MeetingPart } from "#app/server/ports/merged-meetings.ts";
import type { Env } from "#workers/config.ts";
import { closeSocket } from "#workers/durable/sockets.ts";
import { mergeInto, unmerge } from "#workers/meeting/merge/merge-meeting.ts";
import { beginSecond } from "#workers/meeting/split/second-part.ts";
import { joinAgain, partedFrom, splitMeeting } from "#workers/meeting/split/split-meeting.ts";
import { dropPart, takePart } from "#workers/meeting/merge/take-part.ts";
import { answerRequest, askAgain, cancelCall, changeCall, stopCall } from "#workers/meeting/call/change-call.ts";
import { onCallEvent } from "#workers/meeting/call/on-call-event.ts";
import { type ChatSession, chatSession } from "#workers/meeting/chat/chat-session.ts";
import { switchTemplate } from "#workers/meeting/edits/choose-template.ts";
import { takeCorrection } from "#workers/meeting/edits/take-correction.ts";
import { restoreToLists } from "#workers/meeting/publish/list-subscriber.ts";
import { acceptPage, closePagesOf, sendChatChanged } from "#workers/meeting/publish/live-pages.ts";
import { setRetention, setStandardRetention, takeObjection } from "#workers/meeting/privacy.ts";
import { retryMeeting } from "#workers/meeting/retry.ts";
import { handOver, importContent } from "#workers/meeting/store/hand-over.ts";
import { beginImport } from "#workers/meeting/store/import.ts";
import { beginSample } from "#workers/meeting/store/sample.ts";
import { beginMeeting } from "#workers/meeting/store/begin-meeting.ts";
import { putNote, removeNote } from "#workers/meeting/store/notes.ts";
import { applyEvent } from "#workers/meeting/store/store.ts";
import { giveTranscript } from "#workers/meeting/upload/give-transcript.ts";
import { videoNeverArrived, type UploadIntake, uploadIntake } from "#workers/meeting/upload/upload-intake.ts";
import { readAlive } from "#workers/meeting/view.ts";
import { ReadableMeeting } from "#workers/meeting/readable-meeting.ts";

/** One meeting and the requests it answers. The machine decides, the steps do the work, the publisher tells. */
export class MeetingObject extends ReadableMeeting {
  readonly #chat: ChatSession;
  readonly #intake: UploadIntake;

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env);
    ctx.setWebSocketAutoResponse(new WebSocketRequestResponsePair("ping", "pong"));
    this.#chat = chatSession({
      deps: this.deps,
      storage: ctx.storage,
      changed: () => sendChatChanged(ctx.getWebSockets()),
      waitUntil: (work) => ctx.waitUntil(work),
    });
    this.#intake = uploadIntake(this.deps, ctx.storage);
  }

  // Its life: begun, asked again, removed.

  async begin(birth: MeetingBirth) {
    const now = this.deps.now();
    return this.#change(() => {
      if (birth.source === "import") return beginImport(this.storage, birth, now);
      return birth.source === "sample" ? beginSample(this.storage, birth, now) : beginMeeting(this.storage, birth, now);
    });
  }
  async retry() {
    return this.#change(() => retryMeeting(this.deps, this.storage));
  }
  async giveTranscript(bytes: Uint8Array, by: string) {
    return this.#change(() => giveTranscript(this.deps, this.storage, { bytes, by }));
  }
  async discard() {
    return this.#change(() => {
      applyEvent(this.storage, { type: "discarded" }, { now: this.deps.now() });
      this.#chat.end();
    });
  }
  async restore() {
    return this.#change(() => restoreToLists(this.storage.sql, this.deps));
  }

  // Its owner.

  async importContent(copied: CopiedMeeting) {
    return this.#change(() => importContent(this.storage, copied));
  }
  async handOver(to: Ownership, from: string) {
    const left = handOver(this.storage, to, this.deps.now());
    if (left) {
      await this.deps.tellWorkspace(from, left.meetId, [left.event]);
      for (const other of left.apart) await this.deps.splits.partedFrom(other, left.meetId);
    }
    await this.loop.settle();
  }

  // Its privacy.

  async setRetention(change: RetentionChange | null) {
    return this.#change(() => setRetention(this.storage, change, this.deps.now()));
  }
  async setStandardRetention(setting: RetentionSetting) {
    return this.#change(() => setStandardRetention(this.storage, setting, this.deps.now()));
  }
  async takeObjection(objection: { name: string; text: string; sender: string }) {
    return this.#change(() => takeObjection(this.storage, objection, this.deps.now()));
  }

  // Its upload.

  async acceptUpload(createdBy: string, details: MeetingDetails | null, transcript?: TranscriptSaid) {
    return this.#changeOf(createdBy, () => this.#intake.accept(details, transcript));
  }
  async takeSound(createdBy: string, asked: SoundAsked) {
    const outcome = await this.#changeOf(createdBy, () => this.#intake.takeSound(asked));
    if (asked.landed.length > 0) this.loop.workBeside();
    return outcome;
  }
  async videoNeverArrived() {
    return this.#change(() => videoNeverArrived(this.deps, this.storage));
  }

  // Its call.

  async onCallEvent(published: PublishedCallEvent) {
    const taken = await this.#change(() => onCallEvent(this.deps, this.storage, published));
    if (taken === "taken" && (published.type === "window" || published.type === "ended")) this.loop.workBeside();
    return taken;
  }
  async stopCall() {
    return this.#change(() => stopCall(this.deps, this.storage));
  }
  async askAgain() {
    return this.#change(() => askAgain(this.deps, this.storage));
  }
  async answerRequest(answer: RequestAnswer) {
    return answerRequest(this.deps, this.storage, answer);
  }
  async cancel() {
    return this.#change(() => cancelCall(this.storage, this.deps.now()));
  }
  async putNote(note: HereNote) {
    return putNote(this.storage, note, this.deps.now());
  }
  async removeNote(noteId: string) {
    return removeNote(this.storage, noteId);
  }
  async change(change: CallChange) {
    return this.#change(() => changeCall(this.storage, change, this.deps.now()));
  }

  // Its minutes, corrected by a person.

  async correct(correction: Correction, by: string) {
    return this.#change(() => takeCorrection({ storage: this.storage, deps: this.deps, by }, correction));
  }
  async chooseTemplate(change: TemplateSwitch) {
    return this.#change(() => switchTemplate(this.storage, change, this.deps.now()));
  }

  // Another meeting that becomes one with it.

  async mergeInto(asked: { into: MeetId; gapMs: number }) {
    return this.#change(() => mergeInto({ deps: this.deps, storage: this.storage }, asked));
  }
  async unmerge() {
    return this.#change(() => unmerge({ deps: this.deps, storage: this.storage }));
  }
  async takePart(part: MeetingPart) {
    return this.#change(() => takePart({ deps: this.deps, storage: this.storage }, part));
  }
  async dropPart(asked: { meetId: MeetId; by: string }) {
    return this.#change(() => dropPart({ deps: this.deps, storage: this.storage }, asked));
  }
  async discardPart(of: MeetId) {
    if (readAlive(this.storage.sql)?.alive.state.mergedInto?.meetId === of) await this.discard();
  }

  // A part of it that becomes a meeting of its own.

  async split(asked: { atMs: number; title: string; by: string }) {
    return this.#change(() => splitMeeting({ deps: this.deps, storage: this.storage }, asked));
  }
  async joinAgain(asked: { second: MeetId; by: string }) {
    return this.#change(() => joinAgain({ deps: this.deps, storage: this.storage }, asked));
  }
  async beginSecond(part: SecondPart) {
    return this.#change(() => beginSecond(this.storage, part, this.deps.now()));
  }
  /** Answers at once if nothing changes: the other part may be waiting for it. */
  async partedFrom(other: MeetId) {
    if (partedFrom({ deps: this.deps, storage: this.storage }, other)) await this.loop.settle();
  }

  // Its chat.

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

  // Its open pages.

  override async fetch(request: Request): Promise<Response> {
    return acceptPage(this.ctx, request, this.deps.now());
  }
  async closeStreams(sessionHash: string, why: "session-ended" | "lost") {
    closePagesOf(this.ctx, sessionHash, why);
    this.#chat.closeStreams(sessionHash);
  }
  /** Pages only listen (a ping is answered without waking us): a socket that sends is not a page of ours. */
  override webSocketMessage(socket: WebSocket): void {
    closeSocket(socket, 1008, "not expected");
  }
  override webSocketClose(socket: WebSocket): void {
    closeSocket(socket, 1000, "closed");
  }

  override async alarm(): Promise<void> {
    await this.loop.alarm();
  }

  /** Runs a change for the meeting's creator; any other caller gets `not-found`. */
  async #changeOf<Answer>(createdBy: string, make: () => Promise<Answer>) {
    if (readAlive(this.storage.sql)?.createdBy !== createdBy) return refused("not-found");
    return this.#change(make);
  }
  async #change<Answer>(make: () => Answer | Promise<Answer>): Promise<Answer> {
    const answer = await make();
    await this.loop.settle();
    return answer;
  }
}
