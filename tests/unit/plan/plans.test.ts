import fc from "fast-check";
import { expect, test } from "vitest";
import { YEARLY_SAVING_PERCENT } from "#app/domain/limits/billing.ts";
import { can, includes, PLAN_TERMS, PLANS, parsePlan, SOLD_PLANS, windowEndOf } from "#app/domain/plan/plans.ts";
import { minor, monthOf, priceOf, totalOf, yearlyOf } from "#app/domain/plan/prices.ts";

const none = { uploads: 0, recordings: 0 };

test("the free plan has 15 uploads and 15 recordings, the others have no limit", () => {
  for (const plan of PLANS) {
    const limited = plan === "free";
    expect(can(plan, { uploads: 14, recordings: 14 }, "upload")).toEqual({ ok: true });
    for (const action of ["upload", "record"] as const) {
      const allowed = can(plan, { uploads: 15, recordings: 15 }, action);
      expect(allowed).toEqual(limited ? { ok: false, reason: "limit-reached", limit: 15 } : { ok: true });
    }
  }
});

test("free and Pro open recordings of the last 6 months, Business and team all of them", () => {
  const startsAt = Date.UTC(2026, 4, 25, 10);
  const lockedAt = Date.UTC(2026, 10, 25, 10);
  for (const plan of PLANS) {
    const isWindowed = ["free", "pro", "insider-pro"].includes(plan);
    expect(PLAN_TERMS[plan].windowMonths).toBe(isWindowed ? 6 : null);
    expect(can(plan, none, { play: { startsAt, now: lockedAt - 1 } })).toEqual({ ok: true });
    const later = can(plan, none, { play: { startsAt, now: lockedAt } });
    expect(later).toEqual(isWindowed ? { ok: false, reason: "outside-window", lockedAt } : { ok: true });
  }
});

test("a month that lacks the day ends the window on its last day", () => {
  expect(windowEndOf("pro", Date.UTC(2026, 7, 31, 9))).toBe(Date.UTC(2027, 1, 28, 9));
  expect(windowEndOf("pro", Date.UTC(2027, 7, 31, 9))).toBe(Date.UTC(2028, 1, 29, 9));
});

test.each([
  ["free", []],
  ["insider-pro", []],
  ["pro", ["pro"]],
  ["insider", ["pro"]],
  ["business", ["pro", "business"]],
  ["team", ["pro", "business", "team"]],
] as const)("the plan %s includes what %j sell", (plan, sold) => {
  expect(SOLD_PLANS.filter((each) => includes(plan, each))).toEqual(sold);
});

test("an unknown stored plan counts as free", () => {
  expect(parsePlan("gold")).toBe("free");
});

test("a year costs twelve months less 20%, in whole minor units, and never saves less", () => {
  expect(SOLD_PLANS.map((plan) => priceOf(plan, "year"))).toEqual([14_400, 24_000, 19_200]);
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 10_000_000 }), (cents) => {
      const year = yearlyOf(minor(cents));
      expect(Number.isInteger(year)).toBe(true);
      const exact = BigInt(cents) * 12n * BigInt(100 - YEARLY_SAVING_PERCENT);
      expect(BigInt(year) * 100n <= exact && exact < (BigInt(year) + 1n) * 100n).toBe(true);
    }),
  );
});

test("a year's price as a month's never looks cheaper than it is", () => {
  expect(monthOf(minor(14_400))).toBe(1200);
  expect(monthOf(minor(14_401))).toBe(1201);
});

test("a team pays for each of its seats", () => {
  expect(totalOf(priceOf("team", "year"), 4)).toBe(76_800);
});

test("an amount with a part of a minor unit is refused", () => {
  expect(() => minor(0.5)).toThrow("whole number");
});
