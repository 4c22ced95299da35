import {
  MODEL_CHARS_MAX,
  VECTOR_LENGTH,
  type VoiceFrame,
  type VoicePiece,
  type VoiceTurn,
} from "#app/domain/voices/voice-frame.ts";

/**
 * Frames of one window as they are stored: 16-bit numbers, little-endian on every platform that we run on. First the version, and the name of the
 * model with its length. Times are relative to the frame, which is ten seconds long. An hour takes 1.4 MB.
 */
const VERSION = 2;
/** Had no model. */
const FIRST_VERSION = 1;
const HEAD = 6;
const TURN = 3;
const PIECE = 4 + VECTOR_LENGTH;

export function packFrames(frames: readonly VoiceFrame[]): Uint8Array<ArrayBuffer> {
  const sizes = frames.map(({ turns, pieces }) => HEAD + turns.length * TURN + pieces.length * PIECE);
  const model = (frames[0]?.model ?? "").slice(0, MODEL_CHARS_MAX);
  const numbers = new Uint16Array(2 + model.length + sizes.reduce((sum, size) => sum + size, 0));
  let at = 0;
  const put = (...values: number[]) => {
    for (const value of values) numbers[at++] = value;
  };
  put(VERSION, model.length, ...Array.from(model, (letter) => letter.charCodeAt(0)));
  for (const { startMs, endMs, channel = 0, turns, pieces } of frames) {
    // A start may be negative: the sound of the first window of a call can begin before its recording.
    put(startMs & 0xffff, startMs >> 16, endMs - startMs, turns.length, pieces.length, channel);
    for (const turn of turns) put(turn.voice, turn.startMs - startMs, turn.endMs - startMs);
    for (const piece of pieces) {
      put(piece.voice, piece.startMs - startMs, piece.endMs - startMs, piece.isAlone ? 1 : 0);
      put(...piece.vector);
    }
  }
  return new Uint8Array(numbers.buffer);
}

/** Null for bytes that are not such frames: the window then has no voices. */
export function unpackFrames(bytes: Uint8Array): VoiceFrame[] | null {
  if (bytes.byteLength % 2 !== 0) return null;
  const numbers = new Uint16Array(bytes.slice().buffer);
  const [version = 0] = numbers;
  if (version !== VERSION && version !== FIRST_VERSION) return null;
  let at = 1;
  const next = () => numbers[at++] ?? 0;
  const modelLength = version === VERSION ? next() : 0;
  if (modelLength > MODEL_CHARS_MAX) return null;
  const model = String.fromCharCode(...Array.from({ length: modelLength }, next));
  const frames: VoiceFrame[] = [];
  while (at < numbers.length) {
    if (at + HEAD > numbers.length) return null;
    const startMs = next() | (next() << 16);
    const [lengthMs, turnCount, pieceCount, channel] = [next(), next(), next(), next()];
    if (at + turnCount * TURN + pieceCount * PIECE > numbers.length) return null;
    const turn = (): VoiceTurn => ({ voice: next(), startMs: startMs + next(), endMs: startMs + next() });
    const turns = Array.from({ length: turnCount }, turn);
    const pieces = Array.from({ length: pieceCount }, (): VoicePiece => {
      const place = { ...turn(), isAlone: next() === 1 };
      const vector = new Int16Array(numbers.buffer, at * 2, VECTOR_LENGTH);
      at += VECTOR_LENGTH;
      return { ...place, vector };
    });
    frames.push({
      startMs,
      endMs: startMs + lengthMs,
      ...(channel > 0 && { channel }),
      ...(model !== "" && { model }),
      turns,
      pieces,
    });
  }
  return frames;
}
