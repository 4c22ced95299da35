/** Nobody was heard for so long, and it is not known that anybody is there. */
const QUIET_MS = 900_000;
/** Meetings begin late: before this age nothing is concluded from silence. */
const ARMED_MS = 1_200_000;

/**
 * Whether a recording ends for silence. A room in which people are known to sit is never left for it: a long break, a time to
 * read, an exam go on. It is for the page that stopped saying who is there, so that nobody records an empty room for hours.
 */
export function judgeQuiet(heard: { now: number; admittedAt: number; loudAt: number; peopleAt: number }): boolean {
  const { now, admittedAt, loudAt, peopleAt } = heard;
  if (now - admittedAt < ARMED_MS) return false;
  return now - Math.max(loudAt, peopleAt, admittedAt) >= QUIET_MS;
}
