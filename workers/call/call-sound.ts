import { type CallEventOf, isLive } from "#app/domain/call/call-state.ts";
import type { CallId } from "#app/domain/ids.ts";
import { CALL_GAP_MS_MIN, CALL_LOUD_AWAITED_MS_MAX, PIECES_QUIET_MS_MAX } from "#app/domain/limits/calls.ts";
import type { CallSegment } from "#app/media/pieces/append-piece.ts";
import { planCallWindow, type Stretch } from "#app/media/pieces/plan-call-window.ts";
import { WINDOW_PIECES_BEFORE_MS } from "#app/media/pieces/sound-window.ts";
import { callWindowKey } from "#app/server/storage/keys.ts";
import type { CallDeps } from "#workers/call/deps.ts";
import { PieceJoiner } from "#workers/call/join-pieces.ts";
import { applyCallEvent, type CallRow, publish, readCall } from "#workers/call/store-calls.ts";
import { pieceEnds, readProgress, saveProgress, spansOf } from "#workers/call/store-joined.ts";
import { forgetSounds, peopleOf, type SegmentRow, segmentsOf, soundsBetween } from "#workers/call/store-sound.ts";

/** Cuts the sound of record into windows of about half a minute, each a file for a speech engine, and publishes each window. */

/** The next window, and how far its sound is there: `seq` is the next piece of `segment` that is waited for. */
type Cut = { index: number; fromMs: number; segment: number; seq: number; soundMs: number };
const WINDOWS = "windows";
const FIRST: Cut = { index: 0, fromMs: 0, segment: -1, seq: 0, soundMs: 0 };

export type AudioExtent = { durationMs: number; gaps: Stretch[] };

class WindowCutter {
  readonly #deps: CallDeps;
  readonly #storage: DurableObjectStorage;
  readonly #sql: SqlStorage;
  readonly #joiner: PieceJoiner;

  constructor(deps: CallDeps, storage: DurableObjectStorage, joiner: PieceJoiner) {
    this.#deps = deps;
    this.#storage = storage;
    this.#sql = storage.sql;
    this.#joiner = joiner;
  }

  #mixOf(callId: CallId): SegmentRow[] {
    return segmentsOf(this.#sql, callId).filter(({ stream }) => stream === "mix");
  }

  /** Follows the pieces up to the first hole; over holes too when no more pieces arrive. */
  #follow(callId: CallId, mix: SegmentRow[], startedAt: number, ended: boolean): Cut {
    let cut = readProgress<Cut>(this.#sql, callId, WINDOWS) ?? FIRST;
    for (const [position, row] of mix.entries()) {
      if (row.segment < cut.segment) continue;
      if (row.segment > cut.segment) cut = { ...cut, segment: row.segment, seq: 0 };
      let lastAt = 0;
      for (const { seq, endMs, isJoined, at } of pieceEnds(this.#sql, callId, row, cut.seq)) {
        if (!isJoined || (seq !== cut.seq && !ended)) break;
        const soundMs = endMs === null ? cut.soundMs : Math.max(cut.soundMs, row.startedAt - startedAt + endMs);
        cut = { ...cut, seq: seq + 1, soundMs };
        lastAt = at;
      }
      const isWhole = row.pieces !== null && cut.seq >= row.pieces;
      // A bot that was lost never says that its segment ended; what it left on its disk may still come for a while.
      const isLost =
        position < mix.length - 1 && this.#deps.now() - Math.max(lastAt, row.startedAt) > PIECES_QUIET_MS_MAX;
      if (!ended && !isWhole && !isLost) break;
    }
    return cut;
  }

  async #placed(call: CallRow, mix: SegmentRow[]): Promise<CallSegment[]> {
    const segments: CallSegment[] = [];
    for (const row of mix) {
      if (pieceEnds(this.#sql, call.callId, row, 0)[0]?.seq !== 0) continue;
      const header = await this.#joiner.headerOf(call, row);
      if (header) segments.push({ stream: "mix", segment: row.segment, startedAt: row.startedAt, header });
    }
    return segments;
  }

  async #build(call: CallRow, segments: CallSegment[], { startMs, endMs }: Stretch) {
    const recordedAt = call.state.startedAt ?? 0;
    const pieces = [];
    for (const segment of segments) {
      const offset = segment.startedAt - recordedAt;
      const after = startMs - WINDOW_PIECES_BEFORE_MS - offset;
      for (const piece of spansOf(this.#sql, call.callId, segment, after)) {
        if (offset + piece.startMs >= endMs) break;
        pieces.push({ ...piece, bytes: await this.#joiner.bytesOf(call.recordingId, piece) });
      }
    }
    return this.#deps.media.window({ recordedAt, segments, pieces, startMs, endMs });
  }

  #speakersOf(callId: CallId, startedAt: number, { startMs, endMs }: Stretch) {
    const labels = new Map(peopleOf(this.#sql, callId).people.map(({ id, label }) => [id, label]));
    return soundsBetween(this.#sql, callId, startedAt + startMs, startedAt + endMs).flatMap((sound) => {
      const label = sound.personId === null ? undefined : labels.get(sound.personId);
      if (sound.kind !== "speech" || label === undefined) return [];
      const from = Math.max(startMs, sound.startAt - startedAt);
      return [{ label, startMs: from, endMs: Math.min(endMs, sound.endAt - startedAt), confidence: sound.confidence }];
    });
  }

  async #tellWindow(
    call: CallRow,
    { cut, span, startedAt, segments }: { cut: Cut; span: Stretch; startedAt: number; segments: CallSegment[] },
  ): Promise<Cut> {
    const { callId } = call;
    const window = await this.#build(call, segments, span);
    const { index } = cut;
    // A span without a recorder has nothing to recognise: the next window begins after it.
    const next = { ...cut, index: window === null ? index : index + 1, fromMs: span.endMs };
    if (window !== null) await this.#deps.store.put(callWindowKey(call.recordingId, index), window.audio, "audio/mp4");
    this.#storage.transactionSync(() => {
      if (window !== null) {
        const { audioStartMs, audioEndMs, silences } = window;
        const audio = { audioStartMs, audioEndMs, silences };
        const speakers = this.#speakersOf(callId, startedAt, span);
        publish(this.#sql, callId, { type: "window", index, ...span, ...audio, speakers }, this.#deps.now());
        const people = peopleOf(this.#sql, callId);
        if (people.people.length > 0) publish(this.#sql, callId, { type: "people", ...people }, this.#deps.now());
      }
      saveProgress(this.#sql, callId, WINDOWS, next);
      // The next window begins a little before its start.
      forgetSounds(this.#sql, callId, startedAt + span.endMs - WINDOW_PIECES_BEFORE_MS);
    });
    return next;
  }

  /** Cuts every window for which there is enough sound; with `ended`, the rest too. */
  async cut(call: CallRow, ended: boolean): Promise<void> {
    const { callId } = call;
    const { startedAt } = call.state;
    const mix = this.#mixOf(callId);
    if (startedAt === null || mix.length === 0) return;
    let cut = this.#follow(callId, mix, startedAt, ended);
    saveProgress(this.#sql, callId, WINDOWS, cut);
    const { at: eventAt } = this.#sql
      .exec<{ at: number }>("SELECT event_at AS at FROM calls WHERE call_id = ?", callId)
      .one();
    const knownMs = Math.max(eventAt - startedAt, cut.soundMs - CALL_LOUD_AWAITED_MS_MAX);
    const untilMs = Math.round(ended ? cut.soundMs : Math.min(cut.soundMs, knownMs));
    for (;;) {
      const loud = soundsBetween(this.#sql, callId, startedAt + cut.fromMs, startedAt + untilMs).map((sound) => ({
        startMs: sound.startAt - startedAt,
        endMs: sound.endAt - startedAt,
      }));
      const span = planCallWindow({ fromMs: cut.fromMs, untilMs, loud, ended });
      if (span === null) return;
      cut = await this.#tellWindow(call, { cut, span, startedAt, segments: await this.#placed(call, mix) });
    }
  }

  /** The length of the recording, and its gaps without sound because no bot recorded. */
  audioExtent(call: CallRow): AudioExtent | null {
    const { startedAt } = call.state;
    if (startedAt === null) return null;
    const spans = this.#mixOf(call.callId)
      .flatMap((row) =>
        spansOf(this.#sql, call.callId, row).map(({ startMs, endMs }) => ({
          startMs: row.startedAt - startedAt + startMs,
          endMs: row.startedAt - startedAt + endMs,
        })),
      )
      .toSorted((one, other) => one.startMs - other.startMs);
    const gaps: Stretch[] = [];
    let at = 0;
    for (const { startMs, endMs } of spans) {
      if (startMs - at >= CALL_GAP_MS_MIN) gaps.push({ startMs: Math.round(at), endMs: Math.round(startMs) });
      at = Math.max(at, endMs);
    }
    return spans.length === 0 ? null : { durationMs: Math.round(at), gaps };
  }
}

/** Makes windows from the pieces of a call while it runs, and one file at its end. */
export interface CallSound {
  /** Joins and cuts the pieces that have arrived; called after every piece, and cheap when there is nothing to do. */
  advance(callId: CallId): Promise<void>;
  /** No more pieces arrive: publishes the last window and the end of the sound. */
  end(callId: CallId): Promise<void>;
  /** The rest of the file. */
  finishFile(call: CallRow): Promise<CallEventOf<"file-stored"> | CallEventOf<"nothing-recorded">>;
  /** Discards a file that is not wanted. Idempotent. */
  discardFile(call: CallRow): Promise<void>;
}

/** The sound of calls whose recorder sends pieces. One at a time: the object's work loop calls it. */
export function callSound(deps: CallDeps, storage: DurableObjectStorage): CallSound {
  const { sql } = storage;
  const joiner = new PieceJoiner(deps, sql);
  const cutter = new WindowCutter(deps, storage, joiner);
  const openCall = (callId: CallId) => {
    const call = readCall(sql, callId);
    return call !== null && call.details !== null ? call : null;
  };
  return {
    async advance(callId) {
      const call = openCall(callId);
      if (call === null || (!isLive(call.state.status) && call.state.status !== "closing")) return;
      await joiner.join(call);
      await cutter.cut(call, false);
    },
    async end(callId) {
      const call = openCall(callId);
      if (call?.state.status !== "closing") return;
      await joiner.join(call, true);
      await cutter.cut(call, true);
      const extent = cutter.audioExtent(call);
      const event =
        extent === null ? ({ type: "nothing-recorded" } as const) : ({ type: "sound-told", ...extent } as const);
      applyCallEvent(storage, callId, event, { now: deps.now() });
    },
    finishFile: (call) => joiner.finish(call),
    discardFile: (call) => joiner.discard(call),
  };
}
