import { CALL_MS_MAX } from "#app/domain/limits/calls.ts";
import { TRANSCRIPT_CUE_CHARS_MAX, TRANSCRIPT_CUES_MAX } from "#app/domain/limits/media.ts";
import { ok, type Outcome, refused } from "#app/domain/outcome.ts";
import type { CaptionCue } from "#app/domain/transcript/cues-to-segments.ts";
import { type CueRefusal, clockMs, linesOf } from "#app/domain/transcript/given/read-cues.ts";
import { nameOf } from "#app/domain/transcript/given/split-voices.ts";
import type { Turns } from "#app/domain/turns.ts";

/** Film programs count pictures behind a third colon. */
const CLOCK = String.raw`(?:(\d{1,3}):)?(\d{1,3}):(\d{2})([.,:;]\d{1,3})?`;
const NAME = String.raw`([^\s:[\]()][^:\n[\]]{0,78}?)`;
/** Otter, Teams, Fireflies: `Marta Soler  0:01`, the words below. Zoom's saved captions have the name in brackets. */
const NAME_AND_TIME = new RegExp(String.raw`^\[?${NAME}\]?(?:\s{1,8}|\s*[-–—|,]\s*)[[(]?${CLOCK}[\])]?:?$`, "u");
/** `Marta Soler [0:01]: words`, as Markdown of Fireflies is without its marks. */
const NAME_TIME_WORDS = new RegExp(String.raw`^${NAME}\s*[[(]${CLOCK}[\])]\s?:?\s+(?=\S)(.*)$`, "u");
/** `00:01 - Marta Soler`, the words below. */
const TIME_AND_NAME = new RegExp(String.raw`^@?[[(]?${CLOCK}[\])]?\s*[-–—|]\s*${NAME}:?$`, "u");
/**
 * `[00:00:01] Marta Soler: words`, `[00:01.000 --> 00:03.000] words`, the time alone or from one to another with the words below, and
 * `00:00:01 Marta Soler`.
 */
const TIME_FIRST = new RegExp(
  String.raw`^(?:[[(]${CLOCK}(?:\s*-+>?\s*${CLOCK})?[\])]|${CLOCK}(?:(?=\s*$|\s+[^:\n]{1,80}:\s|(?<=^\d{2}:\d{2}:\d{2})\s)|\s*-+>?\s*${CLOCK}$))\s*(.*)$`,
  "u",
);
const SPEAKER = /^([^:\n]{1,80}?)\s?:\s+(?=\S)(.*)$/u;
const LINE_CHARS_MAX = 200;
/** A single time in a text is no transcript. */
const TIMES_MIN = 2;
/** Speaking time of words whose end is not written: some fifteen characters a second. */
export const MS_PER_CHAR = 66;
const LAST_MS_MIN = 1000;
/** Lines that programs add above or below the words. */
const FOOTER =
  /^(?:transcribed by https?:\/\/otter\.ai|this editable transcript was computer generated|transcription ended after \d)/iu;

export function isFooter(line: string): boolean {
  return FOOTER.test(line);
}

type Form = "name-time" | "name-time-words" | "time-name" | "time-first";
type Mark = { form: Form; startMs: number; endMs: number | null; speaker: string | null; text: string };
type Line = { words: string; mark: Mark | null };
/** The words between two marks: a person a line, or all of one. */
type Block = { mark: Mark; lines: string[] };

/**
 * Transcripts that are written as documents: a time, mostly with a name, and the words behind or below it. Null where the text is something
 * else. The end of what somebody says is where the next one begins.
 */
export function* readTimedText(text: string): Turns<Outcome<CaptionCue[], CueRefusal> | null> {
  const lines: Line[] = [];
  const forms = new Map<Form, number>();
  for (const line of linesOf(text)) {
    yield line.length / 2 + 2;
    const words = line.replaceAll(/\s+/gu, " ").trim();
    const mark = markOf(words);
    if (mark !== null) forms.set(mark.form, (forms.get(mark.form) ?? 0) + 1);
    if (words !== "" && !isFooter(words)) lines.push({ words, mark });
  }
  // A file uses one form; what looks like another is a time in somebody's words.
  const [used] = [...forms].toSorted(([, one], [, other]) => other - one);
  if (used === undefined || used[1] < TIMES_MIN) return null;
  if (used[1] > TRANSCRIPT_CUES_MAX) return refused("too-large");
  const blocks = blocksOf(lines, used[0]);
  if (used[0] === "time-first") nameByLines(lines, blocks);
  return yield* cuesOf(fromBeginning(blocks));
}

/** Longer than any recording: such a first time is that of a clock on a wall. */
function fromBeginning(blocks: readonly Block[]): readonly Block[] {
  const firstMs = blocks[0]?.mark.startMs ?? 0;
  if (firstMs < CALL_MS_MAX) return blocks;
  const earlier = (ms: number) => ms - firstMs;
  return blocks.map(({ mark, lines }) => ({
    mark: { ...mark, startMs: earlier(mark.startMs), endMs: mark.endMs === null ? null : earlier(mark.endMs) },
    lines,
  }));
}

/** A name alone on a line has no more letters and ends no sentence. */
const NAME_LINE = /^\p{L}[^:.!?…,;]{0,60}$/u;
const NAME_LINE_WORDS_MAX = 5;
const NAMED_BLOCKS_MIN = 3;

/**
 * Times that stand on lines of their own, with the name on the line above or below: in each block or nearly, and the same few names come
 * back. Of such blocks the name is taken off the words.
 */
function nameByLines(lines: readonly Line[], blocks: Block[]): void {
  const head = lines[lines.findIndex(({ mark }) => mark?.form === "time-first") - 1]?.words ?? null;
  // Above a time, the last line of the block before.
  const above = [head, ...blocks.slice(0, -1).map(({ lines: own }) => own.at(-1) ?? null)];
  const below = blocks.map(({ lines: own }) => (own.length > 1 ? (own[0] ?? null) : null));
  const isAbove = !areNames(below) && areNames(above);
  if (!isAbove && !areNames(below)) return;
  for (const [index, block] of blocks.entries()) {
    const name = (isAbove ? above : below)[index] ?? null;
    if (isAbove && index < blocks.length - 1 && isNameLine(above[index + 1] ?? null)) block.lines.pop();
    if (!isAbove && isNameLine(name)) block.lines.shift();
    if (isNameLine(name)) block.mark = { ...block.mark, speaker: nameOf(name) };
  }
}

function areNames(given: readonly (string | null)[]): boolean {
  const names = given.filter(isNameLine);
  return (
    names.length >= NAMED_BLOCKS_MIN && names.length >= given.length * 0.9 && new Set(names).size * 2 <= names.length
  );
}

function isNameLine(line: string | null): line is string {
  return line !== null && NAME_LINE.test(line) && line.split(" ").length <= NAME_LINE_WORDS_MAX;
}

function blocksOf(lines: readonly Line[], form: Form): Block[] {
  const blocks: Block[] = [];
  for (const { words, mark } of lines) {
    if (mark?.form === form) blocks.push({ mark, lines: mark.text === "" ? [] : [mark.text] });
    else blocks.at(-1)?.lines.push(words);
  }
  return blocks;
}

function* cuesOf(blocks: readonly Block[]): Turns<Outcome<CaptionCue[], CueRefusal> | null> {
  const cues: CaptionCue[] = [];
  for (const [index, block] of blocks.entries()) {
    yield 4;
    const { startMs } = block.mark;
    // Times that go back are no times of one recording.
    if (startMs < (blocks[index - 1]?.mark.startMs ?? 0)) return null;
    const said = saidIn(block);
    if (said.some(({ text }) => text.length > TRANSCRIPT_CUE_CHARS_MAX))
      return refused("cue-too-long", { number: index + 1, startMs });
    if (cues.length + said.length > TRANSCRIPT_CUES_MAX) return refused("too-large");
    for (const cue of spread(said, block.mark, blocks[index + 1]?.mark.startMs ?? null)) cues.push(cue);
  }
  return ok(cues);
}

function markOf(words: string): Mark | null {
  const isShort = words.length <= LINE_CHARS_MAX;
  const named = isShort ? NAME_AND_TIME.exec(words) : null;
  const name = nameOf(named?.[1] ?? "");
  if (named !== null && name !== null && /\p{L}/u.test(name))
    return { form: "name-time", startMs: clockMs(named.slice(2, 6)), endMs: null, speaker: name, text: "" };
  const spoken = NAME_TIME_WORDS.exec(words);
  const speaker = nameOf(spoken?.[1] ?? "");
  if (spoken !== null && speaker !== null && /\p{L}/u.test(speaker))
    return {
      form: "name-time-words",
      startMs: clockMs(spoken.slice(2, 6)),
      endMs: null,
      speaker,
      text: spoken[6] ?? "",
    };
  const timed = isShort ? TIME_AND_NAME.exec(words) : null;
  if (timed !== null)
    return {
      form: "time-name",
      startMs: clockMs(timed.slice(1, 5)),
      endMs: null,
      speaker: nameOf(timed[5] ?? ""),
      text: "",
    };
  const first = TIME_FIRST.exec(words)?.slice(1);
  if (first === undefined) return null;
  const from = first[1] === undefined ? 8 : 0;
  return {
    form: "time-first",
    startMs: clockMs(first.slice(from, from + 4)),
    endMs: first[from + 5] === undefined ? null : clockMs(first.slice(from + 4, from + 8)),
    speaker: null,
    text: first[16] ?? "",
  };
}

/** Each person's words. Where the time has a name, all lines are theirs; else lines begin with names where they do. */
function saidIn({ mark, lines }: Block): { speaker: string | null; text: string }[] {
  if (mark.speaker !== null) return lines.length === 0 ? [] : [{ speaker: mark.speaker, text: lines.join("\n") }];
  const said: { speaker: string | null; text: string }[] = [];
  for (const line of lines) {
    const named = SPEAKER.exec(line);
    const speaker = named === null ? null : nameOf(named[1] ?? "");
    const last = said.at(-1);
    if (speaker !== null) said.push({ speaker, text: named?.[2] ?? "" });
    else if (last) last.text = `${last.text}\n${line}`;
    else said.push({ speaker: null, text: line });
  }
  return said;
}

/** Divides the time up to the next mark by the length of the words; of one person, no more of it than the words take. */
function spread(
  said: readonly { speaker: string | null; text: string }[],
  mark: Mark,
  nextMs: number | null,
): CaptionCue[] {
  const chars = said.reduce((sum, { text }) => sum + text.length, 0);
  const spokenMs = Math.max(chars * MS_PER_CHAR, LAST_MS_MIN);
  const roomMs = nextMs === null ? spokenMs : nextMs - mark.startMs;
  const lastsMs =
    mark.endMs === null ? (said.length > 1 ? roomMs : Math.min(roomMs, spokenMs)) : mark.endMs - mark.startMs;
  let before = 0;
  return said.map(({ speaker, text }) => {
    const at = (count: number) => mark.startMs + Math.round((lastsMs * count) / Math.max(chars, 1));
    const cue = { startMs: at(before), endMs: at(before + text.length), speaker, text };
    before += text.length;
    return cue;
  });
}
