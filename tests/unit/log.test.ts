import { DrizzleQueryError } from "drizzle-orm/errors";
import { expect, test } from "vitest";
import { invariant } from "#app/domain/invariant.ts";
import { faultOf } from "#app/server/log.ts";
import { UpstreamError } from "#app/server/ports/upstream-error.ts";

function thrownBy(act: () => unknown): unknown {
  try {
    act();
  } catch (error) {
    return error;
  }
  throw new Error("nothing was thrown");
}

const TITLE = "Layoffs in March, between us";

test.each([
  {
    what: "a query that failed, whose message repeats its parameters",
    error: new DrizzleQueryError("insert into meetings values (?)", [TITLE], new Error("D1_ERROR: no such table")),
  },
  { what: "a text that is no JSON, whose message quotes it", error: thrownBy(() => JSON.parse(TITLE)) },
  { what: "an error made of content", error: new Error(`${TITLE}\n    at ${TITLE}`) },
  { what: "something that is no error", error: TITLE },
])("the log never says what $what was about", ({ error }) => {
  expect(faultOf(error)).not.toContain("Layoffs");
  expect(faultOf(error)).not.toContain("JSON.parse(");
});

test("the log says which service failed, what the database said, which invariant broke, and where", () => {
  expect(faultOf(new UpstreamError({ service: "r2", status: 503, retryable: true }))).toBe(
    "UpstreamError: r2 failed (503)",
  );
  const query = new DrizzleQueryError("select ?", ["x"], new Error("D1_ERROR: no such table: meetings"));
  expect(faultOf(query)).toBe("Error: D1_ERROR: no such table: meetings");
  expect(faultOf(thrownBy(() => invariant(false, "a window has a plan")))).toBe(
    "Error: invariant: a window has a plan",
  );
  expect(faultOf(new TypeError("x is undefined"))).toMatch(/^TypeError at .*log\.test\.ts:\d+:\d+\)?$/);
  expect(faultOf("x")).toBe("unknown");
});
