import { plain } from "./classify/classify-page.ts";

/**
 * Recorders and assistants as they call themselves, in the languages in which they do. A person called "Otter" must not end a meeting: sound
 * counts before names, and a brand that may be somebody's name counts only beside a word of the trade.
 */
const TRADE =
  /\b(?:note ?takers?|meeting (?:assistant|notes|recorder|bot|copilot)|ai (?:assistant|companion|meetings?|notes?|bot)|(?:assistant|companion|notes?) (?:ai|bot)|(?:recording|transcription|minutes|attendee) bot|bot (?:de )?(?:notas|notes|grabaci[oó]n|gravaci[oó]|reuni[oó]n(?:es)?)|asistente (?:de )?(?:reuniones|notas|ia)|assistente (?:de )?(?:reuni(?:[aã]o|[oõ]es)|notas|ia)|tomador(?:a)? de notas|transcriptor|assistent (?:de (?:reunions|notes)|d['’]ia)|preneur de notes|assistant (?:de r[ée]union|de notes|d['’]ia|ia)|prise de notes|ki-(?:assistent|notizen|protokoll)|protokoll-?bot|notes by|notas de|notes par)\b/u;
/** Names that nobody has but such a program. */
const BRAND =
  /(?:\bfireflies\b|\botter ?pilot\b|\botter\.ai\b|\bread\.ai\b|\btl;dv\b|\btldv\b|\bnotta\b|\bcircleback\b|\bmeetgeek\b|\bsembly\b|\bsupernormal\b|\brecall\.ai\b|\bvexa\b|\battendee\.dev\b|\bmeeting ?baas\b|\bjamie ai\b|\bscribbl\b|\btactiq\b|\blaxis\b|\bairgram\b|\bnoota\b|\bleexi\b|\bmodjo\b|\bbluedot ai\b|\bgranola ai\b|\bplaud\b|\bcluely\b|\bmeetily\b|\bhyprnote\b|\bwudpecker\b|\bsybill\b|\bhappy ?scribe\b|\bnotion ai\b)/u;
/** Names that people have too. */
const SHARED =
  /\b(?:gemini|spinach|fathom|otter|read|grain|avoma|gong|chorus|fellow|krisp|copilot|claude|zoom|claap|rewatch|clari|nyota|bubbles|tana|acta)\b/u;
const SHARED_WITH =
  /\b(?:notes?|notas|note ?taker|recorder|assistant|asistente|assistent|bot|ai|ia|pilot)\b|\.(?:ai|io)\b/u;
/** Names that people have as a part of theirs, and only a program as the whole. */
const WHOLE =
  /^(?:(?:google )?gemini|(?:microsoft (?:365 )?|clari )?copilot|spinach|fathom|claap|bluedot|granola|(?:cisco )?webex assistant)(?: \(.+\))?$/u;

/** Whether a participant's name is that of another recorder. */
export function isBotName(name: string | null): boolean {
  if (name === null) return false;
  const said = plain(name);
  if (/^acta · notes for ./u.test(said) || TRADE.test(said) || BRAND.test(said)) return true;
  return WHOLE.test(said) || (SHARED.test(said) && SHARED_WITH.test(said));
}
