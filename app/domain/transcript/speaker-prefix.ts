import type { Turns } from "#app/domain/turns.ts";

/**
 * Speaker names from a caption file: `<v Marta Ruiz>` or `Marta Ruiz: …`. A voice tag is always accepted. A prefix is accepted
 * when the file uses prefixes consistently: a name returns, or most cues have one. In such a file a person who speaks once is
 * accepted too; a single "Note: …" in an hour names nobody.
 */
export type CueText = { speaker: string | null; text: string };

const NAME_CHARS_MAX = 40;
const NAME_WORDS_MAX = 4;
const NAME_TIMES_MIN = 2;
/** When at least this share of the cues has a prefix, no name has to return. */
const HABIT_SHARE_MIN = 0.5;
const HABIT_CUES_MIN = 2;

const VOICE_TAG = /<v(?:\.[^\s<>]*)?\s+([^<>]{1,80})>/iu;
const PREFIX = /^\s*(?:[-–—]\s*|>>+\s*)?(\p{Lu}[\p{L}\p{M}\p{N}.'’\-№# ]{0,39}?)\s?:\s+(?=\S)/u;
/** Capitalised words before a colon that are headings and not names, in the four languages. */
const NOT_NAMES = new Set(
  (
    "note notes question answer example warning summary action actions decision decisions agenda next update tip ps " +
    "remember reminder important problem solution result goal today tomorrow first second third finally again so " +
    "nota notas pregunta respuesta ejemplo resumen acción acciones decisión decisiones orden conclusión " +
    "recuerda recordad importante problema solución resultado objetivo hoy mañana primero segundo tercero luego " +
    "question réponse exemple résumé décision action remarque attention " +
    "rappel rappelez important problème solution résultat objectif aujourd’hui demain premièrement ensuite enfin " +
    "resposta exemple resum decisió acció conclusió " +
    "recorda recordeu important solució resultat objectiu avui demà primer segon tercer després " +
    "monday tuesday wednesday thursday friday saturday sunday lunes martes miércoles jueves viernes sábado domingo " +
    "lundi mardi mercredi jeudi vendredi samedi dimanche dilluns dimarts dimecres dijous divendres dissabte diumenge"
  ).split(" "),
);

/** Returns the cues' texts without tags, with the speakers that the file names consistently. */
export function* readSpeakers(texts: readonly string[]): Turns<CueText[]> {
  const prefixes: ReturnType<typeof prefixOf>[] = [];
  const times = new Map<string, number>();
  for (const text of texts) {
    yield text.length / 4;
    const prefix = prefixOf(text);
    prefixes.push(prefix);
    if (prefix) times.set(prefix.name, (times.get(prefix.name) ?? 0) + 1);
  }
  const prefixed = prefixes.filter((prefix) => prefix !== null).length;
  const comesBack = [...times.values()].some((count) => count >= NAME_TIMES_MIN);
  const isUsual = prefixed >= HABIT_CUES_MIN && prefixed / texts.length >= HABIT_SHARE_MIN;
  const habit = comesBack || isUsual;
  const read: CueText[] = [];
  for (const [index, text] of texts.entries()) {
    yield text.length / 4;
    const voice = VOICE_TAG.exec(text)?.[1]?.trim();
    const prefix = prefixes[index] ?? null;
    if (voice) read.push({ speaker: voice, text: plainText(text) });
    else if (prefix !== null && habit) read.push({ speaker: prefix.name, text: prefix.rest });
    else read.push({ speaker: null, text: plainText(text) });
  }
  return read;
}

/** Marks of a change of speaker in captions (">>", "- "), and possible names in files without consistent prefixes. */
const TURN = /^(?:>>|[-–—]\s|[^\s:.,!?]{1,20}(?: [^\s:.,!?]{1,20}){0,3}\s?:\s)/u;

/** Tells whether a text without a known speaker begins like the words of another speaker. */
export function beginsTurn(text: string): boolean {
  return TURN.test(text);
}

function prefixOf(text: string): { name: string; rest: string } | null {
  if (VOICE_TAG.test(text)) return null;
  const plain = plainText(text);
  const match = PREFIX.exec(plain);
  const name = match?.[1]?.trim();
  if (!match || !name || name.length > NAME_CHARS_MAX) return null;
  const words = name.split(/\s+/u);
  if (words.length > NAME_WORDS_MAX || words.some((word) => NOT_NAMES.has(word.toLowerCase()))) return null;
  // "Marta Ruiz", "MARTA", "Speaker 2", "Ana de la Torre": every word except particles and numbers starts with a capital.
  const named = words.every(
    (word) => /^(\p{Lu}|[№#]?\p{N}+$)/u.test(word) || /^(de|del|la|las|los|el|i|y|van|von|du|des|le)$/iu.test(word),
  );
  return named ? { name, rest: plain.slice(match[0].length) } : null;
}

/** `[Music]`, `(applause)`, `♪ la la ♪`: a sound, and the words of nobody. In round brackets people also speak, in sentences. */
const SOUND_TAGS = /^(?:\s*(?:\[[^\][]{1,40}\]|\((?:[^().?!…\s]{1,30}\s?){1,3}\)|[♪♫🎵][^♪♫🎵]{0,200}[♪♫🎵]?))+\s*$/u;
const SOUND_CHARS_MAX = 300;

/** Tells whether a text is nothing but sounds as subtitles and recognisers write them. */
export function isSoundTag(text: string): boolean {
  return text.length <= SOUND_CHARS_MAX && SOUND_TAGS.test(text);
}

/** Removes tags and ASS overrides, decodes the entities that WebVTT and caption editors write, and turns white space into single spaces. */
export function plainText(text: string): string {
  return text
    .replace(/<\/?[a-z0-9][^<>]{0,200}>/giu, "")
    .replace(/\{\\[^}]{0,100}\}/gu, "")
    .replace(/&(?:amp|lt|gt|nbsp|quot|apos|lrm|rlm|#\d{1,7}|#x[0-9a-f]{1,6});/giu, decoded)
    .replace(/\s+/gu, " ")
    .trim();
}

/** A number is that of a character; one that is no character stays as it stands. */
function decoded(entity: string): string {
  const [, hex, digits] = /^&#(?:x([0-9a-f]+)|(\d+));$/iu.exec(entity) ?? [];
  if (hex === undefined && digits === undefined) return ENTITIES[entity.toLowerCase()] ?? " ";
  const code = hex === undefined ? Number(digits) : Number.parseInt(hex, 16);
  const isCharacter =
    code >= 0x20 && code <= 0x10ffff && (code < 0x7f || code > 0x9f) && (code < 0xd800 || code > 0xdfff);
  return isCharacter ? String.fromCodePoint(code) : entity;
}

const ENTITIES: Record<string, string> = {
  "&amp;": "&",
  "&lt;": "<",
  "&gt;": ">",
  "&quot;": '"',
  "&apos;": "'",
  "&nbsp;": " ",
  "&lrm;": "",
  "&rlm;": "",
};
