import fc from "fast-check";
import { expect, test } from "vitest";
import { safeLocalPath, safeReturnPath } from "#app/domain/account/return-path.ts";

test.each([
  ["/", "/"],
  ["/history", "/history"],
  ["/history?status=error&page=2", "/history?status=error&page=2"],
  ["/0123456789abcdefghjkmnpq#12:34", "/0123456789abcdefghjkmnpq#12:34"],
  ["/settings?name=Núria%20P", "/settings?name=N%C3%BAria%20P"],
  ["/history?next=https://evil.example/", "/history?next=https://evil.example/"],
  ["/a/../settings", "/settings"],
  ["/apiary", "/apiary"],
])("%j is one of our pages: %j", (text, path) => {
  expect(safeReturnPath(text)).toBe(path);
});

test.each([
  null,
  undefined,
  "",
  "history",
  "//evil.example",
  "///evil.example",
  "/\\evil.example",
  "\\\\evil.example",
  "/\\/evil.example",
  "https://evil.example",
  "https:evil.example",
  "HTTPS://evil.example",
  "javascript:alert(1)",
  "data:text/html,x",
  " /history",
  "/\t/evil.example",
  "/\n/evil.example",
  "\t//evil.example",
  "/\u0000/evil.example",
  "/\u0085/evil.example",
  "/history\r\nSet-Cookie: a=b",
  "/%2f/evil.example",
  "/%2Fevil.example",
  "/%5cevil.example",
  "/%5C%5Cevil.example",
  "/%09/evil.example",
  "/.//evil.example",
  "/a/..//evil.example",
  "/%2e//evil.example",
  "@evil.example",
  "/".repeat(3),
  `/${"a".repeat(3000)}`,
])("%j is not a path of ours, so it is the home page", (text) => {
  expect(safeReturnPath(text)).toBe("/");
  expect(safeLocalPath(text)).toBe("/");
});

test.each([
  "/api/auth/signout",
  "/api/auth/callback/google?code=1",
  "/api",
  "/API/auth/session",
  "/a/../api/auth/signin",
  "/%61pi/auth/signout",
])("%j is not a page to return to", (text) => {
  expect(safeReturnPath(text)).toBe("/");
});

test("a local path may be one of the API's pages when the caller allows it", () => {
  expect(safeLocalPath("/api/auth/signin?returnTo=%2Fhistory")).toBe("/api/auth/signin?returnTo=%2Fhistory");
});

const parts = fc.constantFrom(
  "/",
  "\\",
  "//",
  "%2f",
  "%5c",
  ".",
  "..",
  "@",
  ":",
  "evil.example",
  "https:",
  "\t",
  "\n",
  "?",
  "#",
  "a",
  "%",
  "\u0000",
  " ",
);
const awkward = fc.oneof(
  fc.string(),
  fc.webUrl(),
  fc.array(parts, { maxLength: 8 }).map((each) => each.join("")),
);

test("for any input, the browser stays on our origin", () => {
  fc.assert(
    fc.property(awkward, (text) => {
      for (const path of [safeReturnPath(text), safeReturnPath(`/${text}`)]) {
        const reached = new URL(path, "https://acta.example/api/auth/callback/google");
        expect(reached.origin).toBe("https://acta.example");
        expect(path).toMatch(/^\/(?![/\\])/);
        expect(reached.pathname).not.toMatch(/^\/api(\/|$)/i);
      }
    }),
    { numRuns: 2000 },
  );
});

test.each(["/../%2fevil.example", "/a/../%5cevil.example", "/.//evil.example", "/..//evil.example"])(
  "%j is checked again after its dots are resolved",
  (text) => {
    expect(safeReturnPath(text)).toBe("/");
  },
);

test("a checked path stays unchanged when checked again", () => {
  fc.assert(
    fc.property(awkward, (text) => {
      const path = safeReturnPath(`/${text}`);
      expect(safeReturnPath(path)).toBe(path);
    }),
    { numRuns: 2000 },
  );
});
