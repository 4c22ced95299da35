/**
 * The voices of ten seconds of a recording, as an engine tells them apart: `voice` is a number within this frame only. Frames overlap, so that
 * what one cuts at its border lies inside another. Times are in ms from the start of the recording.
 */
export type VoiceFrame = {
  startMs: number;
  endMs: number;
  /** 1 or 2 where only this channel of a file of two was listened to, because each has people of its own. */
  channel?: number | undefined;
  /** Names the weights of the embeddings, because those of two models cannot be compared; absent in frames of earlier versions. */
  model?: string | undefined;
  /** Turns of different voices may overlap. */
  turns: readonly VoiceTurn[];
  pieces: readonly VoicePiece[];
};

export type VoiceTurn = { voice: number; startMs: number; endMs: number };

/**
 * About two seconds of a turn and their speaker embedding, of unit length times VECTOR_UNIT. `isAlone`: no other voice speaks in it; a voice
 * that is never alone in a frame, or only for one word, has other pieces, which are assigned to people and tell nothing about their number.
 */
export type VoicePiece = VoiceTurn & { isAlone: boolean; vector: Int16Array };

export const VECTOR_UNIT = 0x7fff;
/** Numbers of an embedding. */
export const VECTOR_LENGTH = 192;
export const MODEL_CHARS_MAX = 64;

/** The same frame so many ms later. */
export function shiftFrame({ startMs, endMs, turns, pieces, ...rest }: VoiceFrame, ms: number): VoiceFrame {
  const shift = <Turn extends VoiceTurn>(turn: Turn) => ({
    ...turn,
    startMs: turn.startMs + ms,
    endMs: turn.endMs + ms,
  });
  return { ...rest, startMs: startMs + ms, endMs: endMs + ms, turns: turns.map(shift), pieces: pieces.map(shift) };
}
