import { TRANSCRIPT_CUE_CHARS_MAX, TRANSCRIPT_CUES_MAX } from "#app/domain/limits/media.ts";
import { ok, type Outcome, refused } from "#app/domain/outcome.ts";
import type { CaptionCue } from "#app/domain/transcript/cues-to-segments.ts";
import type { CueRefusal } from "#app/domain/transcript/given/read-cues.ts";
import { nameOf } from "#app/domain/transcript/given/split-voices.ts";
import type { Turns } from "#app/domain/turns.ts";

/** A recogniser's list of segments, and the unit of its times in ms. */
type List = { items: readonly unknown[]; unitMs: number };

const SECONDS = 1000;

/**
 * The JSON of recognisers and of this program: Whisper and its relatives (`segments`, seconds), whisper.cpp (`transcription`, ms),
 * Deepgram and AssemblyAI (`utterances`), our own export (`transcript`, ms). Null where the text is something else.
 */
export function* readJsonTranscript(text: string): Turns<Outcome<CaptionCue[], CueRefusal> | null> {
  const list = listOf(parse(text));
  yield text.length / JSON_CHARS;
  if (list === null) return null;
  if (list.items.length > TRANSCRIPT_CUES_MAX) return refused("too-large");
  const cues: CaptionCue[] = [];
  for (const [index, item] of list.items.entries()) {
    yield 2;
    const cue = cueOf(item, list.unitMs);
    if (cue === null) continue;
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

function listOf(value: unknown): List | null {
  if (Array.isArray(value)) return { items: value, unitMs: SECONDS };
  if (!isRecord(value)) return null;
  if (Array.isArray(value.segments)) return { items: value.segments, unitMs: SECONDS };
  if (Array.isArray(value.transcription)) return { items: value.transcription, unitMs: SECONDS };
  // AssemblyAI counts ms and says so by whole numbers; Deepgram's stand inside `results`, in seconds.
  if (Array.isArray(value.utterances)) return { items: value.utterances, unitMs: 1 };
  if (Array.isArray(value.transcript)) return { items: value.transcript, unitMs: SECONDS };
  return isRecord(value.results) ? listInResults(value.results) : null;
}

function listInResults(results: Record<string, unknown>): List | null {
  return Array.isArray(results.utterances) ? { items: results.utterances, unitMs: SECONDS } : null;
}

function cueOf(item: unknown, unitMs: number): CaptionCue | null {
  if (!isRecord(item)) return null;
  const text = textIn(item, "text", "transcript", "spokenText");
  const times = timesOf(item, unitMs);
  if (text === null || times === null) return null;
  return { ...times, text, speaker: speakerOf(item) };
}

function timesOf(item: Record<string, unknown>, unitMs: number): { startMs: number; endMs: number } | null {
  const { offsets } = item;
  const [from, to, unit] =
    typeof item.startMs === "number"
      ? [item.startMs, item.endMs, 1]
      : isRecord(offsets)
        ? [offsets.from, offsets.to, 1]
        : [item.start, item.end, unitMs];
  if (typeof from !== "number" || typeof to !== "number" || !(from >= 0)) return null;
  return { startMs: Math.round(from * unit), endMs: Math.round(Math.max(from, to) * unit) };
}

/** A name, or a recogniser's number of a person. */
function speakerOf(item: Record<string, unknown>): string | null {
  if (typeof item.speaker === "number") return `Speaker ${item.speaker}`;
  const name = textIn(item, "speaker", "speakerName", "speaker_name");
  return name === null ? null : nameOf(name.length === 1 ? `Speaker ${name}` : name);
}

function textIn(item: Record<string, unknown>, ...keys: readonly string[]): string | null {
  for (const key of keys) if (typeof item[key] === "string") return item[key];
  return null;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
