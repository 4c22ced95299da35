import type { HerePiece } from "#app/contracts/recording/here-piece.ts";
import type { HereFinish, HereMarks } from "#app/contracts/recording/here.ts";
import { isLive } from "#app/domain/call/call-state.ts";
import { type HereTrack, streamOf, tracksOf } from "#app/domain/here/here.ts";
import type { CallId, MeetId } from "#app/domain/ids.ts";
import { PIECES_AWAITED_MS_MAX, PIECES_QUIET_MS_MAX } from "#app/domain/limits/calls.ts";
import { HERE_AWAY_MS, HERE_MS_MAX, HERE_WAITS_MS_MAX } from "#app/domain/limits/here.ts";
import type { HereRecord, PieceAnswer } from "#app/server/ports/call-process.ts";
import type { CallDeps } from "#workers/call/deps.ts";
import { addSize, hasRoomFor } from "#workers/call/here-size.ts";
import { type CallRow, readCall } from "#workers/call/call-rows.ts";
import { applyCallEvent } from "#workers/call/apply-event.ts";
import { readProgress, saveProgress } from "#workers/call/store-joined.ts";
import { isWhole, noteMeasured, noteSegmentStarted, readPiece, segmentsOf } from "#workers/call/store-sound.ts";
import type { PieceTaker } from "#workers/call/take-piece.ts";

/**
 * A recording that a browser of the person makes (contracts/endpoints/record-here.ts): a call in an object of its own, whose bot is the
 * browser. Pieces are stored and noted like a bot's; the facts that a bot reports as events come with each piece.
 */

/** The browser's messages beside its pieces, each with the browser's own time, so that an older mark changes nothing. */
type Said = {
  pausedAt: number;
  isPaused: boolean;
  silent: Partial<Record<"microphone" | "tab", { at: number; is: boolean }>>;
};
const SAID = "here";
const NOTHING_SAID: Said = { pausedAt: 0, isPaused: false, silent: {} };

function callOf(sql: SqlStorage, meetId: MeetId): CallRow | null {
  const row = sql
    .exec<{ call_id: string }>(
      "SELECT call_id FROM call_meetings WHERE meet_id = ? ORDER BY rowid DESC LIMIT 1",
      meetId,
    )
    .toArray()[0];
  return row ? readCall(sql, row.call_id as CallId) : null;
}

/** Ms 0 of the recording's clock, in epoch ms: when it was begun. Written down at the first question, so that it never moves. */
function clockStart(sql: SqlStorage, { callId, state, lastReportAt }: CallRow): number {
  if (state.startedAt !== null) return state.startedAt;
  const known = readProgress<number>(sql, callId, CLOCK);
  if (known === null) saveProgress(sql, callId, CLOCK, lastReportAt);
  return known ?? lastReportAt;
}
const CLOCK = "here-clock";
const ALL_SENT = "here-all-sent";

export async function takeHere(
  { deps, storage, pieces }: { deps: CallDeps; storage: DurableObjectStorage; pieces: PieceTaker },
  meetId: MeetId,
  { piece, bytes }: { piece: HerePiece; bytes: Uint8Array },
): Promise<PieceAnswer | "full"> {
  const { sql } = storage;
  const call = callOf(sql, meetId);
  if (call === null) return "not-yet";
  if (!takesPieces(call)) return "over";
  const { callId } = call;
  const name = { stream: streamOf(piece.track), segment: piece.segment, seq: piece.seq, sha256: piece.sha256 };
  const known = readPiece(sql, callId, name);
  if (known === null && !hasRoomFor(sql, callId, bytes.byteLength)) return "full";
  // Its facts come first: a piece that is noted without them would count as silent. Sent again they may be there twice, which does no harm.
  if (known === null) storage.transactionSync(() => noteFacts(sql, call, piece));
  const answer = await pieces.take(callId, name, bytes);
  if (answer !== "safe") return answer;
  const now = deps.now();
  const startedAt = clockStart(sql, call);
  const endMs = piece.startMs + piece.durationMs;
  storage.transactionSync(() => {
    if (known === null) addSize(sql, callId, bytes.byteLength);
    sql.exec("UPDATE calls SET event_at = max(event_at, ?) WHERE call_id = ?", startedAt + endMs, callId);
    const { attempt } = call.state;
    applyCallEvent(storage, callId, { type: "capture-began", attempt, startedAt }, { now });
    const warning = warningOf(saidOf(sql, callId));
    applyCallEvent(storage, callId, { type: "warned", attempt, warning }, { now });
    if (piece.isLast) endSegment(sql, callId, { ...name, pieces: piece.seq + 1, endedAt: startedAt + endMs });
    if (endMs >= HERE_MS_MAX) applyCallEvent(storage, callId, { type: "bot-left", attempt, reason: "limit" }, { now });
  });
  return answer;
}

function takesPieces({ details, state }: CallRow): boolean {
  return details !== null && (isLive(state.status) || state.status === "closing");
}

function noteFacts(sql: SqlStorage, call: CallRow, piece: HerePiece): void {
  const { callId, details } = call;
  const stream = streamOf(piece.track);
  const startedAt = clockStart(sql, call);
  const begin = { stream, segment: piece.segment, startedAt: startedAt + piece.segmentStartMs, mimeType: "audio/mp4" };
  noteSegmentStarted(sql, callId, begin);
  // With two sources, the mix is cut into no windows.
  if (details?.here === "both" && stream === "mix") return;
  const whole = { startMs: piece.startMs, endMs: piece.startMs + piece.durationMs };
  for (const { startMs, endMs } of piece.loud ?? [whole]) {
    noteMeasured(sql, callId, { stream, kind: "loud", startAt: startedAt + startMs, endAt: startedAt + endMs });
  }
  if (stream !== "microphone") return;
  for (const { startMs, endMs } of piece.echo) {
    noteMeasured(sql, callId, { stream, kind: "echo", startAt: startedAt + startMs, endAt: startedAt + endMs });
  }
}

type SegmentEnd = { stream: string; segment: number; pieces: number; endedAt: number };

/** `pieces` may be less than arrived: a browser whose disk was full knows less after a crash. */
function endSegment(sql: SqlStorage, callId: CallId, { stream, segment, pieces, endedAt }: SegmentEnd): void {
  sql.exec(
    `UPDATE segments SET ended_at = coalesce(ended_at, ?1), pieces = max(coalesce(pieces, 0), ?2, (
       SELECT coalesce(max(seq) + 1, 0) FROM pieces WHERE pieces.call_id = ?3 AND pieces.stream = ?4 AND pieces.segment = ?5))
     WHERE call_id = ?3 AND stream = ?4 AND segment = ?5`,
    endedAt,
    pieces,
    callId,
    stream,
    segment,
  );
}

export function markHere(
  storage: DurableObjectStorage,
  meetId: MeetId,
  marks: HereMarks["marks"],
  now: number,
): boolean {
  const { sql } = storage;
  const call = callOf(sql, meetId);
  if (call === null || !takesPieces(call)) return false;
  const said = structuredClone(saidOf(sql, call.callId));
  for (const mark of marks) {
    if (mark.type === "paused" || mark.type === "resumed") {
      if (mark.at >= said.pausedAt) Object.assign(said, { pausedAt: mark.at, isPaused: mark.type === "paused" });
    } else if (mark.at >= (said.silent[mark.source]?.at ?? 0)) {
      said.silent[mark.source] = { at: mark.at, is: mark.type === "silent" };
    }
  }
  storage.transactionSync(() => {
    saveProgress(sql, call.callId, SAID, said);
    sql.exec("UPDATE calls SET last_report_at = ? WHERE call_id = ? AND piece_at > 0", now, call.callId);
    const event = { type: "warned", attempt: call.state.attempt, warning: warningOf(said) } as const;
    applyCallEvent(storage, call.callId, event, { now });
  });
  return true;
}

function saidOf(sql: SqlStorage, callId: CallId): Said {
  return readProgress<Said>(sql, callId, SAID) ?? NOTHING_SAID;
}

function warningOf({ silent }: Said): "silent" | null {
  return Object.values(silent).some((one) => one.is) ? "silent" : null;
}

/** Nothing more is recorded. Named pieces are waited for; an unnamed segment has what arrived. Without numbers nothing more comes. */
export function finishHere(
  storage: DurableObjectStorage,
  meetId: MeetId,
  tracks: HereFinish["tracks"],
  now: number,
): "finished" | "nothing" | "unknown" {
  const { sql } = storage;
  const call = callOf(sql, meetId);
  if (call === null) return "unknown";
  if (!takesPieces(call)) return "finished";
  const { callId, state } = call;
  const startedAt = clockStart(sql, call);
  const named = (tracks ?? []).flatMap(({ track, segments }) =>
    segments.filter(({ pieces }) => pieces > 0).map((segment) => ({ stream: streamOf(track), ...segment })),
  );
  if (state.startedAt === null && named.length === 0) return "nothing";
  storage.transactionSync(() => {
    if (tracks === null) saveProgress(sql, callId, ALL_SENT, true);
    for (const { stream, segment, startMs, pieces } of named) {
      noteSegmentStarted(sql, callId, { stream, segment, startedAt: startedAt + startMs, mimeType: "audio/mp4" });
      endSegment(sql, callId, { stream, segment, pieces, endedAt: now });
    }
    closeSegments(sql, callId, now);
    const { attempt } = state;
    applyCallEvent(storage, callId, { type: "capture-began", attempt, startedAt }, { now });
    applyCallEvent(storage, callId, { type: "bot-left", attempt, reason: "stopped" }, { now });
  });
  return "finished";
}

/** Segments without a known end have the pieces that arrived. */
function closeSegments(sql: SqlStorage, callId: CallId, now: number): void {
  sql.exec(
    `UPDATE segments SET ended_at = coalesce(ended_at, ?1), pieces = (SELECT coalesce(max(seq) + 1, 0) FROM pieces
       WHERE pieces.call_id = segments.call_id AND pieces.stream = segments.stream AND pieces.segment = segments.segment)
     WHERE call_id = ?2 AND pieces IS NULL`,
    now,
    callId,
  );
}

/** Time at which a recording has to be looked at; null when only other events can change it. */
export function hereDueAt(sql: SqlStorage, call: CallRow): number | null {
  const { state, lastReportAt, pieceAt, callId } = call;
  const lastAt = Math.max(lastReportAt, pieceAt);
  switch (state.status) {
    case "scheduled":
      return state.since;
    case "stopping":
      // Stopped from another page: the one that records sends what it has, and says how much there is.
      return state.since + PIECES_QUIET_MS_MAX;
    case "starting":
    case "lobby":
      return lastAt + HERE_WAITS_MS_MAX;
    case "recording": {
      const isTold = state.warning === "reconnecting" || saidOf(sql, callId).isPaused;
      return lastAt + (isTold ? HERE_WAITS_MS_MAX : HERE_AWAY_MS);
    }
    case "closing":
      if (isWhole(sql, callId) || readProgress(sql, callId, ALL_SENT) === true) return state.since;
      return Math.max(state.since, lastAt) + PIECES_AWAITED_MS_MAX;
    case "storing":
    case "over":
      return null;
    default:
      return state satisfies never;
  }
}

/** The browser sends nothing: first its meeting is told, and after days what arrived becomes the recording. */
export function watchHere(storage: DurableObjectStorage, call: CallRow, now: number): void {
  const { callId, state } = call;
  const { attempt } = state;
  if (state.status === "stopping") {
    closeSegments(storage.sql, callId, now);
    applyCallEvent(storage, callId, { type: "stop-overdue" }, { now });
    return;
  }
  if (now - Math.max(call.lastReportAt, call.pieceAt) < HERE_WAITS_MS_MAX) {
    applyCallEvent(storage, callId, { type: "warned", attempt, warning: "reconnecting" }, { now });
    return;
  }
  closeSegments(storage.sql, callId, now);
  const reason = state.startedAt === null ? "capture-failed" : "recorder-lost";
  applyCallEvent(storage, callId, { type: "bot-left", attempt, reason }, { now });
}

export function readHere(sql: SqlStorage, meetId: MeetId): HereRecord | null {
  const call = callOf(sql, meetId);
  if (call === null) return null;
  const { callId, state, details, pieceAt, lastReportAt } = call;
  const source = details?.here ?? "both";
  const said = saidOf(sql, callId);
  const isOpen = takesPieces(call);
  const isRecorded = state.status === "starting" || state.status === "recording";
  const tracks = (isOpen ? tracksOf(source) : []).map((track) => trackOf(sql, call, track));
  return {
    source,
    status: !isOpen ? "over" : isRecorded ? "ready" : "finishing",
    tracks: tracks.map(({ safeMs: _safeMs, ...track }) => track),
    safeMs: tracks.length === 0 ? 0 : Math.min(...tracks.map(({ safeMs }) => safeMs)),
    isPaused: said.isPaused,
    isWaiting: isRecorded && "warning" in state && state.warning === "reconnecting",
    silent: (["microphone", "tab"] as const).filter((one) => said.silent[one]?.is === true),
    startedAt: state.startedAt,
    lastPieceAt: pieceAt === 0 ? null : pieceAt,
    finishesAt: isRecorded ? Math.max(pieceAt, lastReportAt) + HERE_WAITS_MS_MAX : null,
  };
}

/** `safeMs`: the end of the last piece before the first hole, in ms of the recording. */
function trackOf(sql: SqlStorage, call: CallRow, track: HereTrack): HereRecord["tracks"][number] & { safeMs: number } {
  const { callId } = call;
  const stream = streamOf(track);
  const rows = sql
    .exec<{ segment: number; seq: number; end_ms: number | null }>(
      "SELECT segment, seq, end_ms FROM pieces WHERE call_id = ? AND stream = ? ORDER BY segment, seq",
      callId,
      stream,
    )
    .toArray();
  let endMs = 0;
  let safeMs = 0;
  let isSafe = true;
  const segments = segmentsOf(sql, callId)
    .filter((one) => one.stream === stream)
    .map(({ segment, startedAt, pieces }) => {
      const startMs = startedAt - clockStart(sql, call);
      const received: { from: number; to: number }[] = [];
      for (const row of rows) {
        if (row.segment !== segment) continue;
        const last = received.at(-1);
        if (last?.to === row.seq - 1) last.to = row.seq;
        else received.push({ from: row.seq, to: row.seq });
        if (row.end_ms === null) continue;
        endMs = Math.max(endMs, Math.round(startMs + row.end_ms));
        if (isSafe && received.length === 1 && received[0]?.from === 0) safeMs = endMs;
      }
      const end = received[0]?.from === 0 && received.length === 1 ? (received[0]?.to ?? -1) : -1;
      isSafe &&= end >= 0 && (pieces === null || end + 1 >= pieces);
      return { segment, startMs, received, pieces };
    });
  return { track, segments, endMs, safeMs };
}
