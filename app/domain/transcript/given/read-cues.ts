import { TRANSCRIPT_CUE_CHARS_MAX, TRANSCRIPT_CUES_MAX } from "#app/domain/limits/media.ts";
import { ok, type Outcome, refused } from "#app/domain/outcome.ts";
import type { Turns } from "#app/domain/turns.ts";

/** A cue as it stands in the file: its lines with their tags, joined by line breaks, and the line above its times. */
export type RawCue = { startMs: number; endMs: number; text: string; label?: string };

export type CueRefusal = "too-large" | "cue-too-long";
type CueFormat = "vtt" | "srt" | "sbv";

/** An empty line costs something too. */
const LINE_UNITS = 2;
/** Longer lines are text, whatever they look like. */
const TIMING_CHARS_MAX = 300;
const CLOCK = String.raw`(?:(\d{1,3}):)?(\d{1,3}):(\d{1,2})(?:([.,:;]\d{1,9}))?`;
/** Programs that translate put blanks and wide marks into times. */
const SPACED_CLOCK = String.raw`(?:(\d{1,3})\s?[:：]\s?)?(\d{1,3})\s?[:：]\s?(\d{1,2})(?:\s?([.,:;，]\s?\d{1,9}))?`;
/** WebVTT and SubRip, also with the arrow that Word makes; behind the second time stands where the cue is on the screen. */
const ARROW_TIMING = new RegExp(String.raw`^\s*${SPACED_CLOCK}\s*(?:-{1,2}>|[–—]>|→)\s*${SPACED_CLOCK}(?:\s.*)?$`, "u");
/** SubViewer, as Google and YouTube write it: a comma between two times with points. */
const COMMA_TIMING = new RegExp(
  String.raw`^\s*${CLOCK.replace("[.,:;]", "[.]")},${CLOCK.replace("[.,:;]", "[.]")}\s*$`,
  "u",
);
const NO_CUE_BLOCK = /^(?:NOTE|STYLE|REGION)(?:\s|$)/u;
const NUMBER = /^\s*\d+\s*$/u;

/** Which kind of cues a text holds, by what stands in it and not by its name; null where it is something else. */
export function* cueFormatOf(text: string): Turns<CueFormat | null> {
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
export function* readCues(text: string, format: CueFormat): Turns<Outcome<RawCue[], CueRefusal>> {
  const timingOf = format === "sbv" ? COMMA_TIMING : ARROW_TIMING;
  const cues: RawCue[] = [];
  let cue: RawCue | null = null;
  let skipping = format === "vtt";
  let afterBlank = true;
  let label: string | undefined;
  let timing: Timing | null = null;
  for (const { line, next } of withNext(linesOf(text))) {
    yield line.length / 2 + LINE_UNITS;
    timing = readTiming(line, timingOf);
    const isLabel = next !== null && (afterBlank || NUMBER.test(line)) && readTiming(next, timingOf) !== null;
    if (timing !== null) {
      if (cues.length === TRANSCRIPT_CUES_MAX) return refused("too-large");
      cue = { ...timing, text: "", ...(label !== undefined && { label }) };
      cues.push(cue);
      skipping = false;
    } else if (isBlank(line, format)) {
      // A note, a style sheet and WebVTT's cues end here; the text of a SubRip cue may go on.
      if (format !== "srt") cue = null;
      skipping = false;
    } else if (format === "vtt" && afterBlank && NO_CUE_BLOCK.test(line)) skipping = true;
    else if (cue !== null && !isLabel && !skipping) {
      // Runs of spaces say nothing, and would keep whoever searches the text busy.
      const words = line.replaceAll(SPACES, " ").trim();
      if (cue.text.length + words.length > TRANSCRIPT_CUE_CHARS_MAX)
        return refused("cue-too-long", { number: cues.length, startMs: cue.startMs });
      cue.text = cue.text === "" ? words : `${cue.text}\n${words}`;
    }
    label = isLabel ? line.trim() : undefined;
    afterBlank = line.trim() === "";
  }
  return ok(cues);
}

/** White space, and the control characters that programs write for a line break. */
const SPACES = /[\s\p{Cc}]+/gu;

/** WebVTT §4.1: only an empty line ends a cue; a line of blanks is one of its lines. */
function isBlank(line: string, format: CueFormat): boolean {
  return format === "vtt" ? line === "" : line.trim() === "";
}

type Timing = { startMs: number; endMs: number };

function readTiming(line: string, pattern: RegExp): Timing | null {
  if (line.length > TIMING_CHARS_MAX) return null;
  const match = pattern.exec(line);
  return match === null ? null : { startMs: clockMs(match.slice(1, 5)), endMs: clockMs(match.slice(5, 9)) };
}

/** Programs for films count pictures behind a colon: 24 to 60 a second, which the file does not say. */
const PICTURES_A_SECOND = 30;

/** Hours, minutes, seconds and a fraction with its mark, of which hours and fraction may lack. */
export function clockMs([hours, minutes, seconds, fraction]: readonly (string | undefined)[]): number {
  const whole = (Number(hours ?? 0) * 60 + Number(minutes ?? 0)) * 60 + Number(seconds ?? 0);
  const digits = fraction?.slice(1).trim() ?? "0";
  const isPictures = fraction !== undefined && /[:;]/.test(fraction);
  const part = isPictures ? Math.min(Number(digits) / PICTURES_A_SECOND, 1) : Number(`0.${digits}`);
  return whole * 1000 + Math.round(part * 1000);
}

/** One by one: a file of nothing but line breaks would be an array of millions. Lines end as on any system: \n, \r\n or \r. */
export function* linesOf(text: string): Generator<string> {
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
