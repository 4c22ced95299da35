import { type Clause, clausesIn } from "#app/domain/summary/check/clauses.ts";
import type { Fact } from "#app/domain/summary/check/find-facts.ts";
import { factsSaid, type HeardFacts } from "#app/domain/summary/check/heard-in.ts";
import { type Range, type Talk, withNeighbours } from "#app/domain/summary/check/talk-index.ts";
import { isMonth, NO_UNIT } from "#app/domain/summary/words/units.ts";

/** Words around a place in which the clauses are read. */
const AROUND = 150;
/** "Two" and "three" count many things. */
const COUNTED_MAX = 4;
/** Weekdays and months among the days (words/calendar.ts). */
const WEEKDAY = /^d1[2-8]$/u;
const MONTH = /^d(?:\d|1[01])$/u;

type Value = Extract<Fact, { kind: "number" | "day" }>;
type Line = { facts: readonly Fact[]; ranges: readonly Range[] };
/** `place`: the range that it was read in, whose sentences have numbers of their own. */
type Valued = { clause: Clause; place: number; said: HeardFacts };

/** The facts of a clause, which is read once. */
const SAID = new WeakMap<Clause, HeardFacts>();

/**
 * Tells whether the talk gives another number or day to the line's only name, in one clause, and the line's own is in no sentence with it: "Holm
 * asks for 2,900, Viking for 3,400" in a line that has 2,900 for Viking.
 */
export function hasAnotherValue(talk: Talk, fact: Value, line: Line, isUnit: (unit: string) => boolean): boolean {
  const isAnchor = anchorOf(fact, line.facts);
  if (isAnchor === null) return false;
  const clauses = line.ranges.flatMap((range, place) =>
    clausesIn(talk, withNeighbours(talk, range, AROUND)).map(
      (clause): Valued => ({ clause, place, said: saidIn(talk, clause) }),
    ),
  );
  const claimed = new Set(line.facts.flatMap(valueOf));
  const hasOwn = ({ said }: Valued) => valueOf(fact).some((value) => said.numbers.has(value) || said.days.has(value));
  const hasOther = (one: Valued) =>
    !hasOwn(one) && valuesLike(fact, one.said, isUnit).some((other) => !claimed.has(other));
  const own = clauses.filter(hasOwn);
  const isOneSentence = (a: Valued, b: Valued) => a.place === b.place && a.clause.sentence === b.clause.sentence;
  const named = clauses.filter(isAnchor);
  const isBeside = (one: Valued) => hasOwn(one) || (!hasOther(one) && own.some((other) => isOneSentence(one, other)));
  return own.length > 0 && named.some(hasOther) && !named.some(isBeside);
}

function saidIn(talk: Talk, clause: Clause): HeardFacts {
  const said = SAID.get(clause) ?? factsSaid(clause.text, talk, []);
  SAID.set(clause, said);
  return said;
}

function valueOf(fact: Fact): string[] {
  return fact.kind === "number" ? [fact.value] : fact.kind === "day" ? [fact.day] : [];
}

/**
 * Returns the test for what the number or day is of: the line's only name, or else the only month of a number. Null where there are none or
 * several, and for somebody who took part: people say numbers without naming themselves.
 */
function anchorOf(fact: Value, facts: readonly Fact[]): ((clause: Valued) => boolean) | null {
  const named = facts.filter(({ kind }) => kind === "name" || kind === "speaker");
  const [name] = named;
  if (named.length > 1) return null;
  if (name?.kind === "name") return ({ clause }) => clause.words.has(name.word);
  const [day, ...more] = facts.flatMap((one) => (one.kind === "day" && MONTH.test(one.day) ? one.day : []));
  const isDate = fact.kind === "day" || fact.units.some(isMonth);
  return name || isDate || day === undefined || more.length > 0 ? null : ({ said }) => said.days.has(day);
}

/** Returns the numbers or weekdays of a clause that may stand in place of the line's: those of another unit may not. */
function valuesLike(fact: Value, { byUnit, days }: HeardFacts, isUnit: (unit: string) => boolean): string[] {
  if (fact.kind === "day") return WEEKDAY.test(fact.day) ? [...days].filter((day) => WEEKDAY.test(day)) : [];
  const { units } = fact;
  const mayCount = (unit: string) => unit === NO_UNIT || units.length === 0 || units.includes(unit) || !isUnit(unit);
  return [...byUnit].flatMap(([unit, said]) =>
    mayCount(unit) ? [...said].filter((number) => Number(number) > COUNTED_MAX) : [],
  );
}
