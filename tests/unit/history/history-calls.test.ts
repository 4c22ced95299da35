import { afterEach, expect, test, vi } from "vitest";
import { retryStep } from "#app/features/history/history-calls.ts";

afterEach(() => vi.unstubAllGlobals());

const refusal = (status: number, code: string) =>
  Response.json({ error: { code, message: "Something went wrong", reason: null } }, { status });

test.each([
  ["begun", Response.json(null)],
  ["begun", refusal(409, "retry-begun")],
  ["not-retryable", refusal(409, "not-retryable")],
  ["limit-reached", refusal(403, "limit-reached")],
  ["too-many", refusal(429, "too-many-requests")],
  ["failed", refusal(503, "unavailable")],
])("a row's retry ends as %s", async (end, response) => {
  vi.stubGlobal("fetch", async () => response);
  expect(await retryStep("a")).toBe(end);
});
