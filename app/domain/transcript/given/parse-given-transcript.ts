import { TRANSCRIPT_BYTES_MAX } from "#app/domain/limits/media.ts";
import { ok, type Outcome, refused } from "#app/domain/outcome.ts";
import type { CaptionCue } from "#app/domain/transcript/cues-to-segments.ts";
import { decodeText } from "#app/domain/transcript/given/decode-text.ts";
import { type CueRefusal, cueFormatOf, type RawCue, readCues } from "#app/domain/transcript/given/read-cues.ts";
import { readJsonTranscript } from "#app/domain/transcript/given/read-json-transcript.ts";
import { readTimedText } from "#app/domain/transcript/given/read-timed-text.ts";
import { withoutMarkdown } from "#app/domain/transcript/given/without-markdown.ts";
import { readUntimedText } from "#app/domain/transcript/given/read-untimed-text.ts";
import { readTtml } from "#app/domain/transcript/given/read-ttml.ts";
import { readVoices } from "#app/domain/transcript/given/read-voices.ts";
import { readWordDocument } from "#app/domain/transcript/given/read-word-document.ts";
import { runAtOnce, type Turns } from "#app/domain/turns.ts";

/** `empty`: a transcript without any words. `cue-too-long` comes with the number of the cue. */
export type TranscriptRefusal = "not-a-transcript" | "too-large" | "cue-too-long" | "empty";

/** Accepted file extensions; the format itself is detected from the bytes. */
export const TRANSCRIPT_EXTENSIONS = ["vtt", "srt", "sbv", "txt", "md", "docx", "json", "ttml", "dfxp", "xml"] as const;
/** The `accept` value of a field for a transcript. */
export const TRANSCRIPT_ACCEPT = TRANSCRIPT_EXTENSIONS.map((extension) => `.${extension}`).join(",");
export type TranscriptExtension = (typeof TRANSCRIPT_EXTENSIONS)[number];

/** Reads an extension as callers write it: with or without a dot, in any case. Null for others. */
export function parseTranscriptExtension(text: string): TranscriptExtension | null {
  const wanted = text.trim().replace(/^\./u, "").toLowerCase();
  return TRANSCRIPT_EXTENSIONS.find((extension) => extension === wanted) ?? null;
}

/**
 * Reads a transcript given with the recording, whatever its extension: cues (WebVTT, SubRip, SubViewer), TTML, the JSON of recognisers, or a
 * document with times (of a .docx its XML, see openDocument), with the speakers that it names. The cues are sorted by time, for
 * `cuesToSegments`.
 */
export function parseGivenTranscript(bytes: Uint8Array): Outcome<CaptionCue[], TranscriptRefusal> {
  return runAtOnce(parseInTurns(bytes));
}

/** `untimed`: also takes lines that begin with names and tell no times. Their times are estimated by the length of the words. */
export type TranscriptOptions = { untimed?: boolean };

/** The same in turns (turns.ts), for callers that serve other requests meanwhile. */
export function* parseInTurns(
  bytes: Uint8Array,
  options: TranscriptOptions = {},
): Turns<Outcome<CaptionCue[], TranscriptRefusal>> {
  if (bytes.byteLength > TRANSCRIPT_BYTES_MAX) return refused("too-large");
  const text = (yield* decodeText(bytes)).replaceAll(UNSEEN, "").normalize("NFC").trimStart();
  const read = yield* readText(text, options);
  if (read === null) return refused("not-a-transcript");
  if (!read.ok) return read;
  const cues: CaptionCue[] = [];
  for (const cue of read.value) {
    yield 1;
    if (/[\p{L}\p{N}]/u.test(cue.text)) cues.push(cue);
  }
  return cues.length === 0 ? refused("empty") : ok(cues.toSorted((left, right) => left.startMs - right.startMs));
}

/** Marks that nobody sees: with and without one, a name would be two names. The same letter may be stored as one or as two, too. */
const UNSEEN = /[\0\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/gu;

type Read = Outcome<CaptionCue[], CueRefusal>;

/** Null where the text is of no format that is known. */
function* readText(text: string, { untimed = false }: TranscriptOptions): Turns<Read | null> {
  const json = /^[{[]/.test(text) ? yield* readJsonTranscript(text) : null;
  if (json !== null) return json;
  const marked = text.startsWith("<") ? yield* readTtml(text) : null;
  if (marked !== null) return yield* voicesIn(marked);
  const lines = text.startsWith("<") ? yield* readWordDocument(text) : null;
  const format = yield* cueFormatOf(lines ?? text);
  if (format === null) {
    const plain = lines ?? withoutMarkdown(text);
    return (yield* readTimedText(plain)) ?? (untimed ? yield* readUntimedText(plain) : null);
  }
  return yield* voicesIn(yield* readCues(lines ?? text, format), { nameLines: lines !== null });
}

function* voicesIn(cues: Outcome<RawCue[], CueRefusal>, options?: { nameLines: boolean }): Turns<Read> {
  return cues.ok ? yield* readVoices(yield* joinMarks(cues.value), options) : cues;
}

/** Recognisers that write a cue for each word give punctuation one of its own: it belongs to the word before. */
const MARKS_ONLY = /^[.,;:!?…)\]"”’»]{1,4}$/u;
const MARKS_MS_MAX = 2000;

function* joinMarks(cues: readonly RawCue[]): Turns<RawCue[]> {
  const joined: RawCue[] = [];
  for (const cue of cues) {
    yield 1;
    const last = joined.at(-1);
    if (last && last.text !== "" && MARKS_ONLY.test(cue.text) && cue.startMs - last.endMs < MARKS_MS_MAX)
      last.text += cue.text;
    else joined.push({ ...cue });
  }
  return joined;
}
