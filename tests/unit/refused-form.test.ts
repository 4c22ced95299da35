import { expect, test } from "vitest";
import { errorResponse } from "#app/server/http/error-response.ts";
import { readableRefusal } from "#app/server/http/refused-form.ts";

const ORIGIN = "https://acta.example";
const FORM = { "Content-Type": "application/x-www-form-urlencoded", Accept: "text/html,application/xhtml+xml" };

function post(headers: Record<string, string>, path = "/api/acta/user/choices") {
  return new Request(`${ORIGIN}${path}`, { method: "POST", headers, body: "" });
}

async function placeOf(request: Request, because: Parameters<typeof errorResponse>[1]) {
  const answered = await readableRefusal(request, await errorResponse(request, because));
  return [answered.status, answered.headers.get("Location")];
}

test("a plain form's refusal leads to a page that says it, and back to the form's page", async () => {
  const request = post({ ...FORM, Referer: `${ORIGIN}/settings?saved=language` });
  expect(await placeOf(request, "too-many-requests")).toEqual([
    303,
    "/refused?because=too-many-requests&back=%2Fsettings%3Fsaved%3Dlanguage",
  ]);
  expect(await placeOf(post(FORM), "invalid-form")).toEqual([303, "/refused?because=invalid-form"]);
});

test("a person who is signed out is led to sign-in and back", async () => {
  const request = post({ ...FORM, Referer: `${ORIGIN}/settings` });
  expect(await placeOf(request, "signed-out")).toEqual([303, "/api/auth/signin?returnTo=%2Fsettings"]);
});

test.each([
  ["a call of a page", post({ "Content-Type": "application/json", Accept: "*/*" })],
  ["a form that a script sends", post({ ...FORM, Accept: "*/*" })],
  ["a program", post(FORM, "/oauth/token")],
])("the refusal of %s stays JSON", async (_of, request) => {
  expect(await placeOf(request, "too-many-requests")).toEqual([429, null]);
});
