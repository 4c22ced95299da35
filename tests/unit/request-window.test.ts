import { expect, test } from "vitest";
import { takeRequest } from "#app/domain/limits/request-window.ts";
import type { CountedRequest } from "#app/server/ports/request-counts.ts";
import { countRequest, ratePolicy } from "#app/server/keys/count-request.ts";

const NOW = 1_796_000_000_000;
const RATE = { limit: "retry", counted: "v1-delete" } as const;

test("the first request begins a window, and each later one takes a place until none is left", () => {
  const first = takeRequest(null, 2, NOW);
  expect(first).toEqual({ isWithin: true, left: 1, resetS: 60, window: { beganAt: NOW, requests: 1 } });
  const second = takeRequest(first.window, 2, NOW + 59_001);
  expect(second).toEqual({ isWithin: true, left: 0, resetS: 1, window: { beganAt: NOW, requests: 2 } });
  const third = takeRequest(second.window, 2, NOW + 59_999);
  expect(third).toEqual({ isWithin: false, left: 0, resetS: 1, window: second.window });
});

test.each([
  ["after a minute", NOW + 60_000],
  ["by a clock that was set back", NOW - 1],
])("a request begins a new window %s", (_name, now) => {
  expect(takeRequest({ beganAt: NOW, requests: 9 }, 2, now)).toEqual({
    isWithin: true,
    left: 1,
    resetS: 60,
    window: { beganAt: now, requests: 1 },
  });
});

/** The object's count, or null where it does not answer; and Cloudflare's. */
async function counted(answer: CountedRequest | null, isWithin = true) {
  const logged: string[] = [];
  const of = () => ({
    countRequest: () => (answer === null ? Promise.reject(new Error("overloaded")) : Promise.resolve(answer)),
  });
  const services = {
    requestCounts: { of },
    rates: { take: () => Promise.resolve(isWithin) },
    log: (event: string) => void logged.push(event),
  };
  return { ...(await countRequest(services, RATE, "nora")), logged };
}

test("headers say how many requests are left, and for how long to wait where none is", async () => {
  expect(ratePolicy(RATE)).toEqual({ "RateLimit-Policy": '"v1-delete";q=30;w=60' });
  expect(await counted({ isWithin: true, left: 7, resetS: 42 })).toEqual({
    isWithin: true,
    headers: { RateLimit: '"v1-delete";r=7;t=42' },
    logged: [],
  });
  expect(await counted({ isWithin: false, left: 0, resetS: 42 })).toEqual({
    isWithin: false,
    headers: { RateLimit: '"v1-delete";r=0;t=42', "Retry-After": "42" },
    logged: [],
  });
});

test("Cloudflare's count stands in for an object that does not answer, and nothing is said of what is left", async () => {
  const logged = ["request.count.failed"];
  expect(await counted(null)).toEqual({ isWithin: true, headers: {}, logged });
  expect(await counted(null, false)).toEqual({ isWithin: false, headers: { "Retry-After": "60" }, logged });
});
