import type { Evidence } from "#app/domain/summary/evidence.ts";
import { namesIn } from "#app/domain/summary/names.ts";
import { stem } from "#app/domain/summary/words/stem.ts";
import { isStopWord } from "#app/domain/summary/words/stop-words.ts";
import { foldedWords } from "#app/domain/transcript/fold.ts";
import type { SegmentId } from "#app/domain/transcript/segment.ts";

/** More than this share of the word pairs that a sentence puts side by side must have been said together. */
const TIED_SHARE = 0.5;
/** Separators between two things: naming two things in one sentence does not connect them. */
const THING_END =
  /[,;:.!?…()"“”«»—–]+|(?<![\p{L}\p{N}])(?:and|or|y|e|o|et|ou|i|but|pero|mais|però|while|mientras|tandis|mentre)(?![\p{L}\p{N}])/giu;

/** A segment with this ending ends its sentence; otherwise the sentence continues in the next segment. */
const SENTENCE_END = /[.!?…]["'”’»)]*\s*$/u;

type Place = {
  stems: ReadonlySet<string>;
  speakers: ReadonlySet<string>;
  isCited: boolean;
  position: number;
  goesOn: boolean;
};

/**
 * Tells whether words that a sentence puts side by side were said together: in one segment, or in a segment and the next when a
 * sentence continues over both or only one of them is cited. A sentence whose words come one by one from all over its segments
 * makes a statement that nobody made. Words that were not said at all are ignored here.
 */
export function areTied(text: string, segmentIds: readonly SegmentId[], evidence: Evidence): boolean {
  const places = placesOf(segmentIds, evidence);
  const isSaid = (word: string) => places.some((place) => has(place, word));
  const pairs = text.split(THING_END).flatMap((part) => {
    const said = foldedWords(part)
      .filter((word) => !isStopWord(word, evidence.language))
      .map((word) => stem(word, evidence.language))
      .filter(isSaid);
    return said.slice(1).map((word, index) => [said[index] ?? "", word] as const);
  });
  const tied = pairs.filter(([one, other]) => isTogether(places, one, other));
  if (pairs.length > 0 && tied.length <= pairs.length * TIED_SHARE) return false;
  // A name or an amount must be said together with its subject; otherwise the sentence assigns it to something else.
  const claims = new Set(namesIn(text, evidence.language).map((name) => stem(name, evidence.language)));
  const isClaim = (word: string) => claims.has(word) || /\d/u.test(word);
  return pairs.flat().every((word) => !isClaim(word) || tied.some((pair) => pair.includes(word)));
}

function placesOf(segmentIds: readonly SegmentId[], { positions, segments, language }: Evidence): Place[] {
  const cited = new Set(segmentIds.flatMap((id) => positions.get(id) ?? []));
  const near = new Set([...cited].flatMap((position) => [position - 1, position, position + 1]));
  return [...near]
    .toSorted((a, b) => a - b)
    .flatMap((position) => {
      const segment = segments[position];
      if (segment === undefined) return [];
      const words = foldedWords(segment.text).filter((word) => !isStopWord(word, language));
      return {
        position,
        isCited: cited.has(position),
        goesOn: !SENTENCE_END.test(segment.text),
        stems: new Set(words.map((word) => stem(word, language))),
        speakers: new Set(foldedWords(segment.speaker ?? "").map((word) => stem(word, language))),
      };
    });
}

function has({ stems, speakers }: Place, word: string): boolean {
  return stems.has(word) || speakers.has(word);
}

function isTogether(places: readonly Place[], one: string, other: string): boolean {
  return places.some((place, index) => {
    if (has(place, one) && has(place, other)) return true;
    const next = places[index + 1];
    if (next === undefined || next.position !== place.position + 1) return false;
    // A cited segment may refer to the one beside it ("that", "it"). Two cited segments are two things, unless the first one
    // continues in the second.
    const leans = place.isCited !== next.isCited;
    if (!leans && !(place.goesOn && place.isCited)) return false;
    // The speaker's name of the next segment says nothing about this segment.
    return (place.stems.has(one) && next.stems.has(other)) || (place.stems.has(other) && next.stems.has(one));
  });
}
