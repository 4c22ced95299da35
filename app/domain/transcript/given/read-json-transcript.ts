import { TRANSCRIPT_CUE_CHARS_MAX, TRANSCRIPT_CUES_MAX } from "#app/domain/limits/media.ts";
import { ok, type Outcome, refused } from "#app/domain/outcome.ts";
import type { CaptionCue } from "#app/domain/transcript/cues-to-segments.ts";
import { clockMs, type CueRefusal } from "#app/domain/transcript/given/read-cues.ts";
import { nameOf } from "#app/domain/transcript/given/split-voices.ts";
import type { Turns } from "#app/domain/turns.ts";

/** A recogniser's list of segments, and the unit of its times in ms. */
type List = { items: readonly unknown[]; unitMs: number };

const SECONDS = 1000;

/**
 * The JSON of recognisers and of meeting programs: Whisper and its relatives (`segments`, seconds), whisper.cpp (`transcription`, ms),
 * Deepgram and AssemblyAI (`utterances`), Fireflies (`sentences`), Granola (`transcript` with dates as times), our own export
 * (`transcript`, ms). Null where the text is something else.
 */
export function* readJsonTranscript(text: string): Turns<Outcome<CaptionCue[], CueRefusal> | null> {
  const list = listOf(parse(text));
  yield text.length / JSON_CHARS;
  if (list === null) return null;
  if (list.items.length > TRANSCRIPT_CUES_MAX) return refused("too-large");
  const cues: CaptionCue[] = [];
  // Times that are dates count from the first one.
  const beganAt = dateIn(list.items[0], STARTS);
  for (const [index, item] of list.items.entries()) {
    yield 2;
    const cue = cueOf(item, { ...list, beganAt });
    if (cue === null || !(cue.startMs >= 0)) continue;
    if (cue.text.length > TRANSCRIPT_CUE_CHARS_MAX)
      return refused("cue-too-long", { number: index + 1, startMs: cue.startMs });
    cues.push(cue);
  }
  return cues.length === 0 && list.items.length > 0 ? null : ok(cues);
}

/** JSON is read natively: this many characters cost as much as one does elsewhere. */
const JSON_CHARS = 8;

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** `depth`: of objects around the list, of which strangers may nest any number. */
function listOf(value: unknown, depth = 0): List | null {
  if (Array.isArray(value)) return { items: value, unitMs: SECONDS };
  if (!isRecord(value)) return null;
  if (Array.isArray(value.segments)) return { items: value.segments, unitMs: SECONDS };
  if (Array.isArray(value.transcription)) return { items: value.transcription, unitMs: SECONDS };
  // AssemblyAI counts ms and says so by whole numbers; Deepgram's stand inside `results`, in seconds.
  if (Array.isArray(value.utterances)) return { items: value.utterances, unitMs: 1 };
  if (Array.isArray(value.sentences)) return { items: value.sentences, unitMs: SECONDS };
  if (Array.isArray(value.transcript)) return { items: value.transcript, unitMs: SECONDS };
  if (isRecord(value.results) && Array.isArray(value.results.utterances))
    return { items: value.results.utterances, unitMs: SECONDS };
  // Fireflies' API answers `{ data: { transcript: { sentences } } }`.
  const inner = isRecord(value.data) ? value.data : value.transcript;
  return isRecord(inner) && depth < DEPTH_MAX ? listOf(inner, depth + 1) : null;
}

const DEPTH_MAX = 3;

type Unit = Pick<List, "unitMs"> & { beganAt: number | null };

function cueOf(item: unknown, unit: Unit): CaptionCue | null {
  if (!isRecord(item)) return null;
  const text = textIn(item, "text", "sentence", "transcript", "spokenText", "raw_text");
  const times = timesOf(item, unit);
  if (text === null || times === null) return null;
  return { ...times, text, speaker: speakerOf(item) };
}

const STARTS = ["start", "start_time", "startTime", "start_timestamp"] as const;
const ENDS = ["end", "end_time", "endTime", "end_timestamp"] as const;

function timesOf(item: Record<string, unknown>, unit: Unit): { startMs: number; endMs: number } | null {
  const { offsets } = item;
  if (typeof item.startMs === "number") return spanOf(item.startMs, item.endMs);
  if (isRecord(offsets)) return spanOf(offsets.from, offsets.to);
  return spanOf(msIn(item, STARTS, unit), msIn(item, ENDS, unit));
}

function spanOf(from: unknown, to: unknown): { startMs: number; endMs: number } | null {
  if (typeof from !== "number" || typeof to !== "number" || !(from >= 0)) return null;
  return { startMs: Math.round(from), endMs: Math.round(Math.max(from, to)) };
}

/** A number in the list's unit, a clock's time ("01:23.4"), or a date; in ms. Null where there is none of them. */
function msIn(item: Record<string, unknown>, keys: readonly string[], { unitMs, beganAt }: Unit): number | null {
  for (const key of keys) {
    const value = item[key];
    if (typeof value === "number") return value * unitMs;
    if (typeof value !== "string") continue;
    const clock = CLOCK.exec(value);
    if (clock !== null) return clockMs(clock.slice(1, 5));
    const at = ISO_DATE.test(value) ? Date.parse(value) : Number.NaN;
    if (!Number.isNaN(at)) return at - (beganAt ?? at);
  }
  return null;
}

const CLOCK = /^(?:(\d{1,3}):)?(\d{1,3}):(\d{2})([.,]\d{1,9})?$/u;
const ISO_DATE = /^\d{4}-\d{2}-\d{2}T[\d:.]{5,20}(?:Z|[+-]\d{2}:?\d{2})?$/u;

function dateIn(item: unknown, keys: readonly string[]): number | null {
  if (!isRecord(item)) return null;
  const text = textIn(item, ...keys);
  return text !== null && ISO_DATE.test(text) ? Date.parse(text) : null;
}

/** A name, a recogniser's number of a person, or the side of a call: Granola knows its own microphone and everybody else. */
function speakerOf(item: Record<string, unknown>): string | null {
  const { speaker } = item;
  if (typeof speaker === "number") return `Speaker ${speaker}`;
  const name =
    textIn(item, "speaker", "speakerName", "speaker_name") ?? (isRecord(speaker) ? textIn(speaker, "name") : null);
  if (name !== null) return nameOf(name.length === 1 ? `Speaker ${name}` : name);
  const side = textIn(isRecord(speaker) ? speaker : item, "source");
  if (side === "microphone") return "Me";
  return side === "speaker" || side === "system" ? "Them" : null;
}

function textIn(item: Record<string, unknown>, ...keys: readonly string[]): string | null {
  for (const key of keys) if (typeof item[key] === "string") return item[key];
  return null;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
