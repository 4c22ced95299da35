import { afterEach, expect, test, vi } from "vitest";
import { taskMark } from "#app/domain/tasks/task-mark.ts";
import { linearTasks } from "#app/server/adapters/tasks/linear/linear-tasks.ts";
import type { NewTask, TaskClient } from "#app/server/ports/task-service.ts";
import { hmacOf } from "#workers/stand-ins/tasks/task-access.mjs";

/** The adapter of Linear against answers in the form of its documentation. */

const CLIENT: TaskClient = {
  clientId: "id",
  clientSecret: "secret",
  webhookSecret: "whs",
  redirectUri: "https://acta.example/back",
  localOrigin: null,
};
const TASK: NewTask = {
  mark: "0a7c0001-0000-4000-8000-000000000009",
  title: "Order the glass",
  lines: ["For: [Lucía](x) *now*"],
  link: { text: "From “Roof”", url: "https://acta.example/m?t=5" },
  dueDay: "2026-12-01",
  assigneeId: null,
};

afterEach(() => vi.restoreAllMocks());

/** Answers requests in their order, and keeps what was asked. */
function network(...answers: [number, unknown][]) {
  const asked: { url: string; body: string; authorization: string | null }[] = [];
  vi.spyOn(globalThis, "fetch").mockImplementation(async (input, init) => {
    const request = new Request(input, init);
    asked.push({
      url: request.url,
      body: await request.clone().text(),
      authorization: request.headers.get("Authorization"),
    });
    const [status, body] = answers.shift() ?? [500, {}];
    return Response.json(body, { status });
  });
  return asked;
}
const account = (access: (fresh?: boolean) => Promise<string | null> = async () => "token") =>
  linearTasks(CLIENT).account({ access });
const failed = (message: string, code = "INPUT_ERROR") => ({
  errors: [{ message, extensions: { code, type: "invalid input" } }],
});
const issue = (over: object = {}) => ({
  id: TASK.mark,
  url: "https://linear.app/a/issue/A-1",
  trashed: null,
  state: { type: "unstarted" },
  ...over,
});

test("an issue has the mark as its id, its words escaped, a day and no assignee whom nobody chose", async () => {
  const asked = network([200, { data: { issueCreate: { success: true, issue: issue() } } }]);
  expect(await account().create("team", TASK)).toEqual({
    ok: true,
    value: { externalId: TASK.mark, url: "https://linear.app/a/issue/A-1", state: "open" },
  });
  expect(asked[0]).toMatchObject({ url: "https://api.linear.app/graphql", authorization: "Bearer token" });
  expect(JSON.parse(asked[0]?.body ?? "{}")).toMatchObject({
    operationName: "ActaCreate",
    variables: {
      input: {
        id: TASK.mark,
        teamId: "team",
        title: "Order the glass",
        dueDate: "2026-12-01",
        description: "For: \\[Lucía\\](x) \\*now\\*\n\n[From “Roof”](https://acta.example/m?t=5)",
      },
    },
  });
  expect(asked[0]?.body).not.toContain("assigneeId");
});

test("an id that is taken is the task of an earlier attempt; other refusals have a reason", async () => {
  network([400, failed("Entity Issue with this id already exists")], [200, { data: { issues: { nodes: [issue()] } } }]);
  expect(await account().create("team", TASK)).toMatchObject({ ok: true });
  for (const [message, reason] of [
    ["Entity not found: Team", "no-place"],
    ["Entity not found: assigneeId", "no-person"],
    ["Argument Validation Error: title", "refused"],
  ] as const) {
    network([400, failed(message)], [200, { data: { issues: { nodes: [] } } }]);
    expect(await account().create("team", TASK)).toEqual({ ok: false, reason });
  }
});

test("states are open, done or gone, and an issue that is not in the answer is left out", async () => {
  const nodes = [
    issue({ id: "a", state: { type: "completed" } }),
    issue({ id: "b", state: { type: "canceled" } }),
    issue({ id: "c", state: { type: "started" } }),
    issue({ id: "d", trashed: true, state: { type: "completed" } }),
  ];
  network([200, { data: { issues: { nodes } } }]);
  expect([...(await account().readStates(["a", "b", "c", "d", "e"]))]).toEqual([
    ["a", "done"],
    ["b", "gone"],
    ["c", "open"],
    ["d", "gone"],
  ]);
});

test("a refused token is refreshed once, and too many requests are told with a wait", async () => {
  const asked = network([401, {}], [200, { data: { teams: { nodes: [], pageInfo: { hasNextPage: false } } } }]);
  expect(await account(async (fresh) => (fresh ? "new" : "old")).listPlaces()).toEqual([]);
  expect(asked.map(({ authorization }) => authorization)).toEqual(["Bearer old", "Bearer new"]);
  network([401, {}], [200, failed("Authentication required", "AUTHENTICATION_ERROR")]);
  await expect(account().listPlaces()).rejects.toMatchObject({ status: 401, retryable: false });
  network([400, failed("Rate limit exceeded", "RATELIMITED")]);
  await expect(account().listPlaces()).rejects.toMatchObject({ status: 429, retryable: true });
  network([502, {}]);
  await expect(account().listPlaces()).rejects.toMatchObject({ status: 502, retryable: true });
});

test("only a signed and young message of an issue names a task", async () => {
  const { readEvent } = linearTasks(CLIENT);
  const now = Date.parse("2026-12-01T10:00:00Z");
  const send = async (message: object, secret = "whs") => {
    const text = JSON.stringify(message);
    const hex = [...(await hmacOf(secret, text))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
    const headers = new Headers({ "Linear-Signature": hex });
    return readEvent?.({ headers, body: new TextEncoder().encode(text) }, now);
  };
  const good = { type: "Issue", webhookTimestamp: now, data: { id: "a" } };
  expect(await send(good)).toEqual(["a"]);
  expect(await send({ ...good, type: "Comment" })).toEqual([]);
  expect(await send(good, "another")).toBeNull();
  expect(await send({ ...good, webhookTimestamp: now - 10 * 60_000 })).toBeNull();
  expect(linearTasks({ ...CLIENT, webhookSecret: null }).readEvent).toBeUndefined();
});

test("the mark of a task is a UUID of version 4, and another one for another account, task or round", () => {
  const of = { kind: "linear", accountId: "o", meetId: "m", taskId: "t", round: 0 } as const;
  const mark = taskMark(of);
  expect(mark).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(taskMark(of)).toBe(mark);
  const others = [{ accountId: "p" }, { taskId: "u" }, { meetId: "n" }, { round: 1 }].map((over) =>
    taskMark({ ...of, ...over }),
  );
  expect(new Set([mark, ...others]).size).toBe(5);
});
