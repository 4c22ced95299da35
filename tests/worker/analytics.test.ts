import { exports } from "cloudflare:workers";
import { expect, test, vi } from "vitest";
import { engineAnalytics, logAnalytics } from "#app/server/adapters/analytics/analytics-sinks.ts";
import type { LogFields } from "#app/server/log.ts";
import { signIn } from "#tests/support/sign-in.ts";

const SOON = { timeout: 30_000, interval: 50 };

const ORIGIN = "http://localhost:8787";
const SESSION = "0123456789abcdefghjkmnpq";

function report(body: unknown, cookie?: string, headers: Record<string, string> = {}) {
  return exports.default.fetch(`${ORIGIN}/api/acta/analytics`, {
    method: "POST",
    body: JSON.stringify(body),
    headers: {
      "Content-Type": "application/json",
      Origin: ORIGIN,
      ...(cookie ? { Cookie: cookie } : {}),
      ...headers,
    },
  });
}

test("an action is recorded by its specified name, with who did it and the session of analytics", async () => {
  const written = vi.spyOn(console, "log");
  const { userId, cookie } = await signIn();
  expect((await report({ event: "sidebar history" }, cookie)).status).toBe(204);
  expect((await report({ event: "login via Google", session: SESSION })).status).toBe(204);
  // A line is written beside the answer, not before it.
  await vi.waitFor(() => {
    const lines = written.mock.calls.map(([line]) => String(line)).filter((line) => line.includes('"analytics"'));
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      { event: "analytics", name: "sidebar history", userId },
      { event: "analytics", name: "login via Google", userId: null, session: SESSION },
    ]);
  }, SOON);
  written.mockRestore();
});

test("nothing is recorded of a browser that asks for privacy", async () => {
  const written = vi.spyOn(console, "log");
  const { userId, cookie } = await signIn();
  expect((await report({ event: "history" }, cookie, { DNT: "1" })).status).toBe(204);
  expect((await report({ event: "history" }, cookie, { "Sec-GPC": "1" })).status).toBe(204);
  expect((await report({ event: "sidebar home" }, cookie, { DNT: "0" })).status).toBe(204);
  await vi.waitFor(() => {
    const lines = written.mock.calls.map(([line]) => String(line)).filter((line) => line.includes('"analytics"'));
    expect(lines.map((line) => JSON.parse(line))).toEqual([{ event: "analytics", name: "sidebar home", userId }]);
  }, SOON);
  written.mockRestore();
});

test.each([{ event: "made up" }, {}, { event: 7 }, { event: "history", session: "a title of somebody's meeting" }])(
  "%o is no event of ours",
  async (body) => {
    expect((await report(body)).status).toBe(422);
  },
);

type Line = [event: string, fields?: LogFields | undefined];

test("Workers Analytics Engine gets the event and its session, and nothing of the person", () => {
  const points: AnalyticsEngineDataPoint[] = [];
  const lines: Line[] = [];
  const dataset = { writeDataPoint: (point?: AnalyticsEngineDataPoint) => void (point && points.push(point)) };
  const sink = engineAnalytics(dataset, (...line) => void lines.push(line));
  sink.track("copy link", { userId: "ada", session: SESSION });
  sink.track("history", { userId: null, session: null });
  expect(points).toEqual([
    { blobs: ["copy link"], doubles: [1], indexes: [SESSION] },
    { blobs: ["history"], doubles: [1], indexes: [""] },
  ]);
  expect(lines).toEqual([]);
});

test("an event that Workers Analytics Engine refuses fails no request", () => {
  const lines: Line[] = [];
  const dataset = {
    writeDataPoint: () => {
      throw new TypeError("too many points");
    },
  };
  engineAnalytics(dataset, (...line) => void lines.push(line)).track("history", { userId: "ada", session: SESSION });
  expect(lines).toEqual([["analytics.failed", { error: expect.stringContaining("TypeError") as string }]]);
});

test("without it, an event is a line of the log", () => {
  const lines: Line[] = [];
  logAnalytics((...line) => void lines.push(line)).track("history", { userId: "ada", session: SESSION });
  expect(lines).toEqual([["analytics", { name: "history", userId: "ada", session: SESSION }]]);
});
