import { DurableObject } from "cloudflare:workers";
import type { ClipSpan } from "#app/domain/clips/clip.ts";
import type { MeetId } from "#app/domain/ids.ts";
import type { Viewer } from "#app/domain/meeting/access.ts";
import type { EditQuestion } from "#app/server/ports/meeting-edits.ts";
import type { PdfAsked } from "#app/server/ports/meeting-process.ts";
import { composeMeeting } from "#workers/compose.ts";
import type { Env } from "#workers/config.ts";
import type { MeetingDeps } from "#workers/meeting/deps.ts";
import { readEdits } from "#workers/meeting/edits/read-edits.ts";
import { type MeetingLoop, meetingLoop } from "#workers/meeting/meeting-loop.ts";
import { ownRetention, plannedOf } from "#workers/meeting/privacy.ts";
import {
  mailableEndOf,
  mailableOf,
  passageFor,
  reportedOf,
  searchableHeadOf,
  searchableOf,
  sharedViewFor,
} from "#workers/meeting/publish/outside-views.ts";
import type { RemovedParts } from "#app/server/ports/split-meetings.ts";
import { findPdf } from "#workers/meeting/publish/pdf.ts";
import { exportContent } from "#workers/meeting/store/hand-over.ts";
import { migrateStore } from "#workers/meeting/store/migrations.ts";
import { readNotes } from "#workers/meeting/store/notes.ts";
import { hasUnclaimedBytes } from "#workers/meeting/upload/accept-upload.ts";
import { takesPut } from "#workers/meeting/upload/upload-intake.ts";
import { mayJoin, planSplit } from "#workers/meeting/split/split-meeting.ts";
import {
  readAlive,
  recordingPlace,
  recordingsOf,
  replacedTranscript,
  screenshotPlace,
  transcriptFor,
  viewFor,
} from "#workers/meeting/view.ts";

/** The requests to a meeting that only read it. The caller has identified the viewer. */
export class ReadableMeeting extends DurableObject<Env> {
  protected readonly deps: MeetingDeps;
  protected readonly storage: DurableObjectStorage;
  protected readonly loop: MeetingLoop;

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env);
    migrateStore(ctx.storage);
    this.deps = composeMeeting(env);
    this.storage = ctx.storage;
    this.loop = meetingLoop(ctx, this.deps);
  }

  async view(viewer: Viewer) {
    // A view is a good moment to notice a lost alarm.
    await this.loop.mendAlarm();
    return viewFor(this.storage.sql, viewer);
  }
  async transcript(viewer: Viewer) {
    return transcriptFor(this.storage.sql, viewer);
  }
  async sharedView(viewer: Viewer) {
    return sharedViewFor(this.storage.sql, viewer);
  }
  async passage(span: ClipSpan, viewer: Viewer) {
    const found = passageFor(this.storage.sql, span, viewer);
    if (!found) return null;
    const { part, ...passage } = found;
    return { ...passage, place: await this.recording(part) };
  }
  async searchable() {
    return searchableOf(this.storage.sql);
  }
  async searchableHead() {
    return searchableHeadOf(this.storage.sql);
  }
  async mailable() {
    return mailableOf(this.storage.sql);
  }
  async mailableEnd() {
    return mailableEndOf(this.storage.sql);
  }
  async reported() {
    return reportedOf(this.storage.sql);
  }
  async planned() {
    return plannedOf(this.storage.sql, this.deps.now());
  }
  async recording(part = 0) {
    if (part === 0) return recordingPlace(this.storage.sql);
    const other = recordingsOf(this.storage.sql)[part - 1];
    return other ? this.deps.merges.recording(other.meetId) : null;
  }
  async planSplit(atMs: number) {
    return planSplit(this.storage.sql, atMs);
  }
  async firstPart() {
    return readAlive(this.storage.sql)?.alive.state.span?.of ?? null;
  }
  async mayJoin(first: MeetId, removed: RemovedParts) {
    return mayJoin(this.storage.sql, first, removed);
  }
  async replacedTranscript() {
    return replacedTranscript(this.storage.sql);
  }
  async screenshot() {
    return screenshotPlace(this.storage.sql);
  }
  async pdf(viewer: Viewer, asked: PdfAsked) {
    return findPdf({ deps: this.deps, storage: this.storage }, viewer, asked);
  }
  async ownRetention() {
    return ownRetention(this.storage.sql);
  }
  async hasUnclaimedBytes() {
    return hasUnclaimedBytes(this.deps, this.storage);
  }
  async takesPut(key: string) {
    return takesPut(this.storage.sql, key);
  }
  async readNotes() {
    return readNotes(this.storage.sql);
  }
  async readEdits(question: EditQuestion) {
    return readEdits(this.storage.sql, this.deps, question);
  }
  async exportContent(userId: string) {
    return exportContent(this.storage.sql, userId);
  }
}
