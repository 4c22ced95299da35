import type { Fact } from "#app/domain/summary/check/find-facts.ts";
import type { HeardFacts } from "#app/domain/summary/check/heard-in.ts";
import { type Range, type Talk, withNeighbours } from "#app/domain/summary/check/talk-index.ts";
import { turnsIn } from "#app/domain/summary/check/turns-in.ts";
import { isMonth, NO_UNIT } from "#app/domain/summary/words/units.ts";

/** Words around a place in which another day may replace the line's. */
const AROUND = 60;
/** The other day is said again within so many turns. */
const ECHO_TURNS = 2;
const DAYS_OF_MONTH = 31;
/** Numbers of the weekdays among the days (words/calendar.ts). */
const WEEKDAY = /^d(?:1[2-8])$/u;

type Line = { facts: readonly Fact[]; ranges: readonly Range[]; factsAt: (range: Range) => HeardFacts };
type Days = { turn: Range; days: ReadonlySet<string> };

/**
 * Tells whether people agreed on another day in place of a line's: "The fourteenth?" "The twenty-first." "Yes, the twenty-first." The
 * last word counts. A line that names both days tells of the change.
 */
export function isReplaced(talk: Talk, fact: Fact, { facts, ranges, factsAt }: Line): boolean {
  const daysOf = daysLike(fact, facts);
  const own = valueOf(fact);
  if (daysOf === null || own === null) return false;
  const named = new Set(facts.flatMap((one) => valueOf(one) ?? []));
  const places = ranges
    .map((range) => turnsIn(talk, withNeighbours(talk, range, AROUND)))
    .map((turns) => turns.map((turn): Days => ({ turn, days: daysOf(factsAt(turn)) })))
    .filter((turns) => turns.some(({ days }) => days.has(own)));
  return places.length > 0 && places.every((turns) => isFollowedByAnother(turns, own, named));
}

/** Another day, in the last turn that has the line's or in the next one, is new there and is said again soon. */
function isFollowedByAnother(turns: readonly Days[], own: string, named: ReadonlySet<string>): boolean {
  const last = turns.findLastIndex(({ days }) => days.has(own));
  const others = turns.slice(last, last + 2).flatMap(({ days }) => [...days].filter((day) => !named.has(day)));
  return others.some((other) => {
    const said = turns.flatMap(({ days }, at) => (days.has(other) ? [at] : []));
    const [first = -1, again = Number.POSITIVE_INFINITY] = said;
    return first >= last && again - first <= ECHO_TURNS;
  });
}

function valueOf(fact: Fact): string | null {
  return fact.kind === "number" ? fact.value : fact.kind === "day" ? fact.day : null;
}

/** Returns the reader of the days that may stand in place of a fact; null for a fact that is no day, and for a stretch of days. */
function daysLike(fact: Fact, facts: readonly Fact[]): ((heard: HeardFacts) => Set<string>) | null {
  if (fact.kind === "day" && WEEKDAY.test(fact.day)) return ({ days }) => new Set([...days].filter((day) => WEEKDAY.test(day)));
  if (fact.kind !== "number" || !fact.units.some(isMonth)) return null;
  if (facts.filter(({ kind }) => kind === "number").length > 1) return null;
  // People leave the month out when they say another day of it.
  return ({ byUnit }) => {
    const numbers = [...byUnit].flatMap(([unit, said]) => (unit === NO_UNIT || isMonth(unit) ? [...said] : []));
    return new Set(numbers.filter((number) => Number(number) <= DAYS_OF_MONTH));
  };
}
