import { exports } from "cloudflare:workers";
import { expect, test, vi } from "vitest";
import { signIn } from "#tests/support/sign-in.ts";

const ORIGIN = "http://localhost:8787";

function report(body: unknown, cookie?: string) {
  return exports.default.fetch(`${ORIGIN}/api/acta/analytics`, {
    method: "POST",
    body: JSON.stringify(body),
    headers: { "Content-Type": "application/json", Origin: ORIGIN, ...(cookie ? { Cookie: cookie } : {}) },
  });
}

test("an action is recorded by its specified name, with who did it", async () => {
  const written = vi.spyOn(console, "log");
  const { userId, cookie } = await signIn();
  expect((await report({ event: "sidebar history" }, cookie)).status).toBe(204);
  expect((await report({ event: "login via Google" })).status).toBe(204);
  // A line is written beside the answer, not before it.
  await vi.waitFor(() => {
    const lines = written.mock.calls.map(([line]) => String(line)).filter((line) => line.includes('"analytics"'));
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      { event: "analytics", name: "sidebar history", userId },
      { event: "analytics", name: "login via Google", userId: null },
    ]);
  });
  written.mockRestore();
});

test.each([{ event: "made up" }, {}, { event: 7 }])("%o is no event of ours", async (body) => {
  expect((await report(body)).status).toBe(422);
});
