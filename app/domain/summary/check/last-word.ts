import type { Fact } from "#app/domain/summary/check/find-facts.ts";
import type { HeardFacts } from "#app/domain/summary/check/heard-in.ts";
import { type Range, type Talk, withNeighbours } from "#app/domain/summary/check/talk-index.ts";
import { isAssent, turnsIn } from "#app/domain/summary/check/turns-in.ts";
import { isMonth, NO_UNIT } from "#app/domain/summary/words/units.ts";

/** Words around a place in which another day or price may replace the line's. */
const AROUND = 60;
/** The other one is said again within so many turns. */
const ECHO_TURNS = 2;
const DAYS_OF_MONTH = 31;
/** Numbers of the weekdays among the days (words/calendar.ts). */
const WEEKDAY = /^d(?:1[2-8])$/u;

type Line = { facts: readonly Fact[]; ranges: readonly Range[]; factsAt: (range: Range) => HeardFacts };
type Said = { turn: Range; values: ReadonlySet<string> };

/**
 * Tells whether people agreed on another day or price in place of a line's: "The fourteenth?" "The twenty-first." "Yes, the twenty-first."
 * The last word counts. A line that names both tells of the change.
 */
export function isReplaced(talk: Talk, fact: Fact, { facts, ranges, factsAt }: Line): boolean {
  const read = valuesLike(fact, facts);
  const own = valueOf(fact);
  if (read === null || own === null) return false;
  const named = new Set(facts.flatMap((one) => valueOf(one) ?? []));
  const places = ranges
    .map((range) => turnsIn(talk, withNeighbours(talk, range, AROUND)))
    .map((turns) => turns.map((turn): Said => ({ turn, values: read(factsAt(turn)) })))
    .filter((turns) => turns.some(({ values }) => values.has(own)));
  return places.length > 0 && places.every((turns) => isFollowed(talk, turns, own, named));
}

/** Another value, in the last turn that has the line's or in the next one, is new there and is said again soon; a price may be agreed to. */
function isFollowed(talk: Talk, turns: readonly Said[], own: string, named: ReadonlySet<string>): boolean {
  const last = turns.findLastIndex(({ values }) => values.has(own));
  const others = turns.slice(last, last + 2).flatMap(({ values }) => [...values].filter((value) => !named.has(value)));
  return others.some((other) => {
    const said = turns.flatMap(({ values }, at) => (values.has(other) ? [at] : []));
    const [first = -1, again = Number.POSITIVE_INFINITY] = said;
    const reply = turns[first + 1]?.turn;
    const isAgreed = isPrice(other) && reply !== undefined && isAssent(talk, reply);
    return first >= last && (again - first <= ECHO_TURNS || isAgreed);
  });
}

function valueOf(fact: Fact): string | null {
  return fact.kind === "number" ? fact.value : fact.kind === "day" ? fact.day : null;
}

function isPrice(value: string): boolean {
  return value.includes(".");
}

/** Returns the reader of the values that may stand in place of a fact; null for other facts than days and prices, and for a stretch of days. */
function valuesLike(fact: Fact, facts: readonly Fact[]): ((heard: HeardFacts) => Set<string>) | null {
  if (fact.kind === "day" && WEEKDAY.test(fact.day)) {
    return ({ days }) => new Set([...days].filter((day) => WEEKDAY.test(day)));
  }
  if (fact.kind !== "number") return null;
  if (isPrice(fact.value)) return ({ numbers }) => new Set([...numbers].filter(isPrice));
  if (!fact.units.some(isMonth) || facts.filter(({ kind }) => kind === "number").length > 1) return null;
  // People leave the month out when they say another day of it.
  return ({ byUnit }) => {
    const numbers = [...byUnit].flatMap(([unit, said]) => (unit === NO_UNIT || isMonth(unit) ? [...said] : []));
    return new Set(numbers.filter((number) => Number(number) <= DAYS_OF_MONTH));
  };
}
