import type { MeetingLanguage } from "#app/domain/languages.ts";
import { isAssignedSaid, isDeadlineSaid, mayDeadlineBeSaid, ownerWords } from "#app/domain/summary/commitment.ts";
import { type Evidence, isTranslated, type Said, saidInTexts } from "#app/domain/summary/evidence.ts";
import {
  ACCEPTS,
  labelWords,
  leansOn,
  type Passage,
  REFUSES,
  type Spoken,
  spokenAt,
} from "#app/domain/summary/grounding/passages.ts";
import { type Claim, wordsOf } from "#app/domain/summary/grounding/tokens.ts";
import { isFollowedByVerb, nameWordsOf } from "#app/domain/summary/names.ts";
import { foldedWords } from "#app/domain/transcript/fold.ts";
import type { SegmentId } from "#app/domain/transcript/segment.ts";

/**
 * Owner and deadline of a task. Both come from the sentence that carries the task, or from its direct answer; being said somewhere
 * in a cited segment is not enough.
 */

/** The speaker takes the work: "I will send it". "I asked Marta to …" and "I sent it" take nothing. */
const PROMISE: Record<MeetingLanguage, RegExp> = {
  en: /(?<![\p{L}])(?:i (?:will|shall|can|must|should|could|have to|need to|am going to|promise|volunteer|would do|want to|am (?!not)\p{L}+ing)|i['’](?:ll|m (?:going to|gonna|\p{L}+ing))|let me|leave (?:it|that) (?:to|with) me)(?![\p{L}])/iu,
  es: /(?<![\p{L}])(?:yo|voy a|me (?:encargo|ocupo|comprometo|toca)|tengo que|debo|puedo|\p{L}{2,}ré|(?:lo|la|los|las|te|os|le|les) \p{L}{2,}o|d[ée]jamelo)(?![\p{L}])/iu,
  fr: /(?<![\p{L}])(?:je (?:vais|m['’]|peux|dois|me charge|\p{L}+ \p{L}*rai|\p{L}*rai)|j['’]\p{L}*rai|je \p{L}+|c['’]est moi|laisse(?:z)?-moi)/iu,
  ca: /(?<![\p{L}])(?:jo|m['’](?:encarrego|ocupo)|em (?:comprometo|toca)|he de|haig de|puc|\p{L}{2,}ré|(?:ho|et|us|li|els) \p{L}{2,}o)(?![\p{L}])/iu,
};
const ABOUT_OTHERS: Record<MeetingLanguage, RegExp> = {
  en: /(?<![\p{L}])(?:from|to|with|for|about|of|than|and)$/iu,
  es: /(?<![\p{L}])(?:de|con|para|sobre|por|que|y)$/iu,
  fr: /(?<![\p{L}])(?:de|avec|pour|sur|chez|que|et|d['’])$/iu,
  ca: /(?<![\p{L}])(?:de|amb|per a|sobre|que|i|d['’])(?: (?:la|el|en|na))?$/iu,
};

/** Tells whether somebody is the owner of a task that the passages carry. */
export function isOwnerSaid(name: string, text: string, carriers: readonly Passage[], evidence: Evidence): boolean {
  const parts = ownerWords(name);
  if (parts.length === 0) return false;
  if (isTranslated(evidence)) return carriers.some(({ spoken }) => isAssignedSaid(name, saidAt(spoken, evidence)));
  const [opening] = wordsOf(text, evidence.language).claims;
  const isOpenedByName = opening?.isCapital === true && nameWordsOf(evidence).has(opening.word);
  if (isOpenedByName && !parts.includes(opening.word) && isFollowedByVerb(text, evidence.language)) return false;
  return carriers.some((carrier) => isOwnerIn(parts, text, carrier, evidence));
}

/**
 * The same for the engine that quotes: it finds the owner by the form of the dialogue, so that the name only has to stand in a cited
 * segment or to be its speaker's.
 */
export function isOwnerCited(name: string, ids: readonly SegmentId[], evidence: Evidence): boolean {
  if (ownerWords(name).length === 0) return false;
  return citedPassages(ids, evidence).some(({ spoken }) => isAssignedSaid(name, saidAt(spoken, evidence)));
}

function isOwnerIn(parts: readonly string[], text: string, { spoken }: Passage, evidence: Evidence): boolean {
  const { before, after } = around(spoken, evidence);
  const isSpeaker = (one: Spoken) => parts.every((part) => labelWords(one.speaker).includes(part));
  return spoken.some((one) => {
    const promises = PROMISE[evidence.language].test(one.text) && !one.isQuestion;
    if (promises && isSpeaker(one)) return true;
    if (isActor(parts, one, evidence) && !(promises && one.speaker !== null)) {
      return isClauseOf(text, (claim) => parts.includes(claim.word), one, evidence);
    }
    const isAnswered =
      !promises &&
      after !== null &&
      after.speaker !== one.speaker &&
      (ACCEPTS.test(after.text) || PROMISE[evidence.language].test(after.text));
    if (isAnswered && !REFUSES.test(after.text) && isSpeaker(after) && !namesSomebody(one, evidence, parts))
      return true;
    const isAnswer =
      before !== null && (before.isQuestion || before.speaker !== one.speaker) && (promises || ACCEPTS.test(one.text));
    return isAnswer && (one.speaker === null || isSpeaker(one)) && isActor(parts, before, evidence);
  });
}

/** A request to somebody else by name is not for whoever answers. */
function namesSomebody(one: Spoken, evidence: Evidence, parts: readonly string[]): boolean {
  const names = nameWordsOf(evidence);
  return one.words.claims.some(
    ({ word, isCapital, time, at }) =>
      at === 0 && isCapital && time === null && names.has(word) && !parts.includes(word),
  );
}

/** Tells whether a sentence names somebody as the one who acts: first in the clause, addressed, or before a verb of a person. */
function isActor(parts: readonly string[], one: Spoken, evidence: Evidence): boolean {
  const { language } = evidence;
  if (!parts.every((part) => foldedWords(one.text).includes(part))) return false;
  const names = nameWordsOf(evidence);
  const words = [...one.text.matchAll(/[\p{L}\p{N}][\p{L}\p{M}\p{N}]*/gu)];
  const at = words.findIndex(([word]) => foldedWords(word)[0] === parts[0]);
  const place = words[at];
  if (place === undefined) return false;
  const head = one.text.slice(0, place.index);
  const rest = one.text.slice(place.index);
  if (isFollowedByVerb(rest, language) || /,\s*$/u.test(head) || /^[\p{L}\p{M} .'’-]{1,60},/u.test(rest)) return true;
  if (ABOUT_OTHERS[language].test(head.trimEnd())) return false;
  const clauseHead = head.split(/[.,;:!?]/u).at(-1) ?? "";
  return !foldedWords(clauseHead).some((word) => names.has(word));
}

/** Tells whether a name or a day belongs to the clause that holds most of a task's words, or that clause has none of its own. */
function isClauseOf(text: string, isMine: (claim: Claim) => boolean, one: Spoken, evidence: Evidence): boolean {
  const { language } = evidence;
  const own = wordsOf(text, language).claims;
  const counts = new Map<number, number>();
  for (const claim of one.words.claims) {
    if (isMine(claim) || claim.time !== null) continue;
    if (own.some((mine) => mine.stem === claim.stem)) counts.set(claim.clause, (counts.get(claim.clause) ?? 0) + 1);
  }
  const [home] = [...counts].toSorted((a, b) => b[1] - a[1])[0] ?? [];
  const mine = one.words.claims.filter(isMine);
  if (home === undefined || mine.length === 0 || mine.some(({ clause }) => clause === home)) return true;
  const names = nameWordsOf(evidence);
  const isTime = mine.some(({ time }) => time !== null);
  return !one.words.claims.some(
    (claim) =>
      claim.clause === home &&
      (isTime ? claim.time !== null : claim.isCapital && claim.time === null && names.has(claim.word)),
  );
}

/** Tells whether a deadline is that of the task which the passages carry. */
export function isDeadlineOf(
  deadline: string,
  text: string,
  carriers: readonly Passage[],
  evidence: Evidence,
): boolean {
  const { language } = evidence;
  if (isTranslated(evidence)) {
    return carriers.some(({ spoken }) => mayDeadlineBeSaid(deadline, saidAt(spoken, evidence), evidence.written));
  }
  const times = timesOf(deadline, language);
  const inText = timesOf(text, language);
  // The task's own words name a day: the deadline is that day.
  if (times.length > 0 && inText.length > 0 && !times.every((time) => inText.includes(time))) return false;
  const isSaid = (spoken: readonly Spoken[]) => isDeadlineSaid(deadline, saidAt(spoken, evidence), language);
  const isMine = (claim: Claim) => claim.time !== null && times.includes(claim.time);
  return carriers.some(({ spoken }) => {
    const carrying = spoken.find((one) => isSaid([one]));
    if (carrying) return isClauseOf(text, isMine, carrying, evidence);
    if (isSaid(spoken)) return true;
    if (spoken.some((one) => one.words.claims.some(({ time }) => time !== null))) return false;
    const { before, after } = around(spoken, evidence);
    const [first, last] = [spoken[0], spoken.at(-1)];
    if (first === undefined || last === undefined) return false;
    if (after !== null && leansOn(after, last, language) && !REFUSES.test(after.text) && isSaid([after])) return true;
    return before !== null && before.isQuestion && ACCEPTS.test(first.text) && isSaid([before]);
  });
}

function timesOf(text: string, language: MeetingLanguage): string[] {
  return wordsOf(text, language).claims.flatMap(({ time }) => time ?? []);
}

function saidAt(spoken: readonly Spoken[], evidence: Evidence): Said {
  return saidInTexts(
    spoken.map(({ text }) => text),
    spoken.flatMap(({ speaker }) => labelWords(speaker)),
    evidence.language,
  );
}

/** Returns the sentences right before and after, in the same or the neighbouring segment. */
function around(spoken: readonly Spoken[], evidence: Evidence): { before: Spoken | null; after: Spoken | null } {
  const [first, last] = [spoken[0], spoken.at(-1)];
  if (first === undefined || last === undefined) return { before: null, after: null };
  const near: Spoken[] = [];
  for (let at = first.position - 1; at <= last.position + 1; at += 1) near.push(...spokenAt(at, evidence));
  return { before: near[near.indexOf(first) - 1] ?? null, after: near[near.indexOf(last) + 1] ?? null };
}

/** In another language than the talk's, words do not find the carrying sentence: each cited segment may carry the task. */
export function citedPassages(ids: readonly SegmentId[], evidence: Evidence): Passage[] {
  return ids.map((id) => ({ spoken: spokenAt(evidence.positions.get(id) ?? -1, evidence) }));
}
