import { TRANSCRIPT_BYTES_MAX, TRANSCRIPT_CUE_CHARS_MAX, TRANSCRIPT_CUES_MAX } from "#app/domain/limits/media.ts";
import { ok, type Outcome, refused } from "#app/domain/outcome.ts";
import type { CaptionCue } from "#app/domain/transcript/cues-to-segments.ts";
import { readVoices } from "#app/domain/transcript/read-voices.ts";
import { runAtOnce, type Turns } from "#app/domain/turns.ts";

/**
 * Decodes the bytes of a text file. UTF-8 or UTF-16 when they begin with a byte order mark; else UTF-8 when every byte is valid;
 * else Windows-1252, which old subtitle programs write and which includes the letters of Latin-1. Never fails.
 */
function* decodeText(bytes: Uint8Array): Turns<string> {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return yield* decodeUtf16(bytes.subarray(2), true);
  if (first === 0xfe && second === 0xff) return yield* decodeUtf16(bytes.subarray(2), false);
  return (yield* decodeUtf8(bytes)) ?? (yield* decodeByTable(bytes));
}

/** Number of characters decoded at once: a function accepts a limited number of arguments. */
const PIECE_CHARS = 8192;
/** Native decoding is some fifty times as fast as reading each character. */
const UTF8_PIECE_BYTES = 65_536;
const UTF8_UNIT_BYTES = 64;

/** Returns null when a byte is invalid. The decoder removes a byte order mark. */
function* decodeUtf8(bytes: Uint8Array): Turns<string | null> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  const pieces: string[] = [];
  try {
    for (let at = 0; at < bytes.byteLength; at += UTF8_PIECE_BYTES) {
      const piece = bytes.subarray(at, at + UTF8_PIECE_BYTES);
      pieces.push(decoder.decode(piece, { stream: true }));
      yield piece.byteLength / UTF8_UNIT_BYTES;
    }
    pieces.push(decoder.decode());
  } catch {
    return null;
  }
  return pieces.join("");
}

/** 0x80 to 0x9f of Windows-1252; its five unused places stay as they are. All other bytes are Unicode's first 256 characters. */
const WINDOWS_1252 = "€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ";

/** Uses its own table, because some runtimes' TextDecoder supports only UTF-8. */
function* decodeByTable(bytes: Uint8Array): Turns<string> {
  return yield* textOf(bytes.byteLength, (index) => {
    const byte = bytes[index] ?? 0;
    return byte >= 0x80 && byte <= 0x9f ? WINDOWS_1252.charCodeAt(byte - 0x80) : byte;
  });
}

function* decodeUtf16(bytes: Uint8Array, littleEndian: boolean): Turns<string> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return yield* textOf(Math.floor(bytes.byteLength / 2), (index) => view.getUint16(index * 2, littleEndian));
}

function* textOf(length: number, codeAt: (index: number) => number): Turns<string> {
  const pieces: string[] = [];
  for (let at = 0; at < length; at += PIECE_CHARS) {
    const codes = new Uint16Array(Math.min(PIECE_CHARS, length - at));
    for (let index = 0; index < codes.length; index++) codes[index] = codeAt(at + index);
    pieces.push(String.fromCharCode(...codes));
    yield codes.length / UNIT_CODES;
  }
  return pieces.join("");
}

/** Looking up a code costs a small part of reading a character elsewhere. */
const UNIT_CODES = 8;

/** A cue as it stands in the file: its lines with their tags, joined by line breaks. */
export type RawCue = { startMs: number; endMs: number; text: string };

export type CueFormat = "vtt" | "srt" | "sbv";

/** An empty line costs something too. */
const LINE_UNITS = 2;
/** Longer lines are text, whatever they look like. */
const TIMING_CHARS_MAX = 300;
const CLOCK = String.raw`(?:(\d{1,3}):)?(\d{1,3}):(\d{1,2})(?:[.,](\d{1,9}))?`;
/** WebVTT and SubRip; what follows the second time are settings of where the cue stands on the screen. */
const ARROW_TIMING = new RegExp(String.raw`^\s*${CLOCK}\s*-{1,2}>\s*${CLOCK}(?:\s.*)?$`, "u");
/** SubViewer, as Google and YouTube write it: a comma between two times with points. */
const COMMA_TIMING = new RegExp(
  String.raw`^\s*${CLOCK.replace("[.,]", "[.]")},${CLOCK.replace("[.,]", "[.]")}\s*$`,
  "u",
);
const NO_CUE_BLOCK = /^(?:NOTE|STYLE|REGION)(?:\s|$)/u;
const NUMBER = /^\s*\d+\s*$/u;

/** Which kind of cues a text holds, by what stands in it and not by its name; null where it is something else. */
function* cueFormatOf(text: string): Turns<CueFormat | null> {
  if (/^WEBVTT(?:\s|$)/u.test(text)) return "vtt";
  for (const line of linesOf(text)) {
    yield line.length / 2 + LINE_UNITS;
    if (readTiming(line, ARROW_TIMING) !== null) return "srt";
    if (readTiming(line, COMMA_TIMING) !== null) return "sbv";
  }
  return null;
}

/**
 * The cues of a text, as forgiving as players are: numbers may lack, be doubled or be names, an empty line between two cues may
 * lack, and in SubRip one may stand inside a cue. Too many or too long cues are refused, not cut.
 */
function* readCues(text: string, format: CueFormat): Turns<Outcome<RawCue[], "too-large" | "cue-too-long">> {
  const timingOf = format === "sbv" ? COMMA_TIMING : ARROW_TIMING;
  const cues: RawCue[] = [];
  let cue: RawCue | null = null;
  let skipping = format === "vtt";
  let afterBlank = true;
  let timing: Timing | null = null;
  for (const { line, next } of withNext(linesOf(text))) {
    yield line.length / 2 + LINE_UNITS;
    timing = readTiming(line, timingOf);
    const isLabel = next !== null && (afterBlank || NUMBER.test(line)) && readTiming(next, timingOf) !== null;
    if (timing !== null) {
      if (cues.length === TRANSCRIPT_CUES_MAX) return refused("too-large");
      cue = { ...timing, text: "" };
      cues.push(cue);
      skipping = false;
    } else if (line.trim() === "") {
      // A note, a style sheet and WebVTT's cues end here; the text of a SubRip cue may go on.
      if (format !== "srt") cue = null;
      skipping = false;
    } else if (format === "vtt" && afterBlank && NO_CUE_BLOCK.test(line)) skipping = true;
    else if (cue !== null && !isLabel && !skipping) {
      // Runs of spaces say nothing, and would keep whoever searches the text busy.
      const words = line.replaceAll(/\s+/gu, " ").trim();
      if (cue.text.length + words.length > TRANSCRIPT_CUE_CHARS_MAX)
        return refused("cue-too-long", { number: cues.length, startMs: cue.startMs });
      cue.text = cue.text === "" ? words : `${cue.text}\n${words}`;
    }
    afterBlank = line.trim() === "";
  }
  return ok(cues);
}

type Timing = { startMs: number; endMs: number };

function readTiming(line: string, pattern: RegExp): Timing | null {
  if (line.length > TIMING_CHARS_MAX) return null;
  const match = pattern.exec(line);
  return match === null ? null : { startMs: clockMs(match.slice(1, 5)), endMs: clockMs(match.slice(5, 9)) };
}

/** Hours, minutes, seconds and the digits of a fraction, of which hours and fraction may lack. */
function clockMs([hours, minutes, seconds, fraction]: readonly (string | undefined)[]): number {
  const whole = (Number(hours ?? 0) * 60 + Number(minutes ?? 0)) * 60 + Number(seconds ?? 0);
  return whole * 1000 + Math.round(Number(`0.${fraction ?? 0}`) * 1000);
}

/** One by one: a file of nothing but line breaks would be an array of millions. Lines end as on any system: \n, \r\n or \r. */
function* linesOf(text: string): Generator<string> {
  let feed = text.indexOf("\n");
  let carriage = text.indexOf("\r");
  for (let at = 0; at <= text.length; ) {
    if (feed !== -1 && feed < at) feed = text.indexOf("\n", at);
    if (carriage !== -1 && carriage < at) carriage = text.indexOf("\r", at);
    const ends = [feed, carriage].filter((end) => end !== -1);
    const until = ends.length === 0 ? text.length : Math.min(...ends);
    yield text.slice(at, until);
    at = until + (text.startsWith("\r\n", until) ? 2 : 1);
  }
}

function* withNext(lines: Iterable<string>): Generator<{ line: string; next: string | null }> {
  let line: string | null = null;
  for (const next of lines) {
    if (line !== null) yield { line, next };
    line = next;
  }
  if (line !== null) yield { line, next: null };
}

/** `empty`: a transcript without any words. `cue-too-long` comes with the number of the cue. */
export type TranscriptRefusal = "not-a-transcript" | "too-large" | "cue-too-long" | "empty";

/** Accepted file extensions; the format itself is detected from the bytes. */
export const TRANSCRIPT_EXTENSIONS = ["vtt", "srt"] as const;
export type TranscriptExtension = (typeof TRANSCRIPT_EXTENSIONS)[number];

/** Reads an extension as callers write it: with or without a dot, in any case. Null for others. */
export function parseTranscriptExtension(text: string): TranscriptExtension | null {
  const wanted = text.trim().replace(/^\./u, "").toLowerCase();
  return TRANSCRIPT_EXTENSIONS.find((extension) => extension === wanted) ?? null;
}

/**
 * Reads a transcript given with the recording: WebVTT, SubRip or SubViewer, whatever its extension, with the speakers that it
 * names. The cues are sorted by time, for `cuesToSegments`.
 */
export function parseGivenTranscript(bytes: Uint8Array): Outcome<CaptionCue[], TranscriptRefusal> {
  return runAtOnce(parseInTurns(bytes));
}

/** The same in turns (turns.ts), for callers that serve other requests meanwhile. */
export function* parseInTurns(bytes: Uint8Array): Turns<Outcome<CaptionCue[], TranscriptRefusal>> {
  if (bytes.byteLength > TRANSCRIPT_BYTES_MAX) return refused("too-large");
  const text = (yield* decodeText(bytes)).replaceAll("\0", "").trimStart();
  const format = yield* cueFormatOf(text);
  if (format === null) return refused("not-a-transcript");
  const read = yield* readCues(text, format);
  if (!read.ok) return read;
  const voiced = yield* readVoices(read.value);
  if (!voiced.ok) return voiced;
  const cues: CaptionCue[] = [];
  for (const cue of voiced.value) {
    yield 1;
    if (/[\p{L}\p{N}]/u.test(cue.text)) cues.push(cue);
  }
  return cues.length === 0 ? refused("empty") : ok(cues.toSorted((left, right) => left.startMs - right.startMs));
}
