import { TRANSCRIPT_CUE_CHARS_MAX, TRANSCRIPT_CUES_MAX } from "#app/domain/limits/media.ts";
import { ok, type Outcome, refused } from "#app/domain/outcome.ts";
import { type CueRefusal, clockMs, type RawCue } from "#app/domain/transcript/given/read-cues.ts";
import { type Attributes, tagsOf } from "#app/domain/transcript/given/xml-tags.ts";
import type { Turns } from "#app/domain/turns.ts";

/** The root stands at the beginning, behind a declaration and comments. */
const HEAD_CHARS_MAX = 4000;
const CLOCK_TIME = /^(\d{2,3}):(\d{2}):(\d{2})(?:([.:]\d{1,9}))?$/u;
const OFFSET_TIME = /^(\d{1,12}(?:\.\d{1,9})?)(h|m|s|ms|f|t)$/u;

type Rates = { frames: number; ticks: number };

/**
 * TTML and DFXP (W3C TTML1): paragraphs with `begin` and `end` or `dur`, as clock times, seconds, frames or ticks. A paragraph's agent names
 * its speaker, and is written as a voice tag. Null where the text is something else.
 */
export function* readTtml(text: string): Turns<Outcome<RawCue[], CueRefusal> | null> {
  if (!/<(?:[a-z][\w.-]*:)?tt[\s>]/iu.test(text.slice(0, HEAD_CHARS_MAX))) return null;
  const cues: RawCue[] = [];
  const agents = new Map<string, string>();
  let rates: Rates = { frames: 30, ticks: 1 };
  let agent: string | null = null;
  let cue: RawCue | null = null;
  let at = 0;
  for (const tag of tagsOf(text)) {
    const words = text.slice(at, tag.start);
    yield words.length + 8;
    if (cue !== null) {
      cue.text += words.replaceAll(/\s+/gu, " ");
      if (cue.text.length > TRANSCRIPT_CUE_CHARS_MAX)
        return refused("cue-too-long", { number: cues.length, startMs: cue.startMs });
    } else if (agent !== null && words.trim() !== "") agents.set(agent, words.trim());
    at = tag.end;
    if (tag.name === "tt" && !tag.isEnd) rates = ratesOf(tag.attributes);
    if (tag.name === "agent") agent = tag.isEnd ? null : (tag.attributes.get("id") ?? null);
    if (tag.name === "br" && cue !== null) cue.text += "\n";
    if (tag.name !== "p") continue;
    cue = tag.isEnd ? null : cueOf(tag.attributes, { rates, agents });
    if (cue === null) continue;
    if (cues.length === TRANSCRIPT_CUES_MAX) return refused("too-large");
    cues.push(cue);
  }
  return ok(cues);
}

function ratesOf(attributes: Attributes): Rates {
  const frames = Number(attributes.get("frameRate") ?? 30);
  return { frames, ticks: Number(attributes.get("tickRate") ?? frames) };
}

function cueOf(attributes: Attributes, { rates, agents }: { rates: Rates; agents: ReadonlyMap<string, string> }) {
  const startMs = timeMs(attributes.get("begin") ?? "", rates);
  const end = timeMs(attributes.get("end") ?? "", rates);
  const lastsMs = timeMs(attributes.get("dur") ?? "", rates);
  if (startMs === null) return null;
  const endMs = end ?? (lastsMs === null ? startMs : startMs + lastsMs);
  const name = agents.get(attributes.get("agent") ?? "");
  return { startMs, endMs, text: name === undefined ? "" : `<v ${name.replaceAll(/[<>]/gu, "")}>` };
}

function timeMs(text: string, { frames, ticks }: Rates): number | null {
  const clock = CLOCK_TIME.exec(text);
  if (clock?.[4]?.startsWith(":")) {
    const [, hours, minutes, seconds, picture] = clock;
    return clockMs([hours, minutes, seconds, undefined]) + Math.round((Number(picture?.slice(1)) * 1000) / frames);
  }
  if (clock !== null) return clockMs(clock.slice(1, 5));
  const offset = OFFSET_TIME.exec(text);
  if (offset === null) return null;
  const units: Record<string, number> = { h: 3_600_000, m: 60_000, s: 1000, ms: 1, f: 1000 / frames, t: 1000 / ticks };
  const ms = Math.round(Number(offset[1]) * (units[offset[2] ?? ""] ?? 0));
  return Number.isSafeInteger(ms) ? ms : null;
}
