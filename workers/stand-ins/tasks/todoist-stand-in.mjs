import { hmacOf } from "./task-access.mjs";
import { createRestStandIn, pageOf } from "./rest-stand-in.mjs";

/**
 * A stand-in for Todoist's API v1: the consent, projects and their people, and tasks, below `/todoist`. Shapes of answers, paths, scopes,
 * and names of events follow Doist's own clients for TypeScript (github.com/Doist/todoist-sdk-typescript: src/consts/endpoints.ts,
 * src/types, src/authentication.ts) and developer.todoist.com/api/v1. Tokens of an hour with rotating refresh tokens, and revoking of access
 * tokens only, follow that client's document of `refreshAuthToken` and the client Todoist.Net. Texts of refusals are invented, and a repeated
 * `X-Request-Id` makes a second task here, so that tests do not count on it.
 */

const PLACES = [
  { id: "6XR4H993xv8H5qCR", name: "Inbox" },
  { id: "6XR4H993xv8H5qCS", name: "Building" },
  { id: "6XR4H993xv8H5qCT", name: "Garden" },
];
const ARCHIVED = { id: "6XR4H993xv8H5qCU", name: "Old", is_archived: true };
const INBOX = "6XR4H993xv8H5qCR";

/** @param {import("./rest-stand-in.mjs").Settings} settings */
export function createTodoistStandIn(settings) {
  const { client, eventsUrl, now } = settings;

  /** @param {import("./rest-stand-in.mjs").Asked} asked */
  function answer({ request, operation, path, query, body, board: { tasks, places, people } }) {
    /** @param {string} of */
    const project = (of) => places.find(({ id }) => id === of);
    /** @param {unknown[]} entries */
    const list = (entries) => {
      const { entries: results, next } = pageOf(entries, query.get("cursor"));
      return Response.json({ results, next_cursor: next });
    };
    const [of = "", id = "", part = ""] = path;
    if (operation === "GET user")
      return Response.json({ id: "2671355", full_name: "Nora Puig", email: "nora@serra.example" });
    if (operation === "GET projects") return list([...places.map(projectOf), ARCHIVED]);
    if (of === "projects" && part === "") {
      const found = project(id);
      return found ? Response.json(projectOf(found)) : refuse(404, "Project not found", "NOT_FOUND");
    }
    if (of === "projects" && part === "collaborators") {
      return list(
        people.filter(({ isActive }) => isActive).map(({ id: userId, name }) => ({ id: userId, name, email: "" })),
      );
    }
    if (operation === "GET tasks") {
      const projectId = query.get("project_id");
      const ids = query.get("ids")?.split(",");
      if (projectId !== null && !project(projectId)) return refuse(404, "Project not found", "NOT_FOUND");
      return list(
        [...tasks.values()]
          .filter((task) => task.state === "open" && (ids ? ids.includes(task.id) : task.placeId === projectId))
          .map(taskOf),
      );
    }
    if (operation === "GET tasks/completed/by_completion_date") {
      const days = (Date.parse(query.get("until") ?? "") - Date.parse(query.get("since") ?? "")) / 86_400_000;
      if (!(days > 0 && days <= 92))
        return refuse(400, "The range is longer than three months", "INVALID_ARGUMENT_VALUE");
      const items = [...tasks.values()].filter(
        (task) => task.state === "done" && task.placeId === query.get("project_id"),
      );
      return Response.json({ items: items.map(taskOf), next_cursor: null });
    }
    if (operation === "POST tasks") return create(body, { tasks, places, people });
    const task = of === "tasks" ? tasks.get(id) : undefined;
    if (request.method !== "GET" || !task || task.state === "gone") return refuse(404, "Task not found", "NOT_FOUND");
    return Response.json(taskOf(task));
  }

  return createRestStandIn(settings, {
    kind: "todoist",
    label: "Todoist",
    asks: "Acta asks for access to the tasks of Nora Puig",
    scope: "data:read_write",
    seconds: 3600,
    places: PLACES,
    oauth: { authorize: "oauth/authorize", token: "oauth/access_token", revoke: "api/v1/revoke" },
    api: "api/v1/",
    refused: () => refuse(401, "Unauthorized", "UNAUTHORIZED"),
    answer,
    async tell(task) {
      const names = { open: "item:uncompleted", done: "item:completed", gone: "item:deleted" };
      const body = JSON.stringify({
        event_name: names[task.state],
        user_id: "2671355",
        event_data: taskOf(task),
        triggered_at: new Date(now()).toISOString(),
        version: "10",
      });
      const signature = btoa(String.fromCharCode(...(await hmacOf(client.secret, body))));
      const headers = { "Content-Type": "application/json", "X-Todoist-Hmac-SHA256": signature };
      return new Request(eventsUrl, { method: "POST", headers, body });
    },
  });
}

/** @param {number} status @param {string} error @param {string} error_tag */
function refuse(status, error, error_tag) {
  return Response.json({ error, error_tag, error_code: status, http_code: status, error_extra: {} }, { status });
}

/** @param {{ id: string, name: string }} place */
const projectOf = ({ id, name }) => ({
  id,
  name,
  is_archived: false,
  is_deleted: false,
  can_assign_tasks: id !== INBOX,
});

/** @param {import("./rest-stand-in.mjs").Task} task */
const taskOf = ({ id, title, text, placeId, assigneeId, dueDay, state }) => ({
  id,
  content: title,
  description: text,
  project_id: placeId,
  responsible_uid: assigneeId,
  due: dueDay === null ? null : { date: dueDay, is_recurring: false },
  checked: state === "done",
  is_deleted: state === "gone",
});

/** @param {Record<string, unknown>} body @param {import("./rest-stand-in.mjs").Board} board */
function create(body, { tasks, places, people }) {
  const { content, description = "", project_id, assignee_id = null, due_date = null } = body;
  if (typeof content !== "string" || content === "")
    return refuse(400, "Required argument is missing: content", "ARGUMENT_MISSING");
  if (!places.some((each) => each.id === project_id)) return refuse(404, "Project not found", "PROJECT_NOT_FOUND");
  if (assignee_id !== null && !people.some((each) => each.id === assignee_id && each.isActive)) {
    return refuse(400, "Invalid argument value: assignee_id", "INVALID_ARGUMENT_VALUE");
  }
  const task = {
    id: `6XR4GqQQCW6G${tasks.size + 1}`,
    mark: /#([0-9a-f-]{36})\)/.exec(String(description))?.[1] ?? null,
    title: content,
    text: String(description),
    placeId: String(project_id),
    assigneeId: /** @type {string | null} */ (assignee_id),
    dueDay: /** @type {string | null} */ (due_date),
    state: /** @type {const} */ ("open"),
  };
  tasks.set(task.id, task);
  return Response.json(taskOf(task));
}
