import { WINDOW_OVERLAP_MS } from "#app/domain/limits/media.ts";
import { type Border, linkSpeakers } from "#app/domain/transcript/call-speakers.ts";
import { joinTracks } from "#app/domain/transcript/join-tracks.ts";
import { foldWord } from "#app/domain/transcript/fold.ts";
import { bestRun, type Run, type TimedToken, timedTokens } from "#app/domain/transcript/merge-tokens.ts";
import { overlapAt, sharedByTime } from "#app/domain/transcript/shared-words.ts";
import type { RecognisedWindow, Segment } from "#app/domain/transcript/segment.ts";
import { runAtOnce, type Turns } from "#app/domain/turns.ts";

/** Distance beyond the overlap that a word's time may stray: engines are precise to half a second, interpolation to a few. */
const TIME_SLACK_MS = 3000;
/** Smaller differences between starts of neighbouring segments are rounding, not order. */
const ORDER_SLACK_MS = 500;
/**
 * Maximum tokens aligned at a border. No speaker says 30 words a second, so more words are invented, and alignment takes
 * quadratic time.
 */
const BORDER_TOKENS_MAX = 200;

/** Cost of a token: a word with its space, in characters. */
const TOKEN_UNITS = 6;

type Placed = TimedToken & { segment: number };
/** A window with its tokens in order of time; tokens[from, to) are kept. */
type Strip = { window: RecognisedWindow; tokens: Placed[]; from: number; to: number };

/**
 * Merges recognised windows into one transcript, in any order and with some missing. Neighbours overlap by WINDOW_OVERLAP_MS on
 * both sides of their border: the words of that zone are aligned and cut once, so that a word at a border is neither lost nor
 * doubled. A window whose neighbour is missing keeps its overlap. Linked speakers are named only when every window's labels can
 * be linked to those of the first (link-speakers.ts).
 */
export function mergeWindows(
  windows: readonly RecognisedWindow[],
  speakers: SpeakerLabels = "linked",
  voices: Voices = ONE_VOICE,
): Segment[] {
  return runAtOnce(mergeInTurns(windows, speakers, voices));
}

/** The voice that a window belongs to, by its index. `mayRepeat`: a voice may hold words of another one. */
export type Voices = { of(index: number): number; mayRepeat: boolean };

export const ONE_VOICE: Voices = { of: () => 0, mayRepeat: false };

/**
 * The same in turns (turns.ts), for callers that serve other requests meanwhile. Each voice is merged by itself, and what they said at one
 * time stands in the order of its beginning.
 */
export function* mergeInTurns(
  windows: readonly RecognisedWindow[],
  speakers: SpeakerLabels = "linked",
  voices: Voices = ONE_VOICE,
): Turns<Segment[]> {
  const byVoice = new Map<number, RecognisedWindow[]>();
  for (const window of windows) {
    const voice = voices.of(window.index);
    const own = byVoice.get(voice);
    if (own) own.push(window);
    else byVoice.set(voice, [window]);
  }
  if (byVoice.size <= 1) return yield* mergeVoice(windows, speakers);
  const merged: Segment[][] = [];
  for (const voice of [...byVoice.keys()].toSorted((a, b) => a - b)) {
    merged.push(yield* mergeVoice(byVoice.get(voice) ?? [], speakers));
  }
  if (voices.mayRepeat) return yield* joinTracks(merged);
  return merged.flat().toSorted((a, b) => a.startMs - b.startMs);
}

function* mergeVoice(windows: readonly RecognisedWindow[], speakers: SpeakerLabels): Turns<Segment[]> {
  const [alone] = windows;
  // A single window needs no cuts, and the words of many hours would need more memory than an object has.
  if (alone && windows.length === 1) return inOrder(yield* wholeSegmentsOf(alone));
  const strips: Strip[] = [];
  for (const window of windows.toSorted((a, b) => a.startMs - b.startMs || a.index - b.index)) {
    const strip = stripOf(window);
    yield strip.tokens.length * TOKEN_UNITS;
    strips.push(strip);
  }
  const borders: Border[] = [];
  for (const [index, right] of strips.slice(1).entries()) {
    yield BORDER_TOKENS_MAX;
    const left = strips[index];
    const meets = left !== undefined && right.window.startMs - left.window.endMs < 2 * WINDOW_OVERLAP_MS;
    borders.push(meets ? cutBorder(left, right) : { words: [], isLong: false });
  }
  const names = linkSpeakers(
    strips.map(({ window }) => window),
    borders,
  );
  const segments: Segment[] = [];
  for (const [index, strip] of strips.entries()) {
    yield strip.tokens.length;
    segments.push(...segmentsOf(strip, speakers === "known" ? null : (names?.[index] ?? new Map())));
  }
  return inOrder(segments);
}

/**
 * `known`: labels mean the same in every window (a call's own). `linked`: each window's labels have to be linked to the first's.
 */
export type SpeakerLabels = "known" | "linked";

function* wholeSegmentsOf(window: RecognisedWindow): Turns<Segment[]> {
  const segments: Segment[] = [];
  for (const { segment, index } of ordered(window)) {
    const { startMs, endMs, text, speaker } = segment;
    yield text.length / 2;
    if (foldWord(text) === "") continue;
    segments.push({
      id: `w${window.index}-${index}`,
      startMs: Math.round(startMs),
      endMs: Math.round(endMs),
      text: text.trim().replace(/\s+/gu, " "),
      speaker,
    });
  }
  return segments;
}

function stripOf(window: RecognisedWindow): Strip {
  const tokens = ordered(window).flatMap(({ segment, index }) =>
    timedTokens(segment).map((token) => ({ ...token, segment: index })),
  );
  return { window, tokens, from: 0, to: tokens.length };
}

/** The engine's order of words is kept, unless its times clearly contradict it. */
function ordered(window: RecognisedWindow) {
  const segments = window.segments.map((segment, index) => ({ segment, index }));
  const starts = segments.map(({ segment }) => segment.startMs);
  const inOrder = starts.every((startMs, index) => startMs > (starts[index - 1] ?? startMs) - ORDER_SLACK_MS);
  return inOrder ? segments : segments.toSorted((a, b) => a.segment.startMs - b.segment.startMs);
}

/** Cuts both sides and returns the words that both recognised. */
function cutBorder(left: Strip, right: Strip): Border {
  const borderMs = (left.window.endMs + right.window.startMs) / 2;
  const overlapMs = overlapAt(left.tokens, right.tokens, { borderMs, slackMs: TIME_SLACK_MS });
  const isLong = overlapMs > WINDOW_OVERLAP_MS;
  const reachMs = overlapMs + TIME_SLACK_MS;
  const tail = borderIndexes(left, (token) => middle(token) >= borderMs - reachMs, "end");
  const head = borderIndexes(right, (token) => middle(token) < borderMs + reachMs, "start");
  const run = bestRun(
    tail.map((index) => at(left, index)),
    head.map((index) => at(right, index)),
  );
  if (run === null) {
    cutByTime(left, right, { borderMs, overlapMs });
    return { words: [], isLong };
  }
  if (isLong) {
    const said = (strip: Strip, indexes: number[]) =>
      indexes.map((index) => ({ ...at(strip, index), speaker: speakerAt(strip, index) }));
    const words = sharedByTime(said(left, tail), said(right, head));
    cutInRun(left, right, tail, head, run);
    return { words, isLong };
  }
  cutInRun(left, right, tail, head, run);
  const words = Array.from({ length: run.length }, (_, index) => ({
    left: speakerAt(left, tail[run.left + index]),
    right: speakerAt(right, head[run.right + index]),
  }));
  return { words, isLong };
}

function speakerAt(strip: Strip, index: number | undefined): string | null {
  const segment = index === undefined ? undefined : strip.tokens[index]?.segment;
  return segment === undefined ? null : (strip.window.segments[segment]?.speaker ?? null);
}

/** Returns the positions of the spoken tokens near the border; tokens of punctuation only cannot be aligned. */
function borderIndexes(strip: Strip, near: (token: TimedToken) => boolean, edge: "start" | "end"): number[] {
  const indexes: number[] = [];
  const step = edge === "start" ? 1 : -1;
  for (
    let index = edge === "start" ? strip.from : strip.to - 1;
    index >= strip.from && index < strip.to;
    index += step
  ) {
    if (!near(at(strip, index)) || indexes.length === BORDER_TOKENS_MAX) break;
    if (at(strip, index).folded !== "") indexes.push(index);
  }
  return edge === "start" ? indexes : indexes.reverse();
}

/** Recognition is worst at the edges of an audio window, so the cut lies as far as possible from both edges. */
function cutInRun(left: Strip, right: Strip, tail: number[], head: number[], run: Run): void {
  const half = Math.ceil(run.length / 2);
  const lastOfLeft = tail[run.left + half - 1] ?? left.to - 1;
  left.to = skipPunctuation(left, lastOfLeft + 1);
  right.from = skipPunctuation(right, (head[run.right + half - 1] ?? right.from - 1) + 1);
}

function skipPunctuation(strip: Strip, from: number): number {
  let index = from;
  while (index < strip.to && at(strip, index).folded === "") index += 1;
  return index;
}

/**
 * Cuts windows without common words: each side keeps its own half of the overlap. A side without words there leaves the whole
 * zone to the other, so that words that only one of them recognised are not lost.
 */
function cutByTime(left: Strip, right: Strip, { borderMs, overlapMs }: { borderMs: number; overlapMs: number }): void {
  const inZone = (token: TimedToken) => token.folded !== "" && Math.abs(middle(token) - borderMs) <= overlapMs;
  const leftHasWords = left.tokens.slice(left.from, left.to).some(inZone);
  const rightHasWords = right.tokens.slice(right.from, right.to).some(inZone);
  if (!leftHasWords || !rightHasWords) return;
  while (left.to > left.from && middle(at(left, left.to - 1)) >= borderMs) left.to -= 1;
  while (right.from < right.to && middle(at(right, right.from)) < borderMs) right.from += 1;
}

function segmentsOf(strip: Strip, names: ReadonlyMap<string, string> | null): Segment[] {
  const kept = new Map<number, Placed[]>();
  for (const token of strip.tokens.slice(strip.from, Math.max(strip.from, strip.to))) {
    const tokens = kept.get(token.segment);
    if (tokens) tokens.push(token);
    else kept.set(token.segment, [token]);
  }
  const segments: Segment[] = [];
  for (const [index, tokens] of kept) {
    const source = strip.window.segments[index];
    const first = tokens[0];
    const last = tokens.at(-1);
    if (!source || !first || !last || tokens.every((token) => token.folded === "")) continue;
    const text = tokens.map((token) => token.text).join(" ");
    const whole = text === source.text.trim().replace(/\s+/gu, " ");
    segments.push({
      id: `w${strip.window.index}-${index}`,
      startMs: Math.round(whole ? source.startMs : first.startMs),
      endMs: Math.round(whole ? source.endMs : last.endMs),
      text,
      speaker: source.speaker === null || names === null ? source.speaker : (names.get(source.speaker) ?? null),
    });
  }
  return segments;
}

/** The order of words is right by now; only a start that jitter put before its predecessor's is moved. */
function inOrder(segments: Segment[]): Segment[] {
  let clockMs = 0;
  return segments.map((segment) => {
    const startMs = Math.max(clockMs, segment.startMs);
    clockMs = startMs;
    return { ...segment, startMs, endMs: Math.max(startMs, segment.endMs) };
  });
}

function middle(token: TimedToken): number {
  return (token.startMs + token.endMs) / 2;
}

function at(strip: Strip, index: number): Placed {
  const token = strip.tokens[index];
  if (token === undefined) throw new RangeError(`token ${index} of ${strip.tokens.length}`);
  return token;
}
