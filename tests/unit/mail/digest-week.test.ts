import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { DIGEST_LATE_MS_MAX, DIGESTS_SWEEP_MAX } from "#app/domain/limits/mail.ts";
import { HOUR_MS, MINUTE_MS } from "#app/domain/limits/units.ts";
import { deferredDigest, digestRange, dueDigest, plannedDigest } from "#app/domain/mail/digest-week.ts";

const at = (text: string) => Date.parse(text);
const iso = (ms: number) => new Date(ms).toISOString().slice(0, 16);

test.each([
  // Madrid is an hour before UTC in winter, two in summer.
  ["Europe/Madrid", "2026-11-23T05:59Z", null, "2026-11-23T06:00"],
  ["Europe/Madrid", "2026-11-23T06:00Z", "2026-11-23", "2026-11-30T06:00"],
  ["Europe/Madrid", "2026-11-24T18:00Z", "2026-11-23", "2026-11-30T06:00", "2026-11-23T06:00Z"],
  ["Europe/Madrid", "2026-11-24T18:01Z", "2026-11-23", "2026-11-30T06:00", "2026-11-23T06:00Z"],
  ["Europe/Madrid", "2026-11-29T22:59Z", "2026-11-23", "2026-11-30T06:00", "2026-11-23T06:00Z"],
  // On the next Monday before its hour, too: else nobody would be told that there was one.
  ["Europe/Madrid", "2026-11-29T23:00Z", "2026-11-23", "2026-11-30T06:00", "2026-11-23T06:00Z"],
  ["Europe/Madrid", "2026-11-30T05:59Z", "2026-11-23", "2026-11-30T06:00", "2026-11-23T06:00Z"],
  ["Europe/Madrid", "2026-12-07T05:59Z", "2026-11-30", "2026-12-07T06:00", "2026-11-23T06:00Z"],
  ["Europe/Madrid", "2026-11-30T06:00Z", "2026-11-30", "2026-12-07T06:00", "2026-11-23T06:00Z"],
  // The clocks change on the Sunday between.
  ["Europe/Madrid", "2026-10-19T05:00Z", "2026-10-19", "2026-10-26T06:00"],
  // Monday begins here and there at different times.
  ["Pacific/Auckland", "2026-11-22T18:00Z", "2026-11-23", "2026-11-29T18:00"],
  ["Pacific/Honolulu", "2026-11-22T18:00Z", null, "2026-11-23T17:00"],
  ["UTC", "2027-01-04T07:00Z", "2027-01-04", "2027-01-11T07:00"],
] as const)(
  "in %s at %s the digest of %s is due, and the next one at %s",
  (zone, now, week, nextAt, planned?: string) => {
    const due = dueDigest(at(now), zone, at(planned ?? now));
    expect([due.week, iso(due.nextAt)]).toEqual([week, nextAt]);
  },
);

test("the next time is always later, so that no row is due again at once", () => {
  for (let hour = 0; hour < 24 * 15; hour += 1) {
    const now = at("2026-03-20T00:00Z") + hour * 3_600_000;
    for (const zone of ["Europe/Madrid", "Pacific/Apia", "America/Santiago", "Asia/Kathmandu"]) {
      expect(dueDigest(now, zone, now).nextAt).toBeGreaterThan(now);
    }
  }
});

test("a digest is about the seven days before its Monday, in the person's zone", () => {
  const { from, to, soonDays } = digestRange("2026-10-26", "Europe/Madrid");
  expect([iso(from), iso(to)]).toEqual(["2026-10-18T22:00", "2026-10-25T22:59"]);
  expect(soonDays).toEqual({ first: "2026-10-19", last: "2026-11-01" });
});

test("the sweeps, as often as deployed, hand over a million digests of one time zone before any is late", () => {
  const minutes = Number(/^crons = \["\*\/(\d+) \* \* \* \*"/mu.exec(readFileSync("wrangler.toml", "utf8"))?.[1]);
  const anHour = (HOUR_MS / (minutes * MINUTE_MS)) * DIGESTS_SWEEP_MAX;
  expect(anHour * (DIGEST_LATE_MS_MAX / HOUR_MS)).toBeGreaterThanOrEqual(1_000_000);
  // A run of the cron has 10,000 subrequests.
  expect(DIGESTS_SWEEP_MAX).toBeLessThan(10_000);
});

test("digests that fail for days stand behind those of all zones, and are still those of their Monday", () => {
  // As of Madrid; the zone may have changed since.
  const planned = at("2026-11-23T06:00Z");
  for (const zone of ["Europe/Madrid", "Pacific/Kiritimati", "Pacific/Pago_Pago"]) {
    const monday = plannedDigest(zone, planned);
    let dueAt = planned;
    for (let now = planned; now < planned + 6 * 24 * HOUR_MS; now += 10 * MINUTE_MS) {
      const next = deferredDigest(now, zone, dueAt);
      expect(next).toBeGreaterThanOrEqual(dueAt);
      // Due at once.
      expect(next).toBeLessThanOrEqual(Math.max(now, dueAt));
      dueAt = next;
      expect(plannedDigest(zone, dueAt)).toBe(monday);
    }
    expect(dueAt, "the last Monday of all zones").toBeGreaterThanOrEqual(at("2026-11-23T18:00Z"));
  }
});
