import { exactWords, lacksMarks } from "#app/domain/summary/extractive/exact-words.ts";
import type { MeetingLanguage } from "#app/domain/meeting-languages.ts";
import { cleanSpeech } from "#app/domain/summary/extractive/clean-speech.ts";
import { cutSentences } from "#app/domain/summary/extractive/cut-sentences.ts";
import { withoutInstructions } from "#app/domain/summary/instructions.ts";
import { contentStems } from "#app/domain/summary/words/stop-words.ts";
import { countWords } from "#app/domain/summary/words/word-breaks.ts";
import { isBackchannel } from "#app/domain/transcript/backchannels.ts";
import type { Segment, SegmentId } from "#app/domain/transcript/segment.ts";
import type { Turns } from "#app/domain/turns.ts";

/** A sentence as it would be quoted, and where it was said. */
export type Sentence = {
  /** Its place among the meeting's sentences. */
  index: number;
  text: string;
  words: number;
  stems: readonly string[];
  segmentIds: SegmentId[];
  speaker: string | null;
  /** 0..1: when in the meeting. */
  moment: number;
  /** The exact words, before fillers and repetitions were removed. */
  said: string;
  /** The words as the transcript has them, where links, stars or notes of sounds were taken out of `said`. */
  marked?: string;
};

/** Engines and captions without punctuation: a "sentence" longer than this is cut where its segments are. */
const SENTENCE_WORDS_MAX = 45;
/** Silence that parts what one person says into two. */
const TURN_PAUSE_MS = 4000;

/** A turn that has become so long ends where a sentence does, and at the latest after twice as much. */
const TURN_CHARS = 5000;
const TURN_CHARS_MAX = 10_000;
const SENTENCE_END = /[…\p{Sentence_Terminal}]["'”’»)」』]?$/u;

/** Dots that end no sentence; the segmenter of ICU knows few of them. */
export const ABBREVIATION =
  /(?<![\p{L}\p{N}])(?:mr|mrs|ms|dr|prof|st|vs|e\.g|i\.e|approx|dept|inc|ltd|jr|sr|sra|srta|dra|d|dña|ud|uds|vd|pág|núm|aprox|p\.ej|art|av|m|mm|mme|mlle|env|cf|p\.ex|núms|\p{Lu})\.\s*$/iu;

/** Languages that write "15th" as "15.": the dot ends no sentence ("bis zum 15. März"). */
const DOTTED_ORDINALS: ReadonlySet<string> = new Set(
  "de lb da no nn fo is fi et lv pl cs sk sl hr bs sr hu tr eu".split(" "),
);
const ORDINAL = /(?<![\d.,])\d{1,2}\.\s*$/u;

type Turn = { text: string; speaker: string | null; starts: { at: number; segment: Segment }[] };

/**
 * The sentences of a meeting: segments may begin and end anywhere, so the text of one person is joined over segments and
 * cut again into sentences, each of which knows its segments.
 */
export function* sentencesOf(segments: readonly Segment[], language: MeetingLanguage): Turns<Sentence[]> {
  const segmenter = new Intl.Segmenter(language, { granularity: "sentence" });
  const startMs = segments[0]?.startMs ?? 0;
  const spanMs = Math.max(1, (segments.at(-1)?.endMs ?? 0) - startMs);
  const sentences: Sentence[] = [];
  for (const turn of yield* turnsOf(segments)) {
    for (const piece of piecesOf(turn, segmenter, DOTTED_ORDINALS.has(language))) {
      yield piece.to - piece.from;
      const said = turn.text.slice(piece.from, piece.to).trim();
      // An order to an assistant is no highlight.
      const text = cleanSpeech(withoutInstructions(said).join(" "), language);
      const first = piece.segments[0];
      const spoken = piece.segments.map((segment) => segment.text).join(" ");
      const isMarked = piece.segments.some((segment) => lacksMarks(withoutMarks(segment.text), segment.text));
      const marked = isMarked ? exactWords(spoken, said) : said;
      if (first === undefined || text === "") continue;
      sentences.push({
        index: sentences.length,
        text,
        words: countWords(text),
        stems: contentStems(text, language),
        segmentIds: piece.segments.map((segment) => segment.id),
        speaker: turn.speaker,
        moment: Math.min(1, Math.max(0, (first.startMs - startMs) / spanMs)),
        said,
        ...(lacksMarks(said, marked) && { marked }),
      });
    }
  }
  return sentences;
}

/**
 * Markdown goes before sentences are cut: its brackets and exclamation marks would end one in its middle. So do notes of sounds
 * ("[laughter]"): behind them no sentence would be found to end.
 */
function withoutMarks(text: string): string {
  return text
    .replace(/!?\[([^\][]{0,300})\]\([^()]{0,2000}\)/gu, "$1")
    .replace(/\{[^{}]{0,60}\}|\[[^[\]]{0,60}\]|♪/gu, " ")
    .replace(/\s{2,}/gu, " ");
}

/** The text may go on after a listener's signal: no sentence ends, and the speaker did not break off. */
const GOES_ON = /[\p{L}\p{N},]$/u;
const NOTE_AT_END = /[\]})]\s*$/u;
const SENTENCE_REST = /^.*?(?:[.?!…](?=\s|$)|[。！？।॥؟۔])/su;

function* turnsOf(segments: readonly Segment[]): Turns<Turn[]> {
  const turns: Turn[] = [];
  let before: Segment | null = null;
  let turn: Turn | null = null;
  /** The turn that a listener's "yeah" interrupts in the middle of a sentence. */
  let open: Turn | null = null;
  for (const segment of segments) {
    yield segment.text.length / 2;
    const text = withoutMarks(segment.text).trim();
    const isNear: boolean = before !== null && segment.startMs - before.endMs < TURN_PAUSE_MS;
    let rest = text;
    if (open !== null && isNear && segment.speaker === open.speaker && open.text.length < TURN_CHARS) {
      const end = SENTENCE_REST.exec(text)?.[0] ?? text;
      add(open, end, segment);
      rest = text.slice(end.length).trim();
      turn = rest === "" ? open : null;
    }
    const isSignal: boolean =
      open !== null && segment.speaker !== null && segment.speaker !== open.speaker && isBackchannel(text);
    if (rest !== "" || text === "") {
      const goesOn: boolean =
        isNear &&
        turn !== null &&
        before?.speaker === segment.speaker &&
        turn.text.length < (SENTENCE_END.test(before.text) ? TURN_CHARS : TURN_CHARS_MAX);
      if (turn !== null && goesOn) add(turn, rest, segment);
      else {
        turn = { text: rest, speaker: segment.speaker, starts: [{ at: 0, segment }] };
        turns.push(turn);
      }
    }
    if (!isSignal) {
      open =
        turn !== null && segment.speaker !== null && GOES_ON.test(text) && !NOTE_AT_END.test(segment.text)
          ? turn
          : null;
    }
    before = segment;
  }
  return turns;
}

function add(turn: Turn, text: string, segment: Segment): void {
  turn.starts.push({ at: turn.text.length + 1, segment });
  turn.text = `${turn.text} ${text}`;
}

type Piece = { from: number; to: number; segments: Segment[] };

function* piecesOf(turn: Turn, segmenter: Intl.Segmenter, hasOrdinals: boolean): Generator<Piece> {
  let from = 0;
  let end = 0;
  let cursor = 0;
  for (const segment of cutSentences(turn.text, segmenter)) {
    const to = end + segment.length;
    end = to;
    const goesOn = ABBREVIATION.test(segment) || (hasOrdinals && ORDINAL.test(segment));
    if (goesOn && to < turn.text.length) continue;
    while (cursor + 1 < turn.starts.length && (turn.starts[cursor + 1]?.at ?? 0) <= from) cursor += 1;
    yield* cutLong(turn, from, to, cursor);
    from = to;
  }
}

/** The piece with its segments; in parts that end where segments end, where it is too long to be one sentence. */
function cutLong(turn: Turn, from: number, to: number, cursor: number): Piece[] {
  const wordsIn = (start: number, end: number) => turn.text.slice(start, end).split(/\s+/u).length;
  const long = wordsIn(from, to) > SENTENCE_WORDS_MAX;
  const pieces: Piece[] = [];
  let piece: Piece | null = null;
  for (let index = cursor; index < turn.starts.length; index += 1) {
    const start = turn.starts[index];
    if (!start || start.at >= to) break;
    const begin = Math.max(from, start.at);
    const end = Math.min(to, turn.starts[index + 1]?.at ?? to);
    if (piece === null || (long && wordsIn(piece.from, end) > SENTENCE_WORDS_MAX)) {
      piece = { from: begin, to: end, segments: [start.segment] };
      pieces.push(piece);
    } else {
      piece.to = end;
      piece.segments.push(start.segment);
    }
  }
  return pieces;
}
