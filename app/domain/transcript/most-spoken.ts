/** More names than this fill the head of a page. Not among the limits, whose file the meeting's page does not load. */
const PEOPLE_LISTED_MAX = 6;

/** The speakers who are listed first: those who speak most, in the order that they have. `hidden`: how many others there are. */
export function mostSpoken<Each extends { spokenMs: number }>(
  speakers: readonly Each[],
): { shown: Each[]; hidden: number } {
  const most = new Set(speakers.toSorted((one, other) => other.spokenMs - one.spokenMs).slice(0, PEOPLE_LISTED_MAX));
  return { shown: speakers.filter((speaker) => most.has(speaker)), hidden: speakers.length - most.size };
}
