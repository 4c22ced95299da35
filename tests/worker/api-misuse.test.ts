import { expect, test } from "vitest";
import { BODY_BYTES_MAX } from "#app/domain/limits/requests.ts";
import { call, refusalOf } from "#tests/support/api.ts";
import { meetingPayload } from "#tests/support/meeting-payload.ts";
import { signIn } from "#tests/support/sign-in.ts";

const UPLOAD = "/api/acta/upload";
const UPLOAD_DATA = "/api/acta/upload_data";
const CREDITS = "/api/acta/user/credits";
const RECORDING = "/api/acta/meetings/0123456789abcdefghjkmnpq/recording";

test.each([
  [CREDITS, "GET", undefined],
  [UPLOAD, "POST", meetingPayload()],
  [UPLOAD_DATA, "POST", { meetId: "x", meetingData: meetingPayload() }],
  [RECORDING, "GET", undefined],
])("%s by nobody is 401, in JSON and in words", async (path, method, json) => {
  const answer = await call(path, { method, json });
  expect(answer.headers.get("Cache-Control")).toBe("no-store");
  expect(await refusalOf(answer)).toEqual({
    status: 401,
    code: "signed-out",
    message: "You are signed out. Sign in again to go on.",
    reason: null,
  });
});

test.each([
  [UPLOAD, "GET", "POST"],
  [UPLOAD, "DELETE", "POST"],
  [UPLOAD, "PUT", "POST"],
  [UPLOAD_DATA, "GET", "POST"],
  [CREDITS, "POST", "GET, HEAD"],
  [RECORDING, "PATCH", "GET, HEAD"],
])("%s with %s is 405 and names %s", async (path, method, allowed) => {
  const answer = await call(path, { method });
  expect(answer.headers.get("Allow")).toBe(allowed);
  expect(await refusalOf(answer)).toMatchObject({ status: 405, code: "method-not-allowed" });
});

test("an unknown meeting, and what cannot be one, are the same 404", async () => {
  const { cookie } = await signIn();
  for (const path of [RECORDING, "/api/acta/meetings/..%2Fsecret/recording", "/api/acta/meetings/x/recording"]) {
    expect(await refusalOf(await call(path, { cookie }))).toMatchObject({ status: 404, code: "not-found" });
  }
});

const utf8 = (text: string) => new TextEncoder().encode(text);
const deep = `${"[".repeat(30_000)}${"]".repeat(30_000)}`;
const withField = (name: string, json: string) => {
  const rest = JSON.stringify(meetingPayload({ [name]: undefined }));
  return utf8(`{"${name}":${json},${rest.slice(1)}`);
};

test.each<[string, Uint8Array<ArrayBuffer>, number, string]>([
  ["nothing", utf8(""), 400, "malformed-json"],
  ["no JSON", utf8("meetingName=Weekly"), 400, "malformed-json"],
  ["half of it", utf8('{"meetingName":"We'), 400, "malformed-json"],
  ["null bytes", utf8("\0\0\0\0"), 400, "malformed-json"],
  ["bytes that are no text", new Uint8Array([0x22, 0xff, 0xfe, 0x22]), 400, "malformed-json"],
  ["deep nesting", utf8(deep), 422, "invalid-payload"],
  ["deep nesting in a field", withField("meetingName", deep), 422, "invalid-payload"],
  ["null", utf8("null"), 422, "invalid-payload"],
  ["a number", utf8("7"), 422, "invalid-payload"],
  ["a list", utf8("[]"), 422, "invalid-payload"],
  ["a prototype", utf8('{"__proto__":{"meetingName":"x"}}'), 422, "invalid-payload"],
  ["a title that is a number", withField("meetingName", "7"), 422, "invalid-payload"],
  ["a title of spaces", withField("meetingName", '"   "'), 422, "invalid-payload"],
  ["a title of null bytes", withField("meetingName", '"\\u0000\\u0000"'), 422, "invalid-payload"],
  ["a title that is too long", withField("meetingName", `"${"x".repeat(301)}"`), 422, "invalid-payload"],
  ["a date in words", withField("meetingDate", '"tomorrow"'), 422, "invalid-payload"],
  ["a date beyond all calendars", withField("meetingDate", "9999999999999999"), 422, "invalid-payload"],
  ["a date before 1970", withField("meetingDate", "-1"), 422, "invalid-payload"],
  ["an unknown language", withField("meetLanguage", '"xx"'), 422, "invalid-payload"],
  ["a size that is text", withField("fileSize", '"12"'), 422, "invalid-payload"],
  ["a size below nothing", withField("fileSize", "-1"), 422, "invalid-payload"],
  ["half a byte", withField("fileSize", "1.5"), 422, "invalid-payload"],
  ["a size without end", withField("fileSize", "1e999"), 422, "invalid-payload"],
  ["a submission id with a path in it", withField("submissionId", '"../../x/y"'), 422, "invalid-payload"],
  ["more than the limit", utf8(`"${"x".repeat(BODY_BYTES_MAX)}"`), 413, "body-too-large"],
  ["five megabytes", new Uint8Array(5_000_000).fill(0x20), 413, "body-too-large"],
])("a body of %s is refused", async (_name, body, status, code) => {
  const { cookie } = await signIn();
  const answer = await call(UPLOAD, { method: "POST", cookie, body, headers: { "Content-Type": "application/json" } });
  expect(await refusalOf(answer)).toMatchObject({ status, code, reason: null });
});

test("a body that does not end is cut at the limit, whatever length it claims", async () => {
  const { cookie } = await signIn();
  let sent = 0;
  const endless = new ReadableStream({
    pull(controller) {
      sent += 16_384;
      controller.enqueue(new Uint8Array(16_384).fill(0x20));
      if (sent > 50_000_000) controller.close();
    },
  });
  const answer = await call(UPLOAD, {
    method: "POST",
    cookie,
    body: endless,
    headers: { "Content-Type": "application/json" },
  });
  expect(await refusalOf(answer)).toMatchObject({ status: 413 });
  expect(sent).toBeLessThan(1_000_000);
});

test.each([
  "text/plain",
  "application/x-www-form-urlencoded",
  "multipart/form-data; boundary=x",
  "application/jsonx",
  "",
])("a body of type %j is 415", async (type) => {
  const { cookie } = await signIn();
  const headers = type === "" ? {} : { "Content-Type": type };
  const answer = await call(UPLOAD, { method: "POST", cookie, body: utf8(JSON.stringify(meetingPayload())), headers });
  expect(await refusalOf(answer)).toMatchObject({ status: 415, code: "not-json" });
});

test("the refusal names the fields that could not be used, and never repeats what was sent", async () => {
  const { cookie } = await signIn();
  const json = meetingPayload({ meetingName: "", meetLanguage: "klingon" });
  const answer = await call(UPLOAD, { method: "POST", cookie, json });
  const text = await answer.clone().text();
  expect((await refusalOf(answer)).fields).toEqual(["meetingName", "meetLanguage"]);
  expect(text).not.toContain("klingon");
});

test.each([
  ["another site", { Origin: "https://evil.example" }],
  ["a sandboxed frame", { Origin: "null" }],
  ["another port", { Origin: "http://localhost:9999" }],
  ["another site without an Origin", { "Sec-Fetch-Site": "cross-site" }],
  ["a neighbouring site without an Origin", { "Sec-Fetch-Site": "same-site" }],
  ["a browser with an empty Origin", { Origin: "", "Sec-Fetch-Site": "cross-site" }],
])("a change asked for by %s is refused before anything is looked at", async (_name, headers) => {
  const { cookie } = await signIn();
  const answer = await call(UPLOAD, { method: "POST", cookie, json: meetingPayload(), headers });
  expect(await refusalOf(answer)).toMatchObject({ status: 403, code: "forbidden" });
  expect((await call(CREDITS, { cookie, headers })).status).toBe(200);
});

test.each<[string, Record<string, string>]>([
  ["our own page", { Origin: "http://localhost:8787", "Sec-Fetch-Site": "same-origin" }],
  ["a program", {}],
])("a change asked for by %s passes", async (_name, headers) => {
  const { cookie } = await signIn();
  const answer = await call(UPLOAD, { method: "POST", cookie, json: meetingPayload(), headers });
  expect(answer.status).toBe(200);
});

test("credits are the fields of the specification with the usage beside them, and are not kept by anybody", async () => {
  const { cookie } = await signIn();
  const answer = await call(CREDITS, { cookie });
  expect(answer.headers.get("Cache-Control")).toBe("no-store");
  expect(await answer.json()).toEqual({
    meetCount: { uploadMeets: 0, recordMeets: 0 },
    freeCreditsEnableToRecord: true,
    freeCreditsEnableToUpload: true,
    usage: { uploads: { used: 0, limit: 15 }, recordings: { used: 0, limit: 15 }, period: "all-time" },
  });
});
