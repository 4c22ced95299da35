import { TRANSCRIPT_CUES_MAX } from "#app/domain/limits/media.ts";
import { ok, type Outcome, refused } from "#app/domain/outcome.ts";
import type { CaptionCue } from "#app/domain/transcript/cues-to-segments.ts";
import { carryNames } from "#app/domain/transcript/given/carry-names.ts";
import type { RawCue } from "#app/domain/transcript/given/read-cues.ts";
import { nameOf, splitVoices, type VoicePart } from "#app/domain/transcript/given/split-voices.ts";
import { isSpeakerLabel } from "#app/domain/transcript/speaker-label.ts";
import { readSpeakers } from "#app/domain/transcript/speaker-prefix.ts";
import type { Turns } from "#app/domain/turns.ts";

/** The mark of a turn before a name: a dialogue dash, or the sign of live captions. */
const MARK = String.raw`(?:(?:[-–—]|>>+)\s?)?`;
/** Text before the first colon that could be a name. The colon of Chinese and Japanese has its space in itself, and some programs write none. */
const COLON = new RegExp(String.raw`^${MARK}([^:：\n]{1,80}?)\s?(?::\s+(?=\S)|：\s*(?=\S)|:(?=\p{L}))`, "u");
/** A name in brackets, on the same line as the words or above them. */
const BRACKETS = new RegExp(String.raw`^${MARK}[[(]([^\])\n]{1,80})[\])]\s*:?(\s*)(?=\S)`, "u");
/** The rest of a name with a colon in it ("Room 4: Madrid"). */
const INNER_COLON = /^([^:\n]{1,80}?)\s?:\s+(?=\S)/u;
/** Only the beginning of a text can be a name. */
const SIGN_UNITS = 100;
const NAME_WORDS_MAX = 8;
/** A person who dialled in is a number, of which some digits may be hidden. */
const TELEPHONE = /^\+?[\d*][\d*()\-. ]{4,24}$/u;

/** A file names its speakers in one way when nearly every cue begins so and the same few names return. */
const SHARE_MIN = 0.8;
const NAMED_MIN = 4;
const CUES_PER_NAME_MIN = 2;
/** A name in brackets above the words is no sound: half of the cues and two of them are enough. */
const ABOVE_SHARE_MIN = 0.5;
const ABOVE_NAMED_MIN = 2;

type Sign = { form: "colon" | "brackets" | "above"; name: string; rest: string };
type Named = { speaker: string | null; text: string };

/**
 * Reads the speaker of each cue as the meeting programs and recognisers write it: in voice tags, in the cue's identifier, before a colon, in
 * brackets, after a dash, only where it changes. Names before colons and in brackets are whatever people called themselves ("ana (she/her)",
 * "iPhone de Luis", a telephone number), so they are accepted only when the whole file uses them consistently. `nameLines`: the first of
 * several lines of a cue is its speaker, as in the documents of Teams.
 */
export function* readVoices(
  cues: readonly RawCue[],
  { nameLines = false }: { nameLines?: boolean } = {},
): Turns<Outcome<CaptionCue[], "too-large">> {
  const parts: VoicePart[] = [];
  for (const cue of cues) {
    yield cue.text.length / 2;
    for (const part of nameLines ? [withNameLine(cue)] : splitVoices(cue)) parts.push(part);
    // A tag is shorter than a cue, so every few bytes of the file could create a cue.
    if (parts.length > TRANSCRIPT_CUES_MAX) return refused("too-large");
  }
  const signs: (Sign | null)[] = [];
  for (const part of parts) {
    yield Math.min(part.text.length, SIGN_UNITS);
    signs.push(part.speaker === null ? readSign(part.text) : null);
  }
  const known = signsInUse(signs, parts.filter(({ speaker }) => speaker === null).length);
  const named = parts.map((part, index): Named => {
    const sign = signs[index];
    if (!sign || !known(sign)) return { speaker: part.speaker, text: part.text };
    return { speaker: sign.name, text: sign.rest };
  });
  const read = yield* byPrefix(named);
  const voiced = read.map((one, index) => ({ ...(parts[index] ?? { startMs: 0, endMs: 0 }), ...one }));
  // In a file that marks speakers with tags, a cue without one is nobody's.
  return ok(parts.some(({ speaker }) => speaker !== null) ? voiced : yield* carryNames(voiced));
}

function withNameLine({ startMs, endMs, text }: RawCue): VoicePart {
  const end = text.indexOf("\n");
  const speaker = end === -1 ? null : nameOf(text.slice(0, end));
  return { startMs, endMs, speaker, text: speaker === null ? text : text.slice(end + 1) };
}

/** Capitalised names before a colon, where the file as a whole proves nothing. */
function* byPrefix(named: readonly Named[]): Turns<Named[]> {
  const read = yield* readSpeakers(named.map(({ speaker, text }) => (speaker === null ? text : "")));
  return named.map((one, index) => {
    const prefix = read[index];
    return one.speaker === null && prefix?.speaker ? { speaker: prefix.speaker, text: prefix.text } : one;
  });
}

function readSign(text: string): Sign | null {
  const brackets = BRACKETS.exec(text);
  if (brackets !== null) {
    const form = brackets[2]?.includes("\n") ? "above" : "brackets";
    return signOf(form, brackets[1] ?? "", text.slice(brackets[0].length));
  }
  const colon = COLON.exec(text);
  return colon === null ? null : signOf("colon", colon[1] ?? "", text.slice(colon[0].length));
}

function signOf(form: Sign["form"], written: string, rest: string): Sign | null {
  const name = nameOf(written);
  if (name === null || name.split(" ").length > NAME_WORDS_MAX) return null;
  return /\p{L}/u.test(name) || TELEPHONE.test(name) ? { form, name, rest } : null;
}

/** Which of the signs are names, by how often the file uses their form. `unmarked`: cues whose speaker only the text can tell. */
function signsInUse(signs: readonly (Sign | null)[], unmarked: number): (sign: Sign) => boolean {
  const found = { colon: [] as Sign[], brackets: [] as Sign[], above: [] as Sign[] };
  for (const sign of signs) if (sign !== null) found[sign.form].push(sign);
  joinInnerColons(found.colon);
  const isUsual = (of: readonly Sign[], { share, least }: { share: number; least: number }) =>
    of.length >= least && of.length >= unmarked * share;
  const comesBack = (of: readonly Sign[]) => of.length >= new Set(of.map(({ name }) => name)).size * CUES_PER_NAME_MIN;
  const usual = { share: SHARE_MIN, least: NAMED_MIN };
  const inUse = {
    colon: isUsual(found.colon, usual) && comesBack(found.colon),
    brackets: isUsual(found.brackets, usual) && comesBack(found.brackets),
    above: isUsual(found.above, { share: ABOVE_SHARE_MIN, least: ABOVE_NAMED_MIN }),
  };
  return ({ form, name }) => inUse[form] || (form !== "colon" && isSpeakerLabel(name));
}

/** A name with a colon in it: all words after its first part begin with the same second one. */
function joinInnerColons(signs: readonly Sign[]): void {
  const byName = new Map<string, Sign[]>();
  for (const sign of signs) {
    const own = byName.get(sign.name);
    if (own) own.push(sign);
    else byName.set(sign.name, [sign]);
  }
  for (const [name, own] of byName) {
    const inner = INNER_COLON.exec(own[0]?.rest ?? "")?.[0];
    if (inner === undefined || own.length < CUES_PER_NAME_MIN || !own.every(({ rest }) => rest.startsWith(inner)))
      continue;
    const whole = nameOf(`${name}: ${inner.replace(/\s?:\s+$/u, "")}`);
    if (whole === null) continue;
    for (const sign of own) Object.assign(sign, { name: whole, rest: sign.rest.slice(inner.length) });
  }
}
