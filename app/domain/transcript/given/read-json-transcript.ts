import { TRANSCRIPT_CUE_CHARS_MAX, TRANSCRIPT_CUES_MAX } from "#app/domain/limits/media.ts";
import { ok, type Outcome, refused } from "#app/domain/outcome.ts";
import type { CaptionCue } from "#app/domain/transcript/cues-to-segments.ts";
import { clockMs, type CueRefusal } from "#app/domain/transcript/given/read-cues.ts";
import { nameOf } from "#app/domain/transcript/given/split-voices.ts";
import type { Turns } from "#app/domain/turns.ts";

/**
 * The JSON of recognisers and of meeting programs, by the names that they give to words, times and people: Whisper and its relatives, Deepgram,
 * AssemblyAI, Gladia, Speechmatics, ElevenLabs, Rev, the clouds of Amazon, Google and Microsoft, Fireflies, Fathom, tl;dv, Granola, Recall.ai,
 * YouTube, our own export. Null where the text is something else.
 */
export function* readJsonTranscript(text: string): Turns<Outcome<CaptionCue[], CueRefusal> | null> {
  const value = parse(text);
  yield text.length / JSON_CHARS;
  const items = listIn(value);
  if (items === null) return null;
  if (items.length > TRANSCRIPT_CUES_MAX) return refused("too-large");
  // Times that are dates count from the first one.
  const read: CaptionCue[] = [];
  const unit = { unitMs: yield* unitOf(items), beganAt: dateIn(items[0], STARTS) };
  for (const [index, item] of items.entries()) {
    yield 2;
    const cue = cueOf(item, unit);
    if (cue === null || !(cue.startMs >= 0)) continue;
    if (cue.text.length > TRANSCRIPT_CUE_CHARS_MAX)
      return refused("cue-too-long", { number: index + 1, startMs: cue.startMs });
    read.push(cue);
  }
  return read.length === 0 && items.length > 0 ? null : ok(yield* joinWords(read));
}

/** JSON is read natively: this many characters cost as much as one does elsewhere. */
const JSON_CHARS = 8;

function parse(text: string): unknown {
  // Python writes numbers that JSON does not have, and some programs a value a line.
  for (const form of [
    text,
    text.replaceAll(NO_NUMBER, "$1null"),
    `[${text.trim().replaceAll(/\}\s*\n\s*\{/g, "},{")}]`,
  ]) {
    try {
      return JSON.parse(form);
    } catch {
      // The next form.
    }
  }
  return null;
}

const NO_NUMBER = /([:,[]\s*)-?(?:NaN|Infinity)(?=\s*[,\]}])/g;

/** Names of the list, those with whole sentences before those with words. */
const LISTS =
  `segments utterances audio_segments paragraphs monologues sentences transcription transcript recognizedPhrases phrases transcripts
  data results events items words`.split(/\s+/u);
const DEPTH_MAX = 7;
/** Items of a list that are looked at, for what they are and for lists in them. */
const SAMPLE = 20;
const INNER = 3;

/** The list of what was said: a list alone, or the best one of those inside. */
function listIn(value: unknown): readonly unknown[] | null {
  const found = LISTS.map((): readonly unknown[] | null => null);
  const search = (each: unknown, name: string, depth: number) => {
    if (depth > DEPTH_MAX) return;
    if (isRecord(each)) {
      for (const [key, inner] of Object.entries(each)) search(inner, key, depth + 1);
      return;
    }
    if (!Array.isArray(each)) return;
    const place = LISTS.indexOf(name);
    const isSaid = each.length === 0 ? depth <= 1 : each.slice(0, SAMPLE).some((item) => cueOf(item, SECONDS) !== null);
    if (isSaid && place !== -1) found[place] ??= each;
    else for (const inner of each.slice(0, INNER)) search(inner, name, depth + 1);
  };
  search(value, "segments", 0);
  return found.find((each) => each !== null) ?? null;
}

/** Speech has some 15 characters a second; below this for a unit of the times, the unit is a millisecond. */
const MS_CHARS_MAX = 0.05;

/** Whether a list counts seconds or ms, by how much is said in one of them. */
function* unitOf(items: readonly unknown[]): Turns<number> {
  let chars = 0;
  let units = 0;
  for (const item of items) {
    yield 2;
    const cue = cueOf(item, { unitMs: 1, beganAt: null, isWhole: true });
    if (cue === null) continue;
    chars += cue.text.length;
    units += cue.endMs - cue.startMs;
  }
  return units > 0 && chars / units < MS_CHARS_MAX ? 1 : 1000;
}

type Unit = {
  unitMs: number;
  beganAt: number | null /** Other numbers than whole ones are no times. */;
  isWhole?: true;
};
const SECONDS: Unit = { unitMs: 1000, beganAt: null };

/** A cue for each sentence of one person, where the list has one for each word. */
const WORD_SHARE_MIN = 0.8;
const WORDS_PAUSE_MS = 2000;
const MARK_ONLY = /^[\p{P}]{1,4}$/u;

function* joinWords(cues: readonly CaptionCue[]): Turns<CaptionCue[]> {
  if (cues.filter(({ text }) => !/\S\s+\S/u.test(text)).length < Math.max(3, cues.length * WORD_SHARE_MIN))
    return [...cues];
  const joined: CaptionCue[] = [];
  for (const cue of cues) {
    yield 1;
    const text = cue.text.trim();
    const last = joined.at(-1);
    if (text === "") continue;
    if (last && MARK_ONLY.test(text)) last.text += text;
    else if (
      last &&
      last.speaker === cue.speaker &&
      cue.startMs - last.endMs < WORDS_PAUSE_MS &&
      !/[.?!…。？！]$/u.test(last.text)
    ) {
      last.text += ` ${text}`;
      last.endMs = cue.endMs;
    } else joined.push({ ...cue, text });
  }
  return joined;
}

function cueOf(given: unknown, unit: Unit): CaptionCue | null {
  if (!isRecord(given)) return null;
  const best = firstOf(given, "alternatives", "nBest");
  const item = best === null ? given : { ...best, ...given };
  const parts =
    ["words", "elements", "segs", "sentences"]
      .map((key) => item[key])
      .find(Array.isArray)
      ?.filter(isRecord) ?? [];
  const text = textIn(item, ...TEXTS) ?? (parts.length > 0 ? textOf(parts) : null);
  const isTimed = (part: Record<string, unknown>) => timesOf(part, unit) !== null;
  const [first, last] = [parts.find(isTimed), parts.findLast(isTimed)].map((part) => part && timesOf(part, unit));
  const times = timesOf(item, unit) ?? (first && last ? { startMs: first.startMs, endMs: last.endMs } : null);
  // A mark has no time of its own: it stands where the word before ends.
  if (item.type === "spacing" || text === null) return null;
  if (times === null)
    return item.type === "punctuation" ? { startMs: 0, endMs: 0, text, speaker: speakerOf(item) } : null;
  return { ...times, text, speaker: speakerOf(item) ?? (parts[0] ? speakerOf(parts[0]) : null) };
}

const TEXTS = `text sentence transcript spokenText raw_text display content punctuated_word word value utf8`.split(" ");

/** The words of an item's parts, which have their blanks in them, or none at all. */
function textOf(parts: readonly Record<string, unknown>[]): string {
  const words = parts.map((part) => textIn(part, ...TEXTS) ?? "");
  return words.join(words.some((word) => /\s/u.test(word)) ? "" : " ").trim();
}

function firstOf(item: Record<string, unknown>, ...keys: readonly string[]): Record<string, unknown> | null {
  for (const key of keys) {
    const list = item[key];
    if (Array.isArray(list) && isRecord(list[0])) return list[0];
  }
  return null;
}

const STARTS = ["start", "start_time", "startTime", "start_timestamp", "timestamp", "ts"] as const;
const ENDS = ["end", "end_time", "endTime", "end_timestamp", "end_ts"] as const;
/** Times whose name tells their unit, in ms: start and length. */
const SURE = [
  ["startMs", "endMs", 1],
  ["tStartMs", "dDurationMs", 1],
  ["offsetMilliseconds", "durationMilliseconds", 1],
  ["offsetInTicks", "durationInTicks", 1 / 10_000],
] as const;

function timesOf(item: Record<string, unknown>, unit: Unit): { startMs: number; endMs: number } | null {
  for (const [start, other, perUnit] of SURE) {
    const [from, to] = [item[start], item[other]];
    if (typeof from !== "number") continue;
    const length = typeof to === "number" ? to * perUnit : 0;
    return spanOf(from * perUnit, other === "endMs" ? length : from * perUnit + length);
  }
  const { offsets } = item;
  if (isRecord(offsets)) return spanOf(offsets.from, offsets.to);
  const from = msIn(item, STARTS, unit);
  return spanOf(from, msIn(item, ENDS, unit) ?? from);
}

function spanOf(from: unknown, to: unknown): { startMs: number; endMs: number } | null {
  if (typeof from !== "number" || typeof to !== "number" || !(from >= 0)) return null;
  return { startMs: Math.round(from), endMs: Math.round(Math.max(from, to)) };
}

/** A number in the list's unit, also as text ("1.5", "1.5s"), a clock's time ("01:23.4"), or a date; in ms. Null where there is none of them. */
function msIn(item: Record<string, unknown>, keys: readonly string[], unit: Unit): number | null {
  for (const key of keys) {
    const given = item[key];
    const value = isRecord(given) ? given.relative : given;
    const number =
      typeof value === "number" ? value : SECONDS_TEXT.test(String(value)) ? Number.parseFloat(String(value)) : null;
    if (number !== null)
      return unit.isWhole && !(typeof value === "number" && Number.isInteger(number)) ? null : number * unit.unitMs;
    if (typeof value !== "string") continue;
    const clock = CLOCK.exec(value);
    if (clock !== null) return clockMs(clock.slice(1, 5));
    const at = ISO_DATE.test(value) ? Date.parse(value) : Number.NaN;
    if (!Number.isNaN(at)) return at - (unit.beganAt ?? at);
  }
  return null;
}

const SECONDS_TEXT = /^\d{1,9}(?:\.\d{1,9})?s?$/u;
const CLOCK = /^(?:(\d{1,3}):)?(\d{1,3}):(\d{2})([.,]\d{1,9})?$/u;
const ISO_DATE = /^\d{4}-\d{2}-\d{2}T[\d:.]{5,20}(?:Z|[+-]\d{2}:?\d{2})?$/u;

function dateIn(item: unknown, keys: readonly string[]): number | null {
  if (!isRecord(item)) return null;
  const text = textIn(item, ...keys);
  return text !== null && ISO_DATE.test(text) ? Date.parse(text) : null;
}

/** A name, a recogniser's number of a person, or the side of a call: Granola knows its own microphone and everybody else. */
function speakerOf(item: Record<string, unknown>): string | null {
  const { speaker, speakerTag, participant } = item;
  const number = typeof speaker === "number" ? speaker : speakerTag;
  if (typeof number === "number") return `Speaker ${number}`;
  const inner = isRecord(speaker) ? speaker : isRecord(participant) ? participant : null;
  const name = textIn(item, ...SPEAKERS) ?? (inner ? textIn(inner, "name", "display_name") : null);
  if (name !== null)
    return nameOf(/^.$/u.test(name) ? `Speaker ${name}` : name.replace(/^(?:spk|speaker)_(?=\d+$)/u, "Speaker "));
  const side = textIn(isRecord(speaker) ? speaker : item, "source");
  if (side === "microphone") return "Me";
  return side === "speaker" || side === "system" ? "Them" : null;
}

const SPEAKERS = ["speaker", "speakerName", "speaker_name", "speaker_label", "speaker_id", "user_name"];

function textIn(item: Record<string, unknown>, ...keys: readonly string[]): string | null {
  for (const key of keys) if (typeof item[key] === "string") return item[key];
  return null;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
