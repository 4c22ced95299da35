import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { expect, test } from "vitest";
import { signIn } from "#tests/support/sign-in.ts";
import { workerEnv } from "#tests/support/worker-env.ts";
import type { Env } from "#workers/config.ts";
import worker from "#workers/entry.ts";

/** One machine whose disk is full: what grows is refused by name, and reading, deleting and ending go on. */

const origin = "http://localhost:8787";

async function ask(
  path: string,
  { cookie, method = "GET", json }: { cookie?: string; method?: string; json?: object } = {},
) {
  const env: Env = { ...workerEnv, DISK: { fetch: async () => new Response("full") } };
  const context = createExecutionContext();
  const answer = await worker.fetch(
    new Request(`${origin}${path}`, {
      method,
      headers: {
        Origin: origin,
        ...(cookie === undefined ? {} : { Cookie: cookie }),
        ...(json === undefined ? {} : { "Content-Type": "application/json" }),
      },
      ...(json === undefined ? {} : { body: JSON.stringify(json) }),
    }),
    env,
    context,
  );
  await waitOnExecutionContext(context);
  return answer;
}

test.each([
  "/api/acta/upload",
  "/api/acta/init_call",
  "/api/acta/here",
  "/api/acta/sample",
  "/api/v1/uploads",
  "/api/v1/calls",
])("POST %s is refused by name", async (path) => {
  const { cookie } = await signIn();
  const answer = await ask(path, { cookie, method: "POST", json: {} });
  const text = await answer.text();
  expect([answer.status, text]).toEqual([507, expect.stringContaining('"disk-full"')]);
  expect(text).toContain("The disk of this Acta is full");
});

test("reading, deleting and ending go on, and the health names the disk", async () => {
  const { cookie } = await signIn();
  expect((await ask("/history", { cookie })).status).toBe(200);
  expect((await ask(`/api/acta/uploads/${"0".repeat(24)}`, { cookie, method: "DELETE" })).status).not.toBe(507);
  expect((await ask("/api/auth/signout_everywhere", { cookie, method: "POST" })).status).not.toBe(507);
  const health = await ask("/api/health");
  expect([health.status, await health.json()]).toMatchObject([
    503,
    { ok: false, answers: { disk: "no", database: "yes" } },
  ]);
});

test("a page that meets a full database says so, with the way to try again", async () => {
  const { cookie } = await signIn();
  const full = () => Promise.reject(new Error("D1_ERROR: database or disk is full: SQLITE_FULL"));
  // Sign-in is read first; the lists of the page are the batches after it.
  const db = new Proxy(workerEnv.DB, {
    get: (target, name) => (name === "batch" ? full : Reflect.get(target, name).bind(target)),
  });
  const context = createExecutionContext();
  const request = new Request(`${origin}/`, { headers: { Cookie: cookie, "Accept-Language": "en" } });
  const answer = await worker.fetch(request, { ...workerEnv, DB: db }, context);
  const html = await answer.text();
  await waitOnExecutionContext(context);
  expect(answer.status).toBe(507);
  expect(html).toContain("The disk is full");
  expect(html).toContain("You can read, delete and end meetings.");
});
