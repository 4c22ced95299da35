import { QUIET_DBFS_MAX } from "#app/domain/limits/media.ts";
import { foldedWords } from "#app/domain/transcript/fold.ts";
import type { RecognisedSpeech, Segment, SpokenSegment } from "#app/domain/transcript/segment.ts";

/**
 * Phrases that speech engines learned from films and videos and return for music and silence, in the four meeting languages. They
 * are grouped by whether a person in a meeting might say them as well.
 */

/** Punctuation before the first letter: "¡Gracias por ver…", "- Sous-titrage". */
const LEADING = /^[^\p{L}\p{N}]+/u;

/** Notation of whisper.cpp and others for sounds without speech: [BLANK_AUDIO], (music), *coughs*, ♪, >> [Applause]. */
const SOUND_LABELS = /^(\[[^\]]*\]|【[^】]*】|\([^)]*\)|\*[^*]*\*|[♪♫♬>.,!…–—\-\s])+$/u;
/** Words after a note sign are sung. */
const SUNG = /^[\s>–—-]*[♪♫♬]/u;

/** Credits of films: nobody says them in a meeting. */
const CREDITS = [
  /\bamara\.?\s?org\b/iu,
  /^(sub)?t[ií]tulos? (realizados|creados|hechos) por/iu,
  /^subtítulos por la comunidad/iu,
  /^(subtitulado|subtitulación|traducido y subtitulado|subtítulos y traducción)( por|:)/iu,
  /^sous-?titr(es|age)( de la|:)? ?(réalisés?|par|st'? ?501|fait|société|fr\b|radio-canada)/iu,
  /^subt[ií]tols (realitzats|creats|fets|per la comunitat)/iu,
  /^(subtitulat|traducció i subtítols)( per|:)/iu,
  /^(subtitles|captions|captioning|transcription|transcribed|captioned) (by|created by|provided by|made possible by)\b/iu,
];

/** Farewells to viewers. They may occur in a meeting that ends with a demo, so a second doubt is needed to drop one. */
const FAREWELLS = [
  /^thanks?( you)?( all)?( so much| very much)?( guys)? for (watching|viewing)/iu,
  /^(please )?(don't forget to )?(like(,| and) )?(share and |and )?subscribe/iu,
  /^(i'll )?see you (all )?in the next (video|episode)/iu,
  /^(muchas )?gracias por (ver|mirar|vernos)/iu,
  /^(no (te )?olvid(es|en|éis) (de )?)?(dale? (a )?like y )?suscr[ií]b(e(te|nse)?|[ií]os|irte|irse)/iu,
  /^(nos vemos|hasta) (en )?(el|la) próxim[oa] (v[ií]deo|episodio)/iu,
  /^merci d'avoir (regardé|suivi)/iu,
  /^(n'oubliez pas de (vous )?)?abonne(z-vous|r\b)/iu,
  /^(on se retrouve|à bientôt|à la prochaine) (dans|pour) (la|une) (prochaine|nouvelle) vidéo/iu,
  /^(moltes )?gràcies per (veure|mirar)/iu,
  /^(no (us |t')?oblid(eu|is) (de )?)?(subscri(viu-vos|u-te)|subscriure)/iu,
  /^(ens veiem|fins) (al|el) pròxim (vídeo|episodi)/iu,
];

/** Whole texts, folded, that have no content: thanks, farewells, names of sounds. */
const FILLERS: ReadonlySet<string> = new Set(
  [
    ["you", "thank you", "thanks", "thank you very much", "thank you so much", "thanks for watching", "bye", "bye bye"],
    ["the end", "music", "applause", "silence", "laughter", "oh", "hmm", "mm", "uh", "ah"],
    ["gracias", "muchas gracias", "adios", "fin", "musica", "aplausos", "silencio", "risas", "hasta la proxima"],
    [
      "merci",
      "merci beaucoup",
      "au revoir",
      "la fin",
      "musique",
      "applaudissements",
      "rires",
      "generique",
      "a bientot",
    ],
    ["gracies", "moltes gracies", "adeu", "fi", "la fi", "aplaudiments", "silenci", "rialles", "fins aviat"],
  ].flat(),
);

/** Tells whether a text contains only names of sounds, in brackets or with notes, or words that are sung. */
function isSoundLabel(text: string): boolean {
  const trimmed = text.trim();
  return SOUND_LABELS.test(trimmed) || SUNG.test(trimmed);
}

function isFilmCredit(text: string): boolean {
  const said = text.trim().replace(LEADING, "");
  return CREDITS.some((credit) => credit.test(said));
}

function isFarewellToViewers(text: string): boolean {
  const said = text.trim().replace(LEADING, "");
  return FAREWELLS.some((farewell) => farewell.test(said));
}

/** Tells whether a text has no content when nothing else is said; within talk it is a part of the talk. */
function isFiller(text: string): boolean {
  // "Thank you. Thank you." counts like "Thank you."
  const sentences = text.split(/[.!?…;,]+/u).map((sentence) => foldedWords(sentence).join(" "));
  const said = sentences.filter((sentence) => sentence !== "");
  return said.every((sentence) => FILLERS.has(sentence)) || isFarewellToViewers(text);
}

/** A range of the audio. */
type Stretch = { startMs: number; endMs: number };

/** The reason why a segment was dropped; the counts go into the log. */
export type Invention = "empty" | "outside" | "loop" | "no-speech" | "credit" | "silence" | "dense";
export type InventionCounts = Record<Invention, number>;

/** Whisper's own thresholds for decoding an answer again. The ratio is of bytes: that of letters of two or three bytes is higher by as much. */
const COMPRESSION_RATIO_MAX = 2.4;
const NO_SPEECH_PROBABILITY_MAX = 0.6;
const MEAN_LOG_PROBABILITY_MIN = -1;
/** For engines without a no-speech probability: below a fifth of confidence per word, the engine guesses. */
const GUESS_LOG_PROBABILITY_MAX = -1.6;
/** The fastest speakers reach eight words a second. Short segments are not checked, because engines' times are rough. */
const WORDS_A_SECOND_MAX = 15;
const DENSE_MS_MIN = 2000;
/** People say "no, no, no"; they do not say one phrase often enough to fill most of a segment with it. */
const LOOP_WORDS_MIN = 12;
const LOOP_TIMES_MIN = 4;
const LOOP_PHRASE_WORDS_MAX = 12;
const LOOP_SHARE_MIN = 0.6;
/** An endlessly repeated syllable, written as one word. */
const STAMMER = /(\p{L}{1,4})\1{15,}/u;
/** The same answer in segment after segment: a phrase this often, a short "yeah" more often. */
const ECHO_SEGMENTS_MAX = 3;
const ECHO_SHORT_SEGMENTS_MAX = 8;
const ECHO_SHORT_WORDS = 2;
/** Engines round times: a segment may begin or end this much outside the audio. */
const EDGE_SLACK_MS = 1000;

/** Engines fill short audio up to 30 seconds, and invent text at the end of this padding. */
const FOREIGN_TIME_MS_MIN = 60_000;

/** A farewell to viewers may be real; it is dropped only when the engine itself doubts that there is speech. */
const FAREWELL_DOUBT = 0.3;

/**
 * Separates speech from text that a speech engine invented: loops, text over silence (`silences`: parts of the audio without
 * sound), film credits, names of sounds, more words than fit their time, times outside the audio. Keeps the order; trims times
 * that are outside by rounding.
 */
export function dropInventions(
  speech: Pick<RecognisedSpeech, "segments">,
  audio: { durationMs: number; silences?: readonly Stretch[] },
): { kept: SpokenSegment[]; dropped: number; counts: InventionCounts } {
  const counts: InventionCounts = { empty: 0, outside: 0, loop: 0, "no-speech": 0, credit: 0, silence: 0, dense: 0 };
  const kept: SpokenSegment[] = [];
  let echo = { key: "", times: 0 };
  for (const segment of speech.segments) {
    const words = foldedWords(segment.text);
    const key = words.join(" ");
    if (key !== "") echo = key === echo.key ? { key, times: echo.times + 1 } : { key, times: 1 };
    const invention =
      judge(segment, words, audio.durationMs) ??
      (isOverSilence(segment, audio.silences) ? "silence" : null) ??
      (isEcho(words, echo.times) ? "loop" : null);
    if (invention !== null) counts[invention] += 1;
    else kept.push(within(segment, audio.durationMs));
  }
  return { kept, dropped: speech.segments.length - kept.length, counts };
}

function judge(segment: SpokenSegment, words: string[], durationMs: number): Invention | null {
  if (words.length === 0) return "empty";
  if (isOutside(segment, durationMs)) return "outside";
  if (isSoundLabel(segment.text) || (segment.loudnessDbfs ?? 0) < QUIET_DBFS_MAX) return "no-speech";
  if ((segment.compressionRatio ?? 0) > COMPRESSION_RATIO_MAX * bytesOfLetter(segment.text) || isLoop(words))
    return "loop";
  if (isDense(segment, words.length)) return "dense";
  if (isFilmCredit(segment.text)) return "credit";
  const { noSpeechProbability: noSpeech, meanLogProbability } = segment;
  const sureness = meanLogProbability ?? 0;
  if (noSpeech === null) return sureness < GUESS_LOG_PROBABILITY_MAX ? "no-speech" : null;
  if (noSpeech > FAREWELL_DOUBT && isFarewellToViewers(segment.text)) return "credit";
  return noSpeech > NO_SPEECH_PROBABILITY_MAX && sureness < MEAN_LOG_PROBABILITY_MIN ? "no-speech" : null;
}

/** Bytes of UTF-8 for each letter of a text, on average. */
function bytesOfLetter(text: string): number {
  return new TextEncoder().encode(text).length / Math.max(1, Array.from(text).length);
}

function isOutside(segment: SpokenSegment, durationMs: number): boolean {
  const { startMs, endMs } = segment;
  if (!Number.isFinite(startMs) || !Number.isFinite(endMs) || endMs < startMs) return true;
  return startMs < -EDGE_SLACK_MS || startMs >= durationMs || endMs <= 0;
}

/**
 * Tells whether most of the text has times far after the end of the audio. Such an answer has another unit (milliseconds as
 * seconds): it says nothing of silence, and its times cannot be used.
 */
export function hasForeignTimes({ segments }: Pick<RecognisedSpeech, "segments">, durationMs: number): boolean {
  const spoken = segments.filter(({ text }) => foldedWords(text).length > 0);
  const foreign = spoken.filter(({ endMs }) => endMs > durationMs + FOREIGN_TIME_MS_MIN);
  return foreign.length * 2 > spoken.length;
}

/** Tells whether a segment has more words than anybody can say in its time: the engine continued without speech. */
function isDense({ startMs, endMs }: SpokenSegment, words: number): boolean {
  return endMs - startMs >= DENSE_MS_MIN && words * 1000 > (endMs - startMs) * WORDS_A_SECOND_MAX;
}

/**
 * Tells whether the whole segment is digital silence. A segment that only begins or ends in silence is kept: engines round, and
 * people pause.
 */
function isOverSilence({ startMs, endMs }: SpokenSegment, silences: readonly Stretch[] = []): boolean {
  return silences.some((silence) => silence.startMs <= startMs && endMs <= silence.endMs);
}

/** One phrase, repeated without a break, fills most of the text. */
function isLoop(words: string[]): boolean {
  if (words.some((word) => STAMMER.test(word))) return true;
  if (words.length < LOOP_WORDS_MIN) return false;
  for (let size = 1; size <= LOOP_PHRASE_WORDS_MAX; size += 1) {
    let run = 0;
    for (let index = size; index < words.length; index += 1) {
      run = words[index] === words[index - size] ? run + 1 : 0;
      const covered = run + size;
      if (covered >= LOOP_TIMES_MIN * size && covered >= LOOP_SHARE_MIN * words.length) return true;
    }
  }
  return false;
}

function isEcho(words: string[], times: number): boolean {
  return times > (words.length <= ECHO_SHORT_WORDS ? ECHO_SHORT_SEGMENTS_MAX : ECHO_SEGMENTS_MAX);
}

function within(segment: SpokenSegment, durationMs: number): SpokenSegment {
  const clamp = (ms: number) => Math.min(Math.max(0, ms), durationMs);
  return { ...segment, startMs: clamp(segment.startMs), endMs: clamp(segment.endMs) };
}

/** A shorter recording may really contain only one "Thank you". */
const FILLER_RECORDING_MS_MIN = 30_000;
/** Limits of repetition: the same text this often in a row, or in this share of all segments. */
const SAME_TEXTS_MAX = 3;
const SAME_SHORT_TEXTS_MAX = 8;
const SHORT_WORDS = 2;
const REFRAIN_TIMES_MIN = 6;
const REFRAIN_SHARE_MIN = 0.5;

/**
 * Removes invented talk that only the whole transcript reveals. Engines that are given music repeat one text in window after window,
 * and a recording with nothing but thanks and farewells has no speech. A "thank you" within talk stays, so this runs only when
 * all windows are there.
 */
export function dropInventedTalk(
  segments: readonly Segment[],
  recordingMs: number,
): { kept: Segment[]; dropped: number } {
  const said = dropRefrains(segments);
  const nobodySpoke = recordingMs >= FILLER_RECORDING_MS_MIN && said.every(({ text }) => isFiller(text));
  const kept = nobodySpoke ? [] : said;
  return { kept, dropped: segments.length - kept.length };
}

/** Removes repetitions of a text that returns more often than in any talk; as many as a person might have said stay. */
function dropRefrains(segments: readonly Segment[]): Segment[] {
  const keys = segments.map(({ text }) => foldedWords(text).join(" "));
  const times = new Map<string, number>();
  for (const key of keys) times.set(key, (times.get(key) ?? 0) + 1);
  const isRefrain = (key: string) => {
    const count = times.get(key) ?? 0;
    return wordsIn(key) > SHORT_WORDS && count >= REFRAIN_TIMES_MIN && count > REFRAIN_SHARE_MIN * segments.length;
  };
  const heard = new Map<string, number>();
  let row = 0;
  return segments.filter((_, index) => {
    const key = keys[index] ?? "";
    row = index > 0 && key === keys[index - 1] ? row + 1 : 1;
    heard.set(key, (heard.get(key) ?? 0) + 1);
    const inRow = row > (wordsIn(key) > SHORT_WORDS ? SAME_TEXTS_MAX : SAME_SHORT_TEXTS_MAX);
    return !inRow && !(isRefrain(key) && (heard.get(key) ?? 0) > SAME_TEXTS_MAX);
  });
}

function wordsIn(key: string): number {
  return key === "" ? 0 : key.split(" ").length;
}
