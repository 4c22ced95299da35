import { expect, test } from "vitest";
import {
  formatToken,
  isAllowedRedirect,
  isResource,
  isToken,
  matchesRedirect,
  parseScopes,
  redirectPlace,
} from "#app/domain/account/app-access.ts";

/** Rules of OAuth for connected apps. */

test.each([
  ["https://claude.ai/api/mcp/auth_callback", true],
  ["http://127.0.0.1:33418/callback", true],
  ["http://[::1]/callback", true],
  ["http://localhost:8080/", true],
  ["com.example.assistant:/callback", true],
  ["cursor://anysphere.cursor-mcp/oauth/callback", true],
  ["http://localhost.evil.example/", false],
  ["http://127.0.0.1.evil.example/", false],
  ["http://assistant.example/", false],
  ["https://a:b@assistant.example/", false],
  ["https://assistant.example/#", false],
  ["javascript://assistant.example/%0aalert(1)", false],
  ["data:text/html,x", false],
  ["file:///etc/passwd", false],
  ["blob:https://assistant.example/x", false],
  ["intent://x", false],
  ["//assistant.example", false],
  ["", false],
])("whether an app may register %s: %s", (address, isAllowed) => {
  expect(isAllowedRedirect(address)).toBe(isAllowed);
});

test.each([
  ["http://127.0.0.1/cb", "http://127.0.0.1:5000/cb", true],
  ["http://127.0.0.1:4000/cb", "http://127.0.0.1:5000/cb", true],
  ["http://127.0.0.1/cb", "http://localhost/cb", false],
  ["http://127.0.0.1/cb", "http://127.0.0.1:5000/cb#x", false],
  ["http://127.0.0.1/cb", "http://x@127.0.0.1/cb", false],
  ["http://127.0.0.1/cb", "http://127.0.0.1/cb?x", false],
  ["https://a.example/cb", "https://a.example:444/cb", false],
  ["https://a.example/cb", "https://a.example/CB", false],
  ["https://a.example/cb", "https://a.example/cb", true],
])("an address registered as %s takes %s: %s", (registered, asked, matches) => {
  expect(matchesRedirect(registered, asked)).toBe(matches);
});

test("scopes are read and write, and write includes read", () => {
  expect(parseScopes(null)).toBeNull();
  expect(parseScopes("write")).toEqual(["read", "write"]);
  expect(parseScopes(" read ")).toEqual(["read"]);
  expect(parseScopes("read offline_access")).toEqual(["read"]);
  expect(parseScopes("openid profile")).toBeNull();
});

test.each([
  ["https://acta.example/mcp", true],
  ["https://acta.example/mcp/", true],
  ["HTTPS://Acta.Example:443/mcp", true],
  ["https://acta.example", true],
  ["https://acta.example/", true],
  ["https://acta.example/MCP", false],
  ["https://acta.example/mcp/other", false],
  ["https://acta.example/mcp?x", false],
  ["https://acta.example/mcp#x", false],
  ["https://x@acta.example/mcp", false],
  ["http://acta.example/mcp", false],
  ["https://acta.example.evil.example/mcp", false],
  ["", false],
])("whether %s is the address of our server: %s", (asked, isOurs) => {
  expect(isResource(asked, "https://acta.example/mcp")).toBe(isOurs);
});

test("a person is told the host, or the scheme of an app on the device", () => {
  expect(redirectPlace("https://assistant.example:8443/x")).toEqual({
    place: "assistant.example:8443",
    isThisMachine: false,
  });
  expect(redirectPlace("http://127.0.0.1:5000/x")).toEqual({ place: "127.0.0.1", isThisMachine: true });
  expect(redirectPlace("cursor://x/y")).toEqual({ place: "cursor://", isThisMachine: true });
});

test("a token names its kind", () => {
  const code = formatToken("code", "a".repeat(64));
  expect([isToken(code, "code"), isToken(code, "access"), isToken(`${code}0`, "code")]).toEqual([true, false, false]);
});
