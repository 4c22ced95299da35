/** Limit of silence, without a sign that anybody is there, after which a recording ends. */
const QUIET_MS = 900_000;
/** Meetings begin late: before this age silence does not count. */
const ARMED_MS = 1_200_000;

/**
 * Whether a recording ends because of silence. A room with known people in it is never left for it: a long break, a time to read, an exam
 * go on. The rule is for a page that stopped showing who is there, so that an empty room is not recorded for hours.
 */
export function judgeQuiet(heard: { now: number; admittedAt: number; loudAt: number; peopleAt: number }): boolean {
  const { now, admittedAt, loudAt, peopleAt } = heard;
  if (now - admittedAt < ARMED_MS) return false;
  return now - Math.max(loudAt, peopleAt, admittedAt) >= QUIET_MS;
}
