import { exports } from "cloudflare:workers";
import createClient from "openapi-fetch";
import { beforeAll, expect, test, vi } from "vitest";
import type { MeetId } from "#app/domain/ids.ts";
import type { paths } from "#tests/fixtures/public-api.ts";
import { describeApi } from "#app/server/http/describe-api.ts";
import { ORIGIN } from "#tests/support/api.ts";
import { makeKey } from "#tests/support/api-key.ts";
import { recordedTalk } from "#tests/support/recorded-talk.ts";
import { BY_NORA } from "#tests/support/scripted-minutes.ts";
import { signIn } from "#tests/support/sign-in.ts";

/**
 * A program whose types were made from the OpenAPI document by openapi-typescript, with the client of the same project. The type checker
 * refuses a call or a member that the document does not have; the calls show that the document says what the app does.
 */
const SOON = { timeout: 30_000, interval: 100 };
const LINES = [
  ["Jonas Vidal", "The desk opens at eight on Monday."],
  ["Nora Puig", "I will prepare the telephone list by Friday.", BY_NORA],
] as const;
const DETAILS = { title: "Seminar rooms", startsAt: "2027-01-20T10:30:00Z", language: "en" } as const;

const clientWith = (key: string) =>
  createClient<paths>({
    baseUrl: ORIGIN,
    headers: { Authorization: `Bearer ${key}` },
    fetch: (request) => exports.default.fetch(request),
  });

let acta: ReturnType<typeof clientWith>;
let meetId: MeetId;

beforeAll(async () => {
  const { cookie, userId } = await signIn({ name: "Nora Puig", plan: "pro" });
  acta = clientWith((await makeKey(cookie, { scope: "write" })).key);
  ({ meetId } = await recordedTalk(LINES, { userId, details: { title: "Desk" } }));
}, 60_000);

test("a typed client lists and reads meetings, their transcript and their minutes", async () => {
  const { data: list } = await acta.GET("/api/v1/meetings", { params: { query: { language: "en", sort: "title" } } });
  expect(list?.meetings.map(({ id, title }) => [id, title])).toEqual([[meetId, "Desk"]]);
  expect(list?.nextCursor).toBeNull();
  const params = { path: { meetId } };
  const { data: meeting, response } = await acta.GET("/api/v1/meetings/{meetId}", { params });
  expect([meeting?.status, response.headers.get("ETag")]).toEqual(["SUMMARIZED", expect.any(String)]);
  const { data: transcript } = await acta.GET("/api/v1/meetings/{meetId}/transcript", { params });
  expect(transcript?.segments.map(({ speaker, text }) => [speaker, text])).toEqual(
    LINES.map(([speaker, text]) => [speaker, text]),
  );
  const { data: minutes } = await acta.GET("/api/v1/meetings/{meetId}/minutes/{format}", {
    params: { path: { meetId, format: "md" } },
    parseAs: "text",
  });
  expect(minutes).toMatch(/^# Desk/u);
});

test("a typed client changes a task with its tag, and shares a meeting", async () => {
  const task = await vi.waitFor(async () => {
    const { data } = await acta.GET("/api/v1/tasks");
    const [first] = data?.tasks ?? [];
    if (!first) throw new Error("no task is listed yet");
    return first;
  }, SOON);
  const path = { meetId, taskId: task.id };
  const { response } = await acta.GET("/api/v1/meetings/{meetId}/tasks/{taskId}", { params: { path } });
  const params = { path, header: { "If-Match": response.headers.get("ETag") ?? "" } };
  const changed = await acta.PATCH("/api/v1/meetings/{meetId}/tasks/{taskId}", { params, body: { done: true } });
  expect(changed.data).toMatchObject({ id: task.id, done: true });
  const again = await acta.PATCH("/api/v1/meetings/{meetId}/tasks/{taskId}", { params, body: { done: false } });
  expect([again.response.status, again.error?.code]).toEqual([412, "changed-meanwhile"]);

  const { data: shared } = await acta.POST("/api/v1/meetings/{meetId}/shares", { params: { path: { meetId } } });
  expect(shared?.shares.map(({ parts }) => parts)).toEqual([["summary", "transcript", "recording"]]);
  const ended = await acta.DELETE("/api/v1/meetings/{meetId}/shares", { params: { path: { meetId } } });
  expect(ended.response.status).toBe(204);
});

test("a typed client starts an upload, invites Acta, and reads refusals by their code", async () => {
  const header = { "Idempotency-Key": "client-1" };
  const file = { extension: "mp4", bytes: 1000 } as const;
  const { data: upload } = await acta.POST("/api/v1/uploads", { params: { header }, body: { ...DETAILS, file } });
  expect(upload?.file?.url).toContain("http");
  const body = { ...DETAILS, link: "https://meet.google.com/abc-defg-hij" };
  const { data: call } = await acta.POST("/api/v1/calls", { body });
  const params = { path: { meetId: call?.id ?? "" } };
  expect((await acta.GET("/api/v1/meetings/{meetId}", { params })).data?.status).toBe("SCHEDULE");
  expect((await acta.DELETE("/api/v1/meetings/{meetId}", { params })).response.status).toBe(204);
  const refused = await acta.POST("/api/v1/calls", { body: { ...body, link: "nowhere" } });
  expect([refused.response.status, refused.error?.code]).toEqual([422, "invalid-link"]);
  const stranger = await clientWith("acta_none").GET("/api/v1/meetings");
  expect([stranger.data, stranger.error?.code]).toEqual([undefined, "key-invalid"]);
});

test("the document of the build is served as the endpoints describe themselves, and an unchanged one is not sent again", async () => {
  const ask = (headers: Record<string, string> = {}) =>
    exports.default.fetch(new Request(`${ORIGIN}/api/v1/openapi.json`, { headers }));
  const answer = await ask();
  expect(await answer.json()).toEqual(JSON.parse(JSON.stringify(await describeApi(ORIGIN))));
  const { headers } = answer;
  expect([headers.get("Content-Type"), headers.get("Cache-Control")]).toEqual([
    "application/json",
    "private, no-cache",
  ]);
  const again = await ask({ "If-None-Match": headers.get("ETag") ?? "" });
  expect([again.status, await again.text(), again.headers.get("ETag")]).toEqual([304, "", headers.get("ETag")]);
});
