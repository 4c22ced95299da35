import { BOT_STREAMS, type BotStream } from "#app/contracts/recorder.ts";

export type PieceId = { stream: BotStream; segment: number; seq: number };

export function pieceName({ stream, segment, seq }: PieceId): string {
  return `${stream}-${segment}-${String(seq).padStart(6, "0")}.m4s`;
}

/** Null for what is no piece: a file that was not finished, or somebody else's. */
export function parsePieceName(name: string): PieceId | null {
  const match = /^([a-z]+)-(\d{1,9})-(\d{6,9})\.m4s$/u.exec(name);
  const stream = BOT_STREAMS.find((each) => each === match?.[1]);
  return match && stream ? { stream, segment: Number(match[2]), seq: Number(match[3]) } : null;
}

/** Sound before picture, older before newer: what is lost last is the sound. */
export function comparePieces(one: PieceId, other: PieceId): number {
  if (one.stream !== other.stream) return one.stream === "mix" ? -1 : 1;
  return one.segment - other.segment || one.seq - other.seq;
}
