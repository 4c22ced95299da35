import { afterEach, expect, test, vi } from "vitest";
import { asanaTasks } from "#app/server/adapters/tasks/asana/asana-tasks.ts";
import { jiraTasks } from "#app/server/adapters/tasks/jira/jira-tasks.ts";
import { microsoftTodoTasks } from "#app/server/adapters/tasks/microsoft-todo/microsoft-todo-tasks.ts";
import { todoistTasks } from "#app/server/adapters/tasks/todoist/todoist-tasks.ts";
import type { NewTask, TaskClient } from "#app/server/ports/task-service.ts";

/** The adapters with a REST API against answers in the form of their documentation. */

const CLIENT: TaskClient = {
  clientId: "id",
  clientSecret: "secret",
  webhookSecret: "secret",
  redirectUri: "https://acta.example/back",
  localOrigin: null,
};
const TASK: NewTask = {
  mark: "0a7c0001-0000-4000-8000-000000000009",
  title: "* Order\nthe glass",
  lines: ["For: [Lucía](x) *now*"],
  link: { text: "From “Roof”", url: "https://acta.example/m?t=5" },
  dueDay: "2026-12-01",
  assigneeId: "p",
};

afterEach(() => vi.restoreAllMocks());

/** Answers requests in their order, and keeps what was asked. */
function network(...answers: [number, unknown][]) {
  const asked: { url: string; method: string; json: unknown }[] = [];
  vi.spyOn(globalThis, "fetch").mockImplementation(async (input, init) => {
    const request = new Request(input, init);
    const text = await request.clone().text();
    const json: unknown = text.startsWith("{") ? JSON.parse(text) : text;
    asked.push({ url: request.url, method: request.method, json });
    const [status, body] = answers.shift() ?? [500, {}];
    return Response.json(body, { status, headers: status === 429 ? { "Retry-After": "30" } : {} });
  });
  return asked;
}
const access = async () => "token";
const SITES = [200, [{ id: "s", name: "serra", url: "https://serra.atlassian.net", scopes: ["write:jira-work"] }]] as [
  number,
  unknown,
];

test("an issue of Jira has the words as text, the mark as a property, and its day among the words where the project has none", async () => {
  const types = [
    { id: "1", name: "Epic", hierarchyLevel: 1 },
    { id: "2", name: "Idea" },
    { id: "3", name: "Tarea", untranslatedName: "Task" },
  ];
  const asked = network(
    [200, { issueTypes: types }],
    [400, { errorMessages: [], errors: { duedate: "It is not on the appropriate screen" } }],
    [201, { id: "20001", key: "SER-1" }],
    SITES,
  );
  expect(await jiraTasks(CLIENT).account({ access }).create("s/10100", TASK)).toEqual({
    ok: true,
    value: { externalId: "s/20001", url: "https://serra.atlassian.net/browse/SER-1", state: "open" },
  });
  expect(asked[1]).toMatchObject({
    url: "https://api.atlassian.com/ex/jira/s/rest/api/3/issue",
    json: {
      fields: { issuetype: { id: "3" }, summary: "* Order the glass", duedate: "2026-12-01", assignee: { id: "p" } },
    },
  });
  expect(asked[2]?.json).toMatchObject({ properties: [{ key: "acta.task", value: { mark: TASK.mark } }] });
  expect(JSON.stringify(asked[2]?.json)).not.toContain("duedate");
  expect(JSON.stringify(asked[2]?.json)).toContain('{"type":"text","text":"2026-12-01"}');
  expect(JSON.stringify(asked[2]?.json)).toContain('"text":"For: [Lucía](x) *now*"');
});

test("an issue that Jira cannot read now is not taken for one that is gone", async () => {
  network([200, { issues: [], issueErrors: [{ id: "20001", errorMessage: "timeout" }] }]);
  await expect(jiraTasks(CLIENT).account({ access }).readStates(["s/20001"])).rejects.toMatchObject({
    retryable: true,
  });
});

test("a task of Todoist has its words escaped, can be ticked, and carries the mark in its link", async () => {
  const asked = network([200, { id: "6X", description: "", checked: false }]);
  expect(
    await todoistTasks(CLIENT)
      .account({ access })
      .create("p", { ...TASK, assigneeId: null }),
  ).toMatchObject({ ok: true });
  expect(asked[0]).toMatchObject({
    url: "https://api.todoist.com/api/v1/tasks",
    json: {
      content: "Order\nthe glass",
      due_date: "2026-12-01",
      description: `For: \\[Lucía\\](x) \\*now\\*\n\n[From “Roof”](https://acta.example/m?t=5#${TASK.mark})`,
    },
  });
});

test("a task of Asana that is refused because it is there already is found by its mark", async () => {
  const found = { data: { gid: "9", permalink_url: "https://app.asana.com/1/2/task/9", completed: true } };
  const asked = network([400, { errors: [{ message: "external: already exists" }] }], [200, found]);
  expect(await asanaTasks(CLIENT).account({ access }).create("1/2", TASK)).toMatchObject({
    value: { externalId: "9", state: "done" },
  });
  expect(asked[1]?.url).toContain(`/tasks/external%3A${TASK.mark}?`);
  for (const [message, reason] of [
    ["assignee: Unknown object: p", "no-person"],
    ["projects: [0]: Unknown object: 2", "no-place"],
    ["name: Too long", "refused"],
  ] as const) {
    network([400, { errors: [{ message }] }], [404, { errors: [] }]);
    expect(await asanaTasks(CLIENT).account({ access }).create("1/2", TASK)).toEqual({ ok: false, reason });
  }
});

test("states are read in batches, whose answers may be in any order or lack one", async () => {
  const todo = microsoftTodoTasks(CLIENT).account({ access });
  const asked = network([
    200,
    {
      responses: [
        { id: "1", status: 404, body: { error: { code: "ErrorItemNotFound" } } },
        { id: "0", status: 200, body: { id: "t1", status: "completed" } },
      ],
    },
  ]);
  expect(await todo.readStates(["l= t1", "l= t2"])).toEqual(new Map([["l= t1", "done"]]));
  expect(asked[0]).toMatchObject({
    url: "https://graph.microsoft.com/v1.0/$batch",
    json: { requests: [{ id: "0", url: "/me/todo/lists/l%3D/tasks/t1?$select=id,status" }, { id: "1" }] },
  });
  network([200, { responses: [{ id: "0", status: 200, body: { id: "t1", status: "completed" } }] }]);
  await expect(todo.readStates(["l= t1", "l= t2"])).rejects.toMatchObject({ status: 502 });
  network([200, { responses: [{ id: "0", status: 429, body: {} }] }]);
  await expect(todo.readStates(["l= t1"])).rejects.toMatchObject({ status: 429 });

  const asana = asanaTasks(CLIENT).account({ access });
  const done = { data: { gid: "9", permalink_url: "https://app.asana.com/0/0/9", completed: true } };
  const sent = network([
    200,
    {
      data: [
        { status_code: 404, body: {} },
        { status_code: 200, body: done },
      ],
    },
  ]);
  expect(await asana.readStates(["8", "9"])).toEqual(new Map([["9", "done"]]));
  expect(sent).toHaveLength(1);
  expect(sent[0]?.json).toMatchObject({ data: { actions: [{ method: "get", relative_path: "/tasks/8" }, {}] } });
  network([200, { data: [{ status_code: 200, body: done }] }]);
  await expect(asana.readStates(["9", "8"])).rejects.toMatchObject({ status: 502 });
  const many = network(
    ...[10, 1].map((count): [number, object] => [
      200,
      { data: Array.from({ length: count }, () => ({ status_code: 200, body: done })) },
    ]),
  );
  expect((await asana.readStates(Array.from({ length: 11 }, (_, at) => String(at)))).size).toBe(11);
  expect(many).toHaveLength(2);
});

test("lists of Microsoft To Do are read to their end, without flagged mails", async () => {
  const next = "https://graph.microsoft.com/v1.0/me/todo/lists?$skiptoken=abc";
  const asked = network(
    [200, { value: [{ id: "a", displayName: "Tasks" }], "@odata.nextLink": next }],
    [200, { value: [{ id: "f", displayName: "Flagged", wellknownListName: "flaggedEmails" }] }],
  );
  expect(await microsoftTodoTasks(CLIENT).account({ access }).listPlaces()).toEqual([{ id: "a", name: "Tasks" }]);
  expect(asked[1]?.url).toBe("https://graph.microsoft.com/v1.0/me/todo/lists?%24skiptoken=abc");
});

test("too many requests are told with the wait that the service asks for, and a refused token with 401", async () => {
  for (const service of [asanaTasks, jiraTasks, microsoftTodoTasks, todoistTasks]) {
    network([429, {}]);
    await expect(service(CLIENT).account({ access }).listPlaces()).rejects.toMatchObject({
      status: 429,
      retryAfterMs: 30_000,
    });
    network([401, {}], [401, {}]);
    await expect(service(CLIENT).account({ access }).listPlaces()).rejects.toMatchObject({
      status: 401,
      retryable: false,
    });
  }
});

test("the identity platform's scopes are known in each form, and a missing one is refused", async () => {
  const { consent } = microsoftTodoTasks(CLIENT);
  const exchange = () => consent.exchange({ code: "c", codeVerifier: "v", now: 0 });
  const tokens = { access_token: "a", refresh_token: "r", expires_in: 3600 };
  network([200, { ...tokens, scope: "User.Read" }]);
  expect(await exchange()).toEqual({ ok: false, reason: "scopes-missing" });
  network(
    [200, { ...tokens, scope: "https://graph.microsoft.com/Tasks.ReadWrite" }],
    [200, { id: "u", displayName: "Nora" }],
  );
  expect(await exchange()).toMatchObject({
    ok: true,
    value: { account: { accountId: "u", name: "Nora" }, tokens: { expiresAt: 3_600_000 } },
  });
});
