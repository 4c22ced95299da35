import type { IncomingMessage, ServerResponse } from "node:http";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { callApi, getData } from "#app/contracts/call-api.ts";
import { pathOf } from "#app/contracts/endpoint.ts";
import { readCredits, readSession, savePreferences } from "#app/contracts/endpoints/account.ts";
import { readChat } from "#app/contracts/endpoints/chat.ts";
import { bringBackVersion } from "#app/contracts/endpoints/edits.ts";
import { listTemplates } from "#app/contracts/endpoints/templates.ts";
import { deleteMeeting, readTranscript } from "#app/contracts/endpoints/meetings.ts";
import { changeShare } from "#app/contracts/endpoints/shares.ts";
import { SESSION_DOUBTED_EVENT, SESSION_ENDED_EVENT } from "#app/contracts/session.ts";
import { type FileServer, startFileServer } from "#tests/support/file-server.ts";

/** The browser's call against a real HTTP server; only the origin is put before the path, which a page has by itself. */
type Asked = { method: string; url: string; headers: IncomingMessage["headers"]; body: string };

let server: FileServer;
let asked: Asked[] = [];
let answer: (response: ServerResponse) => void = () => undefined;
const realFetch = globalThis.fetch;

beforeAll(async () => {
  server = await startFileServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const { method = "", url = "", headers } = request;
      asked.push({ method, url, headers, body: Buffer.concat(chunks).toString("utf8") });
      answer(response);
    });
  });
});
afterAll(() => server.close());

beforeEach(() => {
  asked = [];
  vi.stubGlobal("fetch", (path: string, init: RequestInit) => realFetch(new URL(path, server.origin), init));
});
afterEach(() => vi.unstubAllGlobals());

function answerWith(status: number, body: string | object, headers: Record<string, string> = {}): void {
  answer = (response) => {
    response.writeHead(status, {
      "Content-Type": typeof body === "string" ? "text/html" : "application/json",
      ...headers,
    });
    response.end(typeof body === "string" ? body : JSON.stringify(body));
  };
}
const refusal = (over: object = {}) => ({ error: { code: "not-found", message: "Not here.", reason: null, ...over } });
const params = { meetId: "m1" };
const CREDITS = {
  meetCount: { uploadMeets: 1, recordMeets: 2 },
  freeCreditsEnableToRecord: true,
  freeCreditsEnableToUpload: false,
  usage: {
    uploads: { used: 1, limit: 3 },
    recordings: { used: 2, limit: 15 },
    period: "all-time",
  },
};

test("sends the method, the path with its parameters, and JSON with credentials", async () => {
  answerWith(200, { version: 4, both: [] });
  const credentials: (string | undefined)[] = [];
  vi.stubGlobal("fetch", (path: string, init: RequestInit) => {
    credentials.push(init.credentials);
    return realFetch(new URL(path, server.origin), init);
  });
  const end = await callApi(bringBackVersion, {
    params: { meetId: "a/b", version: 3 },
    body: { saveId: "save-0001" },
  });
  expect(end).toEqual({ ok: true, value: { version: 4, both: [] } });
  expect(asked).toMatchObject([
    {
      method: "POST",
      url: "/api/acta/meetings/a%2Fb/versions/3",
      body: '{"saveId":"save-0001"}',
      headers: { "content-type": "application/json", accept: "application/json" },
    },
  ]);
  expect(credentials).toEqual(["include"]);
});

test("a GET has the JSON content type of §7 and no body", async () => {
  answerWith(200, CREDITS);
  expect(await callApi(readCredits, {})).toEqual({ ok: true, value: CREDITS });
  expect(asked).toMatchObject([
    { method: "GET", url: "/api/acta/user/credits", body: "", headers: { "content-type": "application/json" } },
  ]);
});

test("a form is sent as a form, without the fields that are absent", async () => {
  answer = (response) => response.writeHead(204).end();
  expect(await callApi(savePreferences, { body: { timeZone: "Europe/Paris", theme: undefined } })).toEqual({
    ok: true,
    value: null,
  });
  expect(asked).toMatchObject([
    {
      body: "timeZone=Europe%2FParis",
      headers: { "content-type": "application/x-www-form-urlencoded;charset=UTF-8" },
    },
  ]);
});

test("a refusal is a value with code, reason, message and fields", async () => {
  answerWith(422, refusal({ code: "invalid-payload", reason: "too-long", fields: ["parts", "expiresAt"] }));
  const end = await callApi(changeShare, { params, body: { titleShown: true } });
  expect(end).toMatchObject({
    ok: false,
    kind: "refused",
    status: 422,
    code: "invalid-payload",
    reason: "too-long",
    message: "Not here.",
    fields: ["parts", "expiresAt"],
    cue: null,
    retryAfterS: null,
  });
});

test("a refusal keeps what its endpoint says beside it", async () => {
  answerWith(409, { ...refusal({ code: "edited-meanwhile" }), current: { version: 7 } });
  expect(await callApi(deleteMeeting, { params })).toMatchObject({
    kind: "refused",
    body: { current: { version: 7 } },
  });
});

test("401 is a session that ended", async () => {
  answerWith(401, refusal({ code: "signed-out", message: "You are signed out." }));
  expect(await callApi(deleteMeeting, { params })).toMatchObject({
    ok: false,
    kind: "signed-out",
    message: "You are signed out.",
  });
});

test.each([
  [401, 1],
  [404, 0],
  [503, 0],
])("after a refusal with %d the page is told %d times that the session has ended", async (status, times) => {
  const page = new EventTarget();
  const told = vi.fn();
  page.addEventListener(SESSION_ENDED_EVENT, told);
  vi.stubGlobal("window", page);
  answerWith(status, refusal({ code: "any" }));
  await callApi(deleteMeeting, { params });
  vi.unstubAllGlobals();
  expect(told).toHaveBeenCalledTimes(times);
});

test("a call that the page makes by itself only has the session checked", async () => {
  const page = new EventTarget();
  const told = vi.fn(({ type }: Event) => type);
  for (const event of [SESSION_ENDED_EVENT, SESSION_DOUBTED_EVENT]) page.addEventListener(event, told);
  vi.stubGlobal("window", page);
  answerWith(401, refusal({ code: "any" }));
  await callApi(readCredits, { unasked: true });
  vi.unstubAllGlobals();
  expect(told.mock.results.map(({ value }) => value)).toEqual([SESSION_DOUBTED_EVENT]);
});

test.each([
  ["7", 7],
  ["0", 0],
  ["Mon, 23 Nov 2026 10:00:00 GMT", 60],
  [null, 60],
])("429 with Retry-After %s says to wait %d s", async (header, seconds) => {
  answerWith(429, refusal({ code: "too-many-requests" }), header === null ? {} : { "Retry-After": header });
  expect(await callApi(deleteMeeting, { params })).toMatchObject({
    ok: false,
    kind: "too-many-requests",
    code: "too-many-requests",
    retryAfterS: seconds,
  });
});

test.each([
  ["a refusal that is no JSON", 502, "<h1>Bad gateway</h1>"],
  ["a refusal of another shape", 500, { message: "no" }],
  ["a good answer that is no JSON", 200, "<h1>Welcome to the hotel</h1>"],
  ["a good answer of another shape", 200, { meetCount: 3 }],
  ["an empty good answer", 200, ""],
])("%s is unreadable, and keeps its status", async (_name, status, body) => {
  answerWith(status, body);
  expect(await callApi(readCredits, {})).toMatchObject({ ok: false, kind: "unreadable", status, message: null });
});

test("an answer that nobody reads may be anything", async () => {
  answerWith(200, "fine");
  expect(await callApi(deleteMeeting, { params, unread: true })).toEqual({ ok: true, value: null });
});

test("a network that fails is offline", async () => {
  answer = (response) => response.destroy();
  expect(await callApi(deleteMeeting, { params })).toMatchObject({ ok: false, kind: "offline", status: 0 });
});

test("an answer that breaks off is offline", async () => {
  answer = (response) => {
    response.writeHead(200, { "Content-Type": "application/json", "Content-Length": "400" });
    response.write("{", () => response.destroy());
  };
  expect(await callApi(readCredits, {})).toMatchObject({ ok: false, kind: "offline" });
});

test("an answer that does not come in time is timed out", async () => {
  answer = () => undefined;
  expect(await callApi(readCredits, { timeoutMs: 20 })).toMatchObject({ ok: false, kind: "timed-out", status: 0 });
});

test("a call that its caller ends is aborted, before it began or while it waits", async () => {
  const leaving = new AbortController();
  answer = () => leaving.abort();
  expect(await callApi(readCredits, { signal: leaving.signal, timeoutMs: 60_000 })).toMatchObject({ kind: "aborted" });
  expect(await callApi(readCredits, { signal: leaving.signal })).toMatchObject({ ok: false, kind: "aborted" });
});

test("events come as they are sent", async () => {
  answerWith(200, '{"type":"gone"}\n', { "Content-Type": "application/x-ndjson" });
  const end = await callApi(readChat, { params });
  expect(end.ok && (await end.value.text())).toBe('{"type":"gone"}\n');
});

test.each([
  ["an empty object", {}, true],
  ["a person", { user: { name: "Nora Puig", email: null }, onboarded: true }, true],
  ["an object of something else", { error: { code: "unavailable" } }, false],
])("the session's answer may be %s: %#", async (_name, body, isSession) => {
  answerWith(200, body);
  expect((await callApi(readSession, {})).ok).toBe(isSession);
});

test("§7: the generic GET gives the value", async () => {
  answerWith(200, []);
  expect(await getData(listTemplates, {})).toEqual([]);
});

test.each([
  ["a refusal", 404, refusal()],
  ["a refusal that is no JSON", 502, "<h1>Bad gateway</h1>"],
])("§7: the generic GET raises 'Error al obtener los datos' for %s", async (_name, status, body) => {
  answerWith(status, body);
  const failing = getData(readTranscript, { params });
  await expect(failing).rejects.toThrow(/^Error al obtener los datos$/);
  await expect(failing).rejects.toMatchObject({ name: "CallError", failure: { status } });
});

test("§7: the generic GET raises 'Error al obtener los datos' for a network that fails", async () => {
  answer = (response) => response.destroy();
  await expect(getData(readTranscript, { params })).rejects.toThrow(/^Error al obtener los datos$/);
});

test.each([["no JSON"], [""]])(
  "§7: the generic GET raises 'Invalid JSON response' for a body of '%s'",
  async (body) => {
    answerWith(200, body);
    await expect(getData(readTranscript, { params })).rejects.toThrow(/^Invalid JSON response$/);
  },
);

test("a path's parameters are written into it, each as one segment", () => {
  expect(pathOf({ path: "/s/:token/export/:format" }, { token: "a b/c", format: "md" })).toBe("/s/a%20b%2Fc/export/md");
});
