import { createRestStandIn } from "./rest-stand-in.mjs";

/**
 * A stand-in for Jira Cloud: Atlassian's consent (OAuth 2.0 3LO) and the operations of REST v3 that Acta uses, below `/jira`. Paths and shapes
 * follow developer.atlassian.com (oauth-2-3lo-apps, refresh-tokens, REST v3: project/search, user/assignable/search, issue/createmeta,
 * search/jql, issue, issue/bulkfetch; the Atlassian Document Format) and the generated clients jira.js and jira_v3_openapi. Texts of
 * refusals are invented; names of their fields are not.
 */

const SITE = "11223344-a1b2-3b33-c444-def123456789";
const SCOPE = "read:jira-work write:jira-work read:jira-user offline_access";
const TYPES = [
  { id: "10000", name: "Epic", untranslatedName: "Epic", subtask: false, hierarchyLevel: 1 },
  { id: "10001", name: "Error", untranslatedName: "Bug", subtask: false, hierarchyLevel: 0 },
  { id: "10002", name: "Tarea", untranslatedName: "Task", subtask: false, hierarchyLevel: 0 },
  { id: "10003", name: "Subtarea", untranslatedName: "Sub-task", subtask: true, hierarchyLevel: -1 },
];
const PLACES = ["10100", "10101", "10102"].map((id, index) => ({
  id,
  name: ["Building", "Garden", "Office"][index] ?? "",
}));

/** @param {import("./rest-stand-in.mjs").Settings} settings */
export function createJiraStandIn(settings) {
  /** @param {import("./rest-stand-in.mjs").Asked} asked */
  function answer({ request, operation, path, query, body, board: { tasks, places, people } }) {
    const [, , site] = path;
    if (operation === "GET oauth/token/accessible-resources") {
      return Response.json([
        { id: SITE, name: "serra", url: "https://serra.atlassian.net", scopes: SCOPE.split(" "), avatarUrl: "" },
        {
          id: "wiki",
          name: "serra",
          url: "https://serra.atlassian.net",
          scopes: ["read:confluence-content.all"],
          avatarUrl: "",
        },
      ]);
    }
    if (site !== SITE) return refuse(404, {}, ["No site"]);
    /** @param {string} id */
    const hasProject = (id) => places.some((each) => each.id === id);
    switch (`${request.method} ${path.slice(6).join("/")}`) {
      case "GET myself":
        return Response.json({ accountId: "5b10a2844c20165700ede21g", displayName: "Nora Puig", active: true });
      case "GET project/search": {
        const from = Number(query.get("startAt"));
        const values = places.slice(from, from + 2).map(({ id, name }) => ({ id, key: `P${id}`, name }));
        return Response.json({ values, startAt: from, total: places.length, isLast: from + 2 >= places.length });
      }
      case "GET user/assignable/search":
        if (!hasProject(query.get("project") ?? "")) return refuse(404, {}, ["No project could be found"]);
        return Response.json([
          ...people.map(({ id, name, isActive }) => ({
            accountId: id,
            displayName: name,
            active: isActive,
            accountType: "atlassian",
          })),
          { accountId: "bot", displayName: "Automation", active: true, accountType: "app" },
        ]);
      case "POST search/jql": {
        const project = /^project = (\d+) AND creator = currentUser\(\) ORDER BY created DESC$/.exec(
          String(body.jql),
        )?.[1];
        if (!project || !hasProject(project))
          return refuse(400, {}, ["The value does not exist for the field 'project'."]);
        const own = [...tasks.values()].filter((task) => task.placeId === project && task.state !== "gone").reverse();
        const from = Number(body.nextPageToken ?? 0);
        const keys = /** @type {string[]} */ (body.properties ?? []);
        const issues = own.slice(from, from + 2).map((task) => ({
          ...issueOf(task),
          properties: Object.fromEntries(keys.map((key) => [key, { mark: task.mark }])),
        }));
        return Response.json({ issues, ...(from + 2 < own.length && { nextPageToken: String(from + 2) }) });
      }
      case "POST issue/bulkfetch": {
        const ids = /** @type {string[]} */ (body.issueIdsOrKeys);
        const issues = ids.flatMap((id) => {
          const task = tasks.get(id);
          return task && task.state !== "gone" ? [issueOf(task)] : [];
        });
        return Response.json({ issues, issueErrors: [] });
      }
      case "POST issue":
        return create(body, { tasks, places, people });
      default: {
        const project = /^issue\/createmeta\/(\d+)\/issuetypes$/.exec(path.slice(6).join("/"))?.[1];
        if (request.method !== "GET" || !project || !hasProject(project))
          return refuse(404, {}, ["No project could be found"]);
        return Response.json({ issueTypes: TYPES, maxResults: 50, startAt: 0, total: TYPES.length });
      }
    }
  }

  return createRestStandIn(settings, {
    kind: "jira",
    label: "Jira",
    asks: "Acta asks for access to serra.atlassian.net",
    scope: SCOPE,
    seconds: 3600,
    places: PLACES,
    oauth: { authorize: "authorize", token: "oauth/token", revoke: null },
    api: "",
    refused: () => Response.json({ code: 401, message: "Unauthorized" }, { status: 401 }),
    answer,
  });
}

/** @param {number} status @param {Record<string, string>} errors @param {string[]} errorMessages */
function refuse(status, errors, errorMessages = []) {
  return Response.json({ errorMessages, errors }, { status });
}

/** @param {import("./rest-stand-in.mjs").Task} task */
function issueOf({ id, state }) {
  const category = state === "done" ? { id: 3, key: "done", name: "Done" } : { id: 2, key: "new", name: "To Do" };
  return {
    id,
    key: `SER-${Number(id) - 20_000}`,
    fields: { status: { id: "1", name: "…", statusCategory: category } },
  };
}

/** @param {Record<string, unknown>} body @param {import("./rest-stand-in.mjs").Board} board */
function create(body, { tasks, places, people }) {
  const { project, issuetype, summary, description, duedate = null, assignee } = /** @type {any} */ (body.fields);
  /** @type {Record<string, string>} */
  const errors = {};
  if (!places.some((each) => each.id === project?.id)) errors.project = "Specify a valid project ID or key";
  if (issuetype?.id !== "10002") errors.issuetype = "Specify a valid issue type";
  if (typeof summary !== "string" || summary === "" || summary.length > 255 || summary.includes("\n")) {
    errors.summary = "Summary must be one line of at most 255 characters.";
  }
  if (description?.type !== "doc" || description.version !== 1)
    errors.description = "Operation value must be an Atlassian Document";
  const assigneeId = assignee?.id ?? null;
  if (assigneeId !== null && !people.some((each) => each.id === assigneeId && each.isActive)) {
    errors.assignee = "User cannot be assigned issues.";
  }
  if (Object.keys(errors).length > 0) return refuse(400, errors);
  const id = String(20_000 + tasks.size + 1);
  const [property] = /** @type {any[]} */ (body.properties ?? []);
  const text = JSON.stringify(description.content);
  const state = /** @type {const} */ ("open");
  tasks.set(id, {
    id,
    mark: property?.value?.mark ?? null,
    title: summary,
    text,
    placeId: project.id,
    assigneeId,
    dueDay: duedate,
    state,
  });
  return Response.json({ id, key: `SER-${Number(id) - 20_000}`, self: "" }, { status: 201 });
}
