import { exports } from "cloudflare:workers";
import { expect, test } from "vitest";
import { preferencesForm } from "#app/contracts/account-changes.ts";
import { BODY_BYTES_MAX } from "#app/domain/limits/requests.ts";
import { readForm } from "#app/server/http/read-body.ts";

const ORIGIN = "http://localhost:8787";
const FORM = "application/x-www-form-urlencoded";
const SIGN_IN = "/api/auth/signin";
const PREFERENCES = "/api/acta/user/preferences";

function send(path: string, method: string, type: string, body: string) {
  return exports.default.fetch(`${ORIGIN}${path}`, {
    method,
    body,
    headers: { Origin: ORIGIN, Host: "localhost:8787", "Content-Type": type },
    redirect: "manual",
  });
}

const tooLong = `theme=dark&provider=google&terms=accepted&more=${"x".repeat(BODY_BYTES_MAX)}`;

test.each([
  { path: SIGN_IN, what: "JSON", type: "application/json", body: "{}", status: 400 },
  { path: SIGN_IN, what: "a form in no format that there is", type: "multipart/form-data", body: "x", status: 400 },
  { path: SIGN_IN, what: "a form that is too long", type: FORM, body: tooLong, status: 400 },
  { path: PREFERENCES, what: "text", type: "text/plain", body: "theme=dark", status: 415 },
  { path: PREFERENCES, what: "a form in no format that there is", type: "multipart/form-data", body: "x", status: 422 },
  { path: PREFERENCES, what: "a form that is too long", type: FORM, body: tooLong, status: 413 },
])("$path refuses $what with $status", async ({ path, type, body, status }) => {
  const answer = await send(path, "POST", type, body);
  expect(answer.status).toBe(status);
  await answer.body?.cancel();
});

test("a form without an end is not read to its end", async () => {
  let sent = 0;
  const endless = new ReadableStream<Uint8Array>({
    pull(controller) {
      sent += 16_384;
      controller.enqueue(new Uint8Array(16_384).fill(0x78));
      if (sent > 50 * BODY_BYTES_MAX) controller.close();
    },
  });
  const request = new Request(`${ORIGIN}${PREFERENCES}`, {
    method: "POST",
    body: endless,
    headers: { "Content-Type": FORM },
  });
  expect(await readForm(request, preferencesForm)).toEqual({ ok: false, reason: "body-too-large" });
  expect(sent).toBeLessThan(50 * BODY_BYTES_MAX);
});

test("signing in with another method is no way in", async () => {
  const answer = await send(SIGN_IN, "PUT", FORM, "provider=google&terms=accepted&returnTo=%2F");
  expect(answer.status).toBe(405);
  await answer.body?.cancel();
});
