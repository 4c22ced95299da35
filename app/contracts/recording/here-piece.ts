import { HERE_TRACKS, type HereStretch, type HereTrack } from "#app/domain/here/here.ts";
import { HERE_MS_MAX, HERE_PIECE_MS_MAX, HERE_SEGMENTS_MAX, HERE_STRETCHES_MAX } from "#app/domain/limits/here.ts";
import { PIECES_OF_SEGMENT_MAX } from "#app/domain/limits/calls.ts";

/**
 * A piece of a recording that a browser makes: its name in the path, and its facts in headers. Browser and server share these two
 * functions.
 *
 * The bytes: `MediaRecorder` with `mimeType: "audio/mp4;codecs=opus"`, mono, 48 kHz, 48 kbit/s, `start(5000)`; each `dataavailable` event
 * is one piece, unchanged. So a piece is a part of a fragmented MP4: piece 0 of a segment begins with the header (`ftyp`, `moov`), which
 * may be followed by fragments; every later piece holds whole fragments (`moof`, `mdat`) of the same stream and no header. A piece other
 * than 0 can therefore only be read with piece 0 of its segment. Codec: Opus (`Opus` sample entry with `dOps`); any other codec, and
 * WebM, is stored and never heard.
 *
 * A segment is one start of a MediaRecorder on one track. A pause, a lost microphone, a closed tab or a crash ends it, and the next start
 * is a segment with the next number. Segments of different tracks are numbered apart. `MediaRecorder.pause()` must not be used: stop the
 * recorders, and start a segment each.
 *
 * The recording's clock counts recorded time, in ms. It begins at 0 with the first segment of the mix, and stands still while the recording is paused
 * or no page records. So the segment after a pause begins where the one before ended, and a hole in the clock is sound that was lost.
 */
export type HerePiece = {
  track: HereTrack;
  /** From 0, in the order of their beginning. */
  segment: number;
  /** From 0, without a hole, within the segment. */
  seq: number;
  /** SHA-256 of the bytes, in hex. */
  sha256: string;
  /** Ms of the recording at which the sound of the segment's piece 0 begins: the same in each piece of the segment. */
  segmentStartMs: number;
  /** Ms of the recording that the piece covers. Reported back as acknowledged; the sound itself is placed by its own time stamps. */
  startMs: number;
  durationMs: number;
  /** No more pieces follow in this segment: the MediaRecorder has stopped. */
  isLast: boolean;
  /**
   * Stretches of the piece in which this track has sound above silence, in ms of the recording. Windows are cut between them, and a window
   * without any is not recognised. Null: not measured, and the whole piece counts as loud.
   */
  loud: readonly HereStretch[] | null;
  /** Only of `microphone`: stretches in which it only repeats the tab (app/media/echo). Not transcribed a second time. */
  echo: readonly HereStretch[];
};

export const HERE_PIECE_TYPE = "audio/mp4";

const HEADER = {
  sha256: "x-acta-sha256",
  segmentStartMs: "x-acta-segment-start",
  startMs: "x-acta-start",
  durationMs: "x-acta-duration",
  isLast: "x-acta-last",
  loud: "x-acta-loud",
  echo: "x-acta-echo",
} as const;

/** The parameters of the piece's path. */
export function pieceParams({ track, segment, seq }: HerePiece): { track: string; segment: number; seq: number } {
  return { track, segment, seq };
}

/** The headers that go with the piece's bytes. Times are rounded to whole ms. */
export function pieceHeaders(piece: HerePiece): Record<string, string> {
  const { sha256, segmentStartMs, startMs, durationMs, isLast, loud, echo } = piece;
  return {
    "Content-Type": HERE_PIECE_TYPE,
    [HEADER.sha256]: sha256,
    [HEADER.segmentStartMs]: String(Math.round(segmentStartMs)),
    [HEADER.startMs]: String(Math.round(startMs)),
    [HEADER.durationMs]: String(Math.round(durationMs)),
    [HEADER.isLast]: isLast ? "1" : "0",
    ...(loud === null ? {} : { [HEADER.loud]: writeStretches(loud) }),
    [HEADER.echo]: writeStretches(echo),
  };
}

/** Null where a part cannot be used. */
export function readPiece(params: { track: string; segment: string; seq: string }, headers: Headers): HerePiece | null {
  const track = HERE_TRACKS.find((one) => one === params.track);
  const segment = wholeNumber(params.segment, HERE_SEGMENTS_MAX - 1);
  const seq = wholeNumber(params.seq, PIECES_OF_SEGMENT_MAX);
  const sha256 = headers.get(HEADER.sha256) ?? "";
  const segmentStartMs = wholeNumber(headers.get(HEADER.segmentStartMs), HERE_MS_MAX);
  const startMs = wholeNumber(headers.get(HEADER.startMs), HERE_MS_MAX);
  const durationMs = wholeNumber(headers.get(HEADER.durationMs), HERE_PIECE_MS_MAX);
  const loudText = headers.get(HEADER.loud);
  const loud = loudText === null ? null : readStretches(loudText);
  const echo = readStretches(headers.get(HEADER.echo) ?? "");
  if (track === undefined || segment === null || seq === null || !/^[0-9a-f]{64}$/.test(sha256)) return null;
  if (segmentStartMs === null || startMs === null || durationMs === null || echo === null) return null;
  if (loud === null && loudText !== null) return null;
  const isLast = headers.get(HEADER.isLast) === "1";
  return { track, segment, seq, sha256, segmentStartMs, startMs, durationMs, isLast, loud, echo };
}

/** "0-1200 1800-5000". */
function writeStretches(stretches: readonly HereStretch[]): string {
  return stretches
    .slice(0, HERE_STRETCHES_MAX)
    .map(({ startMs, endMs }) => `${Math.round(startMs)}-${Math.round(endMs)}`)
    .join(" ");
}

function readStretches(text: string): HereStretch[] | null {
  const parts = text.split(" ").filter((part) => part !== "");
  if (parts.length > HERE_STRETCHES_MAX) return null;
  const stretches: HereStretch[] = [];
  for (const part of parts) {
    const [startMs, endMs, ...more] = part.split("-").map((number) => wholeNumber(number, HERE_MS_MAX));
    if (typeof startMs !== "number" || typeof endMs !== "number" || more.length > 0 || endMs < startMs) return null;
    stretches.push({ startMs, endMs });
  }
  return stretches;
}

/** Accepts one spelling of each number, so that nothing is stored under two names. */
function wholeNumber(text: string | null, max: number): number | null {
  if (text === null || !/^(0|[1-9]\d{0,8})$/.test(text)) return null;
  const value = Number(text);
  return value <= max ? value : null;
}
