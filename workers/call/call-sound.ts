import { type CallEventOf, isLive } from "#app/domain/call/call-state.ts";
import { shareOf } from "#app/domain/here/drop-echo.ts";
import { OTHERS, VOICE_STREAMS, type VoiceStream } from "#app/domain/here/here.ts";
import type { CallId } from "#app/domain/ids.ts";
import {
  CALL_GAP_MS_MIN,
  CALL_LOUD_AWAITED_MS_MAX,
  CALL_WINDOW_MS,
  PIECES_QUIET_MS_MAX,
} from "#app/domain/limits/calls.ts";
import { HERE_WINDOW_MS } from "#app/domain/limits/here.ts";
import type { CallSegment } from "#app/media/pieces/append-piece.ts";
import { planCallWindow, type Stretch } from "#app/media/pieces/plan-call-window.ts";
import { type SoundExtent, soundExtent } from "#app/media/pieces/sound-extent.ts";
import { WINDOW_PIECES_BEFORE_MS } from "#app/media/pieces/sound-window.ts";
import { callWindowKey } from "#app/server/storage/keys.ts";
import type { CallDeps } from "#workers/call/deps.ts";
import { PieceJoiner } from "#workers/call/join-pieces.ts";
import { type CallRow, readCall } from "#workers/call/call-rows.ts";
import { applyCallEvent, publish } from "#workers/call/apply-event.ts";
import { mediaIndices, pieceEnds, readProgress, saveProgress, spansOf } from "#workers/call/store-joined.ts";
import {
  forgetSounds,
  peopleOf,
  type SegmentRow,
  segmentsOf,
  type SoundRow,
  soundsBetween,
} from "#workers/call/store-sound.ts";

/** The next windows of a recording's voices; a bot's call, and a recording of one source, has the mix alone. */
type Voice = "mix" | VoiceStream;

/** Cuts the sound of record into windows of about half a minute, each a file for a speech engine, and publishes each window. */

/** The next window, and how far its sound is there: `seq` is the next piece of `segment` that is waited for. */
type Cut = { index: number; fromMs: number; segment: number; seq: number; soundMs: number };
const WINDOWS = "windows";
const FIRST: Cut = { index: 0, fromMs: 0, segment: -1, seq: 0, soundMs: 0 };

type Cutting = { voice: Voice; rows: SegmentRow[] };
type Telling = { cut: Cut; span: Stretch; startedAt: number; segments: CallSegment[]; voice: Voice };

function voicesOf({ details }: CallRow): readonly Voice[] {
  return details?.here === "both" ? VOICE_STREAMS : ["mix"];
}

function progressOf(voice: Voice): string {
  return voice === "mix" ? WINDOWS : `${WINDOWS}-${voice}`;
}

/** The label of a voice, where the source says whose it is. A microphone alone may record anybody in the room. */
function labelOf({ details }: CallRow, voice: Voice): string | null {
  if (!details?.here) return null;
  if (voice === "microphone") return details.ownerFirstName === "" ? null : details.ownerFirstName;
  return voice === "others" || details.here === "tab" ? OTHERS[details.language] : null;
}

type Place = { span: Stretch; startedAt: number };

/** Whether nothing in the span has to be recognised: no sound, or only such as another voice has. */
function isSilent(sql: SqlStorage, { callId }: CallRow, { voice, span, startedAt }: Place & { voice: Voice }): boolean {
  const echo = voice === "microphone" ? echoOf(sql, callId, { span, startedAt }) : [];
  return soundsIn(sql, callId, { kind: "loud", voice, span, startedAt, beforeMs: 0 }).every(
    (stretch) => shareOf(stretch, echo) >= ECHO_WHOLE_SHARE,
  );
}

/** The measured edges of a stretch are off by some hundredths of a second. */
const ECHO_WHOLE_SHARE = 0.95;

function echoOf(sql: SqlStorage, callId: CallId, place: Place): Stretch[] {
  return soundsIn(sql, callId, { kind: "echo", voice: "microphone", beforeMs: WINDOW_PIECES_BEFORE_MS, ...place });
}

function soundsIn(
  sql: SqlStorage,
  callId: CallId,
  asked: Place & { kind: SoundRow["kind"]; voice: Voice; beforeMs: number },
): Stretch[] {
  const { kind, voice, span, startedAt, beforeMs } = asked;
  return soundsBetween(sql, callId, startedAt + span.startMs - beforeMs, startedAt + span.endMs)
    .filter((sound) => sound.kind === kind && sound.personId === voice)
    .map(({ startAt, endAt }) => ({ startMs: startAt - startedAt, endMs: endAt - startedAt }));
}

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

  #segmentsOf(callId: CallId, voice: Voice): SegmentRow[] {
    return segmentsOf(this.#sql, callId).filter(({ stream }) => stream === voice);
  }

  /** Follows the pieces up to the first hole; over holes too when no more pieces arrive. */
  #follow(callId: CallId, { voice, rows }: Cutting, startedAt: number, ended: boolean): Cut {
    let cut = readProgress<Cut>(this.#sql, callId, progressOf(voice)) ?? FIRST;
    for (const [position, row] of rows.entries()) {
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
        position < rows.length - 1 && this.#deps.now() - Math.max(lastAt, row.startedAt) > PIECES_QUIET_MS_MAX;
      if (!ended && !isWhole && !isLost) break;
    }
    return cut;
  }

  async #placed(call: CallRow, { rows }: Cutting): Promise<CallSegment[]> {
    const segments: CallSegment[] = [];
    for (const row of rows) {
      if (pieceEnds(this.#sql, call.callId, row, 0)[0]?.seq !== 0) continue;
      const header = await this.#joiner.headerOf(call, row);
      if (header) segments.push({ stream: "mix", segment: row.segment, startedAt: row.startedAt, header });
    }
    return segments;
  }

  async #build(call: CallRow, { segments, voice }: Pick<Telling, "segments" | "voice">, { startMs, endMs }: Stretch) {
    const recordedAt = call.state.startedAt ?? 0;
    const pieces = [];
    for (const segment of segments) {
      const offset = segment.startedAt - recordedAt;
      const after = startMs - WINDOW_PIECES_BEFORE_MS - offset;
      for (const piece of spansOf(this.#sql, call.callId, { stream: voice, segment: segment.segment }, after)) {
        if (offset + piece.startMs >= endMs) break;
        const bytes = await this.#joiner.bytesOf(call.recordingId, piece);
        pieces.push({ ...piece, stream: "mix" as const, bytes });
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

  async #tellWindow(call: CallRow, { cut, span, startedAt, segments, voice }: Telling): Promise<Cut> {
    const { callId } = call;
    const silent = call.details?.here !== undefined && isSilent(this.#sql, call, { voice, span, startedAt });
    const window = silent ? null : await this.#build(call, { segments, voice }, span);
    const index = voice === "mix" ? cut.index : 2 * cut.index + (voice === "microphone" ? 0 : 1);
    // A span without a recorder, or without any sound of its own, has nothing to recognise: the next window begins after it.
    const next = { ...cut, index: window === null ? cut.index : cut.index + 1, fromMs: span.endMs };
    if (window !== null) await this.#deps.store.put(callWindowKey(call.recordingId, index), window.audio, "audio/mp4");
    this.#storage.transactionSync(() => {
      if (window !== null) {
        const { audioStartMs, audioEndMs, silences } = window;
        const audio = { audioStartMs, audioEndMs, silences };
        const label = labelOf(call, voice);
        const speakers =
          label === null
            ? this.#speakersOf(callId, startedAt, span)
            : [{ label, startMs: Math.round(audioStartMs), endMs: Math.round(audioEndMs), confidence: 1 }];
        const echo = voice === "microphone" ? { echo: echoOf(this.#sql, callId, { span, startedAt }) } : {};
        publish(this.#sql, callId, { type: "window", index, ...span, ...audio, speakers, ...echo }, this.#deps.now());
        const people = peopleOf(this.#sql, callId);
        if (people.people.length > 0) publish(this.#sql, callId, { type: "people", ...people }, this.#deps.now());
      }
      saveProgress(this.#sql, callId, progressOf(voice), next);
      // The next window begins a little before its start.
      const before = startedAt + span.endMs - WINDOW_PIECES_BEFORE_MS;
      forgetSounds(this.#sql, callId, before, voice === "mix" ? null : voice);
    });
    return next;
  }

  /** Cuts every window for which there is enough sound; with `ended`, the rest too. */
  async cut(call: CallRow, ended: boolean): Promise<void> {
    for (const voice of voicesOf(call)) await this.#cutVoice(call, voice, ended);
  }

  async #cutVoice(call: CallRow, voice: Voice, ended: boolean): Promise<void> {
    const { callId } = call;
    const { startedAt } = call.state;
    const cutting = { voice, rows: this.#segmentsOf(callId, voice) };
    if (startedAt === null || cutting.rows.length === 0) return;
    let cut = this.#follow(callId, cutting, startedAt, ended);
    saveProgress(this.#sql, callId, progressOf(voice), cut);
    const { at: eventAt } = this.#sql
      .exec<{ at: number }>("SELECT event_at AS at FROM calls WHERE call_id = ?", callId)
      .one();
    const knownMs = Math.max(eventAt - startedAt, cut.soundMs - CALL_LOUD_AWAITED_MS_MAX);
    const aimMs = call.details?.here ? HERE_WINDOW_MS : CALL_WINDOW_MS;
    const untilMs = Math.round(ended ? cut.soundMs : Math.min(cut.soundMs, knownMs));
    for (;;) {
      const loud = soundsBetween(this.#sql, callId, startedAt + cut.fromMs, startedAt + untilMs)
        .filter((sound) => voice === "mix" || (sound.personId === voice && sound.kind === "loud"))
        .map((sound) => ({ startMs: sound.startAt - startedAt, endMs: sound.endAt - startedAt }));
      const span = planCallWindow({ fromMs: cut.fromMs, untilMs, loud, ended, aimMs });
      if (span === null) return;
      cut = await this.#tellWindow(call, { cut, span, startedAt, voice, segments: await this.#placed(call, cutting) });
    }
  }

  /** The length of the recording, and its gaps without sound because no bot recorded, or a bot's page had no processor. */
  async audioExtent(call: CallRow): Promise<SoundExtent | null> {
    const { startedAt } = call.state;
    if (startedAt === null) return null;
    const rows = this.#segmentsOf(call.callId, "mix");
    if (rows.length > 0) {
      const segments = await this.#placed(call, { voice: "mix", rows });
      return soundExtent(segments, startedAt, mediaIndices(this.#sql, call.callId));
    }
    // A recording whose mix never arrived has at least its voices.
    const spans = voicesOf(call)
      .flatMap((voice) => this.#segmentsOf(call.callId, voice))
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
      const extent = await cutter.audioExtent(call);
      const event =
        extent === null ? ({ type: "nothing-recorded" } as const) : ({ type: "sound-told", ...extent } as const);
      applyCallEvent(storage, callId, event, { now: deps.now() });
    },
    finishFile: (call) => joiner.finish(call),
    discardFile: (call) => joiner.discard(call),
  };
}

/** For a hosted recorder of calls: recordings of browsers still come in pieces. */
export function piecesOfBrowsers(
  { sql }: Pick<DurableObjectStorage, "sql">,
  { pieces, hosted }: { pieces: CallSound; hosted: CallSound },
): CallSound {
  const soundOf = (call: CallRow | null) => (call?.details?.here ? pieces : hosted);
  return {
    advance: (callId) => soundOf(readCall(sql, callId)).advance(callId),
    end: (callId) => soundOf(readCall(sql, callId)).end(callId),
    finishFile: (call) => soundOf(call).finishFile(call),
    discardFile: (call) => soundOf(call).discardFile(call),
  };
}
