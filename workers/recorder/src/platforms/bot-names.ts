import { plain } from "./classify/words.ts";

/** Recorders and assistants as they call themselves. A person called "Otter" must not end a meeting: sound counts before names. */
const WHOLE =
  /^(?:acta · notes for .+|.*\b(?:notetaker|note taker|meeting assistant|meeting notes|ai assistant|ai companion|recording bot)\b.*)$/u;
const NAMED =
  /\b(?:fireflies(?:\.ai)?|otter(?:pilot|\.ai)|fathom(?:'s)?|read\.ai|tl;dv|tldv|grain|avoma|gong|chorus|meetgeek|sembly|supernormal|fellow|krisp|recall\.ai|vexa|attendee\.dev)\b/u;
const NAMED_TOGETHER = /\b(?:notes?|notetaker|recorder|assistant|bot|ai)\b/u;

/** Whether a participant's name is that of another recorder. Only strong signs: a brand alone may be somebody's surname. */
export function isBotName(name: string | null): boolean {
  if (name === null) return false;
  const said = plain(name);
  if (WHOLE.test(said)) return true;
  return NAMED.test(said) && (NAMED_TOGETHER.test(said) || /\.ai\b|;|pilot/u.test(said));
}
