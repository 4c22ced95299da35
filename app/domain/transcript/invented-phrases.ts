import { foldedWords } from "#app/domain/transcript/fold.ts";

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
export function isSoundLabel(text: string): boolean {
  const trimmed = text.trim();
  return SOUND_LABELS.test(trimmed) || SUNG.test(trimmed);
}

export function isFilmCredit(text: string): boolean {
  const said = text.trim().replace(LEADING, "");
  return CREDITS.some((credit) => credit.test(said));
}

export function isFarewellToViewers(text: string): boolean {
  const said = text.trim().replace(LEADING, "");
  return FAREWELLS.some((farewell) => farewell.test(said));
}

/** Tells whether a text has no content when nothing else is said; within talk it is a part of the talk. */
export function isFiller(text: string): boolean {
  // "Thank you. Thank you." counts like "Thank you."
  const sentences = text.split(/[.!?…;,]+/u).map((sentence) => foldedWords(sentence).join(" "));
  const said = sentences.filter((sentence) => sentence !== "");
  return said.every((sentence) => FILLERS.has(sentence)) || isFarewellToViewers(text);
}
