import { findBackchannels } from "#app/domain/transcript/backchannels.ts";
import type { Segment } from "#app/domain/transcript/segment.ts";

/**
 * A paragraph of the transcript: one speaker, one mark. `named`: the speaker changed (or speaks first). Among its segments are
 * asides, backchannels of others while the speaker goes on.
 */
export type Turn = { key: string; speaker: string | null; named: boolean; startMs: number; segments: Segment[] };

/** A pause this long starts a new paragraph. */
const PAUSE_MS = 3000;
/**
 * A paragraph of this length ends at the next end of a sentence, and at LENGTH_MS_MAX in any case. Without speaker names,
 * paragraphs are the only division of the text, so they are shorter.
 */
const LENGTH_MS = { named: 20_000, unnamed: 10_000 };
const LENGTH_MS_MAX = 60_000;

/**
 * Groups segments, in order, by speaker; without speaker names, by time alone. No name is made up. A backchannel ("Yeah.") is folded
 * into the turn before it, unless it answers a question.
 */
export function groupTurns(segments: readonly Segment[]): Turn[] {
  const turns: Turn[] = [];
  const backchannels = findBackchannels(segments);
  for (const [index, segment] of segments.entries()) {
    const open = turns.at(-1);
    const last = open?.segments.at(-1);
    if (open && last && (continues(open, last, segment) || (backchannels[index] && accompanies(open, last, segment)))) {
      open.segments.push(segment);
      continue;
    }
    const named: boolean = segment.speaker !== null && segment.speaker !== open?.speaker;
    turns.push({ key: segment.id, speaker: segment.speaker, named, startMs: segment.startMs, segments: [segment] });
  }
  return turns;
}

function continues(turn: Turn, last: Segment, next: Segment): boolean {
  if (next.speaker !== turn.speaker) return false;
  if (next.startMs - last.endMs >= PAUSE_MS) return false;
  const own = turn.segments.findLast((segment) => !isAside(turn, segment)) ?? last;
  const length = next.startMs - turn.startMs;
  const most = turn.speaker === null ? LENGTH_MS.unnamed : LENGTH_MS.named;
  return length < most || (length < LENGTH_MS_MAX && !/[…\p{Sentence_Terminal}]["”»’」』]?$/u.test(own.text.trimEnd()));
}

/** Whether a backchannel belongs to the words just before it. After a question it is the answer. */
function accompanies(turn: Turn, last: Segment, signal: Segment): boolean {
  if (turn.speaker === null || signal.startMs - last.endMs >= PAUSE_MS) return false;
  const own = turn.segments.findLast((segment) => !isAside(turn, segment)) ?? last;
  return signal.startMs - turn.startMs < LENGTH_MS_MAX && !/\?["”»’]?$/.test(own.text.trimEnd());
}

/** Tells whether a segment of a turn is a backchannel of somebody else. */
export function isAside({ speaker }: Pick<Turn, "speaker">, segment: Pick<Segment, "speaker">): boolean {
  return segment.speaker !== speaker;
}

/** Returns the words of a turn as running text; an aside stands in brackets with its speaker's name. */
export function textOfTurn(turn: Pick<Turn, "speaker" | "segments">): string {
  return turn.segments
    .map((segment) => (isAside(turn, segment) ? `(${segment.speaker}: ${segment.text})` : segment.text))
    .join(" ");
}

/** Tells whether two turns look the same: a live page draws only the paragraphs that changed. */
export function isSameTurn(a: Turn, b: Turn): boolean {
  return (
    a.key === b.key &&
    a.speaker === b.speaker &&
    a.named === b.named &&
    a.segments.length === b.segments.length &&
    a.segments.every((segment, index) => segment === b.segments[index])
  );
}

type Gap = { startMs: number; endMs: number };
export type TranscriptRow = { kind: "turn"; turn: Turn } | { kind: "gap"; gap: Gap };

/** Returns the turns and the gaps without text yet, in the order of the recording. */
export function transcriptRows(turns: readonly Turn[], gaps: readonly Gap[]): TranscriptRow[] {
  const rows: TranscriptRow[] = [
    ...turns.map((turn) => ({ kind: "turn" as const, turn })),
    ...gaps.map((gap) => ({ kind: "gap" as const, gap })),
  ];
  return gaps.length === 0 ? rows : rows.sort((a, b) => startOf(a) - startOf(b));
}

function startOf(row: TranscriptRow): number {
  return row.kind === "turn" ? row.turn.startMs : row.gap.startMs;
}
