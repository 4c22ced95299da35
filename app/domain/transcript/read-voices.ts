import { beginningOf } from "#app/domain/beginning-of.ts";
import { TRANSCRIPT_CUES_MAX } from "#app/domain/limits/media.ts";
import { SPEAKER_CHARS_MAX } from "#app/domain/limits/minutes.ts";
import { ok, type Outcome, refused } from "#app/domain/outcome.ts";
import type { CaptionCue } from "#app/domain/transcript/cues-to-segments.ts";
import type { RawCue } from "#app/domain/transcript/parse-given-transcript.ts";
import { plainText } from "#app/domain/transcript/speaker-prefix.ts";
import type { Turns } from "#app/domain/turns.ts";

/** `<v Marta Ruiz>`, with or without classes, up to its end tag or the next voice tag. */
const VOICE = /<(?:\/v|v(?:\.[^\s>]{0,80})?\s([^<>]{1,200}))>/giu;
/** Text before the first colon that could be a name. */
const PREFIX = /^(?:(?:-|>>)\s?)?([^:\n]{1,80}?)\s?:\s+(?=\S)/u;
const NAME_WORDS_MAX = 8;
/** A file names its speakers by prefixes when nearly every cue begins with "Name: " and the same few names return. */
const PREFIXED_SHARE_MIN = 0.8;
const PREFIXED_CUES_MIN = 4;
const CUES_PER_NAME_MIN = 2;

/**
 * Reads the speaker of each cue as the meeting programs write it: Teams in voice tags (a cue with two voices becomes two), Zoom
 * before a colon. Zoom's names are whatever people called themselves ("ana (she/her)", "iPhone de Luis"), so they are accepted
 * only when the whole file uses them consistently; a single prefix is left for `cuesToSegments` to judge.
 */
export function* readVoices(cues: readonly RawCue[]): Turns<Outcome<CaptionCue[], "too-large">> {
  const voiced: CaptionCue[] = [];
  for (const cue of cues) {
    yield cue.text.length / 2;
    voiced.push(...splitVoices(cue));
    // A tag is shorter than a cue, so every few bytes of the file could create a cue.
    if (voiced.length > TRANSCRIPT_CUES_MAX) return refused("too-large");
  }
  const prefixes: (Prefix | null)[] = [];
  const names = new Set<string>();
  let silent = 0;
  for (const cue of voiced) {
    yield Math.min(cue.text.length, PREFIX_UNITS);
    const prefix = cue.speaker ? null : readPrefix(cue.text);
    prefixes.push(prefix);
    if (prefix) names.add(prefix.name);
    if (!cue.speaker) silent += 1;
  }
  const found = prefixes.filter((prefix) => prefix !== null);
  const habit =
    found.length >= PREFIXED_CUES_MIN &&
    found.length >= silent * PREFIXED_SHARE_MIN &&
    found.length >= names.size * CUES_PER_NAME_MIN;
  if (!habit) return ok(voiced);
  return ok(
    voiced.map((cue, index) => {
      const prefix = prefixes[index];
      return prefix ? { ...cue, speaker: prefix.name, text: prefix.rest } : cue;
    }),
  );
}

type Prefix = { name: string; rest: string };
/** Only the beginning of a text can be a name. */
const PREFIX_UNITS = 100;

function splitVoices({ startMs, endMs, text }: RawCue): CaptionCue[] {
  const pieces: CaptionCue[] = [];
  let speaker: string | null = null;
  let at = 0;
  const close = (end: number) => {
    const piece = text.slice(at, end);
    if (plainText(piece) !== "") pieces.push({ startMs, endMs, speaker, text: piece });
  };
  for (const tag of text.matchAll(VOICE)) {
    close(tag.index);
    speaker = nameOf(tag[1] ?? "");
    at = tag.index + tag[0].length;
  }
  close(text.length);
  return pieces;
}

function nameOf(text: string): string | null {
  const name = plainText(text);
  return name === "" ? null : beginningOf(name, SPEAKER_CHARS_MAX).trim();
}

function readPrefix(text: string): Prefix | null {
  const match = PREFIX.exec(text);
  const name = nameOf(match?.[1] ?? "");
  if (match === null || name === null || !/\p{L}/u.test(name) || name.split(" ").length > NAME_WORDS_MAX) return null;
  return { name, rest: text.slice(match[0].length) };
}
