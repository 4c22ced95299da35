import { createExecutionContext, createScheduledController, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, onTestFinished, test, vi } from "vitest";
import { RATE_LIMITS } from "#app/domain/limits/requests.ts";
import { call } from "#tests/support/api.ts";
import { makeUser } from "#tests/support/make-user.ts";
import { workerEnv } from "#tests/support/worker-env.ts";
import type { Env } from "#workers/config.ts";
import worker from "#workers/entry.ts";
import recorderWorker from "#workers/recorder/src/container/worker.ts";

test("the light answer looks at nothing; the other says which parts answer, without an address or a key", async () => {
  const light = await call("/api/health?light");
  expect(await light.json()).toEqual({
    ok: true,
    environment: "local",
    engines: { speech: "openai", language: "extractive", recorder: "acta", mail: "local" },
  });
  const whole = await call("/api/health");
  const text = await whole.text();
  expect(whole.status).toBe(200);
  // No server stands at the test's speech address here: an engine that is down is said, and does not make Acta unwell.
  expect(JSON.parse(text).answers).toEqual({
    database: "yes",
    recordings: "yes",
    meetings: "yes",
    disk: "none",
    speech: "no",
    language: "yes",
    recorder: "no",
    mail: "yes",
  });
  expect(text).not.toContain("speech.test");
});

test("a person who asks too often meets 429 with Retry-After, and others do not", async () => {
  const from = (address: string) => call("/api/auth/callback/google", { headers: { "CF-Connecting-IP": address } });
  const signIn = (address: string) =>
    call("/api/auth/signin", {
      method: "POST",
      headers: { "CF-Connecting-IP": address, "Content-Type": "application/x-www-form-urlencoded" },
      body: "provider=x",
    });
  expect((await from("203.0.113.9")).status).toBe(200);
  const statuses = new Set<number>();
  let last = await signIn("2001:db8:1:2::1");
  // Twice the limit: a minute may end on the way.
  for (let index = 0; index < 241 && last.status !== 429; index++) {
    await last.text();
    last = await signIn(`2001:db8:1:2::${index.toString(16)}`);
    statuses.add(last.status);
  }
  expect([last.status, last.headers.get("Retry-After")]).toEqual([429, "60"]);
  expect(await last.text()).toContain("Too many sign-ins come from your network.");
  expect((await signIn("2001:db8:1:3::1")).status).toBe(400);
}, 60_000);

test("a retry posted without JavaScript too often meets a page that says so and leads back, with Retry-After", async () => {
  const { cookie } = await makeUser(env.DB);
  const post = () => call("/0123456789abcdefghjkmnpq", { method: "POST", headers: { Cookie: cookie } });
  let last = await post();
  expect(last.status, "no such meeting").toBe(404);
  // Twice the limit: a minute may end on the way.
  for (let index = 0; index < 2 * RATE_LIMITS.retry && last.status !== 429; index++) {
    await last.text();
    last = await post();
  }
  expect([last.status, last.headers.get("Retry-After")]).toEqual([429, "60"]);
  expect(last.headers.get("Content-Type")).toContain("text/html");
  const page = await last.text();
  expect(page).toContain("Acta received too many requests");
  expect(page).toContain("Too many requests. Wait a moment and try again.");
  expect(page).toContain('href="/0123456789abcdefghjkmnpq"');
}, 60_000);

/** Asks the Worker under other variables, until what it logs is written. */
async function ask(request: Request, variables: Env): Promise<Response> {
  const context = createExecutionContext();
  const answer = await worker.fetch(request, variables, context);
  await waitOnExecutionContext(context);
  return answer;
}

/** The lines that the Worker logs during a test. */
function collectLog(): string[] {
  const lines: string[] = [];
  const spy = vi.spyOn(console, "log").mockImplementation((line) => void lines.push(String(line)));
  onTestFinished(() => spy.mockRestore());
  return lines;
}

const PATHS = [
  "/",
  "/api/health",
  "/api/health?light",
  "/api/auth/signin",
  "/_local/cron",
  "/_local/outbox",
  "/s/00000000000000000000000000",
];

test.each([
  ["ENVIRONMENT is missing", { ENVIRONMENT: undefined }],
  ["ENVIRONMENT has a value that cannot be used", { ENVIRONMENT: "staging" }],
  ["CONTACT_EMAIL is missing", { ENVIRONMENT: "production" }],
])("a Worker of which %s answers every request with 503, and only its log says why", async (problem, changes) => {
  const lines = collectLog();
  const changed = { ...workerEnv, ...changes } as Env;
  for (const path of PATHS) {
    for (const method of ["GET", "POST"]) {
      const request = new Request(`https://acta.example${path}`, { method });
      const answer = await ask(request, changed);
      expect(answer.status, path).toBe(503);
      const text = await answer.text();
      expect(text).not.toContain("ENVIRONMENT");
      expect(text).not.toContain("CONTACT_EMAIL");
      const said = path.startsWith("/api/health") ? '{"ok":false,"configured":false}' : "Acta is not configured.";
      expect(text).toContain(said);
    }
  }
  await worker.scheduled(createScheduledController(), changed, createExecutionContext());
  expect(lines).toHaveLength(2 * PATHS.length + 1);
  for (const line of lines) {
    expect(JSON.parse(line)).toMatchObject({ event: "config.refused", problems: expect.stringContaining(problem) });
  }
});

test.each([
  "http://acta.example",
  "https://acta-local.someone.workers.dev",
  "http://192.168.1.4:8787",
  "http://10.0.0.7",
])("with ENVIRONMENT=local nothing is answered under %s", async (origin) => {
  const lines = collectLog();
  for (const path of PATHS) {
    const answer = await ask(new Request(`${origin}${path}`), workerEnv);
    expect(answer.status, path).toBe(503);
  }
  expect(lines).toHaveLength(PATHS.length);
  expect(lines[0]).toContain("ENVIRONMENT=local answers under a loopback address only");
});

test.each(["http://localhost:8787", "http://127.0.0.1:8787", "http://[::1]:8787"])(
  "with ENVIRONMENT=local pages are answered under %s",
  async (origin) => {
    const answer = await ask(new Request(`${origin}/terms`), workerEnv);
    expect(answer.status).toBe(200);
  },
);

test.each([undefined, "", "short"])("the recorder's own Worker with the token %j takes no order", async (token) => {
  const order = { method: "POST", body: JSON.stringify({ botId: "0123456789abcdefghjkmnpq" }) };
  for (const said of [`Bearer ${String(token)}`, "Bearer undefined", "Bearer "]) {
    const request = new Request("https://recorder.example/v1/bots", { ...order, headers: { Authorization: said } });
    const answer = await recorderWorker.fetch(request, { RECORDER_TOKEN: token } as never);
    expect(answer.status).toBe(503);
  }
});
