import { DrizzleQueryError } from "drizzle-orm/errors";
import { expect, test } from "vitest";
import { invariant } from "#app/domain/invariant.ts";
import { isApiPath, isSharedPath, loggablePath } from "#app/server/http/loggable-path.ts";
import { faultOf } from "#app/server/log.ts";
import { UpstreamError } from "#app/server/ports/upstream-error.ts";
import { ROUTE_PATHS } from "#tests/support/route-paths.ts";

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

const TOKEN = "0a1b2c3d4e5f6g7h8j9kamanap";
const ID = "0123456789abcdefghjkmnpq";

test("the log says of a path only the words that every path of its route has", () => {
  for (const path of ROUTE_PATHS) {
    const asked = path.replaceAll(/:\w+|\*/gu, TOKEN);
    const wanted = `/${path.replaceAll(/:\w+|\*/gu, ":")}`;
    expect(loggablePath(new Request(`https://acta.example/${asked}?q=${TOKEN}#${TOKEN}`))).toBe(wanted);
  }
});

test.each([
  [`/s/${TOKEN}`, "/s/:"],
  [`/clip/${TOKEN}/embed`, "/clip/:/embed"],
  [`/S/${TOKEN}/recording`, "/:/:/recording"],
  [`/%73/${TOKEN}`, "/:/:"],
  [`//s/${TOKEN}`, "//s/:"],
  [`/api/recorder/calls/${ID}/pieces/mix/1000/0`, "/api/recorder/calls/:/pieces/:/:/:"],
  [`/api/acta/meetings/${ID}/live?since=4`, "/api/acta/meetings/:/live"],
  ["/wp-admin/layoffs in march", "/:/:"],
  [`/${"a/".repeat(500)}`, "/:/:/:/:/:/:/:/:"],
  ["/", "/"],
])("of %s the log says %s", (path, said) => {
  expect(loggablePath(new Request(`https://acta.example${path}`))).toBe(said);
});

test.each(["/s", `/s/${TOKEN}`, `/clip/${TOKEN}/media`, `/S/${TOKEN}`, `/%73/${TOKEN}/pdf`, `/%53/${TOKEN}`])(
  "%s is a shared page's path",
  (path) => {
    expect(isSharedPath(path)).toBe(true);
  },
);

test.each(["/", "/settings", "/api/s/x", "/%zz"])("%s is no shared page's path", (path) => {
  expect(isSharedPath(path)).toBe(false);
});

test("a path of the API is one in every spelling that its route answers", () => {
  for (const path of ["/api/auth/session", "/API/auth/session", "/%61pi/auth/session", "/Api"]) {
    expect(isApiPath(path)).toBe(true);
  }
  for (const path of ["/", "/apis", "/s/api", "/%zz"]) expect(isApiPath(path)).toBe(false);
});
