import { beginningOf } from "#app/domain/beginning-of.ts";
import { SPEAKER_CHARS_MAX } from "#app/domain/limits/minutes.ts";
import type { RawCue } from "#app/domain/transcript/given/read-cues.ts";
import { plainText } from "#app/domain/transcript/speaker-prefix.ts";

/** The words of one person in a cue. `speaker`: as the file marks it for certain, null where only the text may tell. */
export type VoicePart = { startMs: number; endMs: number; speaker: string | null; text: string };

/** `<v Marta Ruiz>`, with or without classes, up to its end tag or the next voice tag. */
const VOICE = /<(?:\/v|v(?:\.[^\s>]{0,80})?\s([^<>]{1,200}))>/giu;
/** Webex writes the speaker into the cue's identifier: `12 "Marta Soler" (3948372480)`. */
const QUOTED_LABEL = /^\d{1,9}\s+"([^"]{1,200})"(?:\s*\(\d{1,20}\))?$/u;
/** Another person begins: a dialogue dash, or the sign of live captions. */
const DASH = /^(?:[-–—]\s?(?=[^\s\d-])|>>+\s?)/u;
/** Two people on one line, both with a dash. */
const INNER_DASH = /(?<=[.?!…]["'”’»)]?)\s+(?=[-–—]\s+\p{L})/u;
const INNER_DASH_CHARS_MAX = 1000;

/** The words of each person in a cue, by the marks of meeting programs and subtitles. */
export function splitVoices(cue: RawCue): VoicePart[] {
  const told = toldInJson(cue);
  if (told !== null) return [told];
  const { startMs, endMs } = cue;
  const text = cue.text.replaceAll("&gt;&gt;", ">>");
  const labelled = nameOf(QUOTED_LABEL.exec(cue.label ?? "")?.[1] ?? "");
  const parts: VoicePart[] = [];
  let speaker = labelled;
  let isDash = false;
  let at = 0;
  const close = (end: number) => {
    const piece = text.slice(at, end);
    if (plainText(piece) === "") return;
    if (speaker !== null) parts.push({ startMs, endMs, speaker, text: piece });
    else
      for (const words of splitDialogue(piece))
        parts.push({ startMs, endMs, speaker, text: isDash ? `- ${words}` : words });
  };
  for (const tag of text.matchAll(VOICE)) {
    close(tag.index);
    // A voice that is only a dash is somebody else, without a name.
    speaker = nameOf((tag[1] ?? "").replace(/^\s*"([^"]+)"\s*$/u, "$1")) ?? labelled;
    isDash = tag[1] !== undefined && speaker === null;
    at = tag.index + tag[0].length;
  }
  close(text.length);
  return parts;
}

/** Whether a text begins with the mark of another person. */
export function beginsDashed(text: string): boolean {
  return DASH.test(text);
}

/** One person a line where lines begin with dashes. */
function splitDialogue(text: string): string[] {
  const lines = text
    .split("\n")
    .flatMap((line) => (DASH.test(line) && line.length <= INNER_DASH_CHARS_MAX ? line.split(INNER_DASH) : [line]));
  const voices: string[] = [];
  for (const line of lines) {
    if (voices.length === 0 || DASH.test(line)) voices.push(line);
    else voices.push(`${voices.pop() ?? ""}\n${line}`);
  }
  return voices;
}

/** Microsoft Graph's `metadataContent`: each cue is JSON with its speaker and its words. */
function toldInJson({ startMs, endMs, text }: RawCue): VoicePart | null {
  if (!text.startsWith("{") || !text.includes('"spokenText"')) return null;
  try {
    const told: unknown = JSON.parse(text);
    if (typeof told !== "object" || told === null || !("spokenText" in told)) return null;
    const speaker = "speakerName" in told && typeof told.speakerName === "string" ? nameOf(told.speakerName) : null;
    return { startMs, endMs, speaker, text: typeof told.spokenText === "string" ? told.spokenText : "" };
  } catch {
    return null;
  }
}

/** A name as it is kept; null where it holds neither letter nor digit. */
export function nameOf(text: string): string | null {
  const name = plainText(text);
  return /[\p{L}\p{N}]/u.test(name) ? beginningOf(name, SPEAKER_CHARS_MAX).trim() : null;
}
