import { createRestStandIn, pageOf } from "./rest-stand-in.mjs";

/**
 * A stand-in for Asana's API 1.0: the consent, workspaces, projects, people and tasks with external ids, below `/asana`. It follows
 * developers.asana.com (docs/oauth, docs/oauth-scopes, docs/custom-external-data, docs/pagination, reference/createtask). Invented: that a
 * second task with the same external id is made, so that tests do not count on a refusal; and that a task in the bin answers 404.
 */

const SCOPE = "workspaces:read projects:read users:read tasks:read tasks:write";
const WORKSPACE = { gid: "1200000000000001", name: "Serra Arquitectes" };
const PLACES = ["1201", "1202", "1203"].map((id, index) => ({
  id,
  name: ["Building", "Garden", "Office"][index] ?? "",
}));

/** @param {import("./rest-stand-in.mjs").Settings} settings */
export function createAsanaStandIn(settings) {
  let made = 0;

  /** @param {import("./rest-stand-in.mjs").Asked} asked */
  function answer({ request, operation, path, query, body, board: { tasks, places, people } }) {
    /** @param {unknown[]} entries */
    const list = (entries) => {
      const { entries: data, next } = pageOf(entries, query.get("offset"));
      return Response.json({ data, next_page: next === null ? null : { offset: next, path: "", uri: "" } });
    };
    const isOwn = query.get("workspace") === WORKSPACE.gid;
    switch (operation) {
      case "GET users/me":
        return Response.json({ data: { gid: "1100000000000001", name: "Nora Puig" } });
      case "GET workspaces":
        return list([WORKSPACE]);
      case "GET projects":
        return isOwn
          ? list(places.map(({ id, name }) => ({ gid: id, name })))
          : refuse(404, "workspace: Unknown object");
      case "GET users": {
        const active = people.filter(({ isActive }) => isActive).map(({ id, name }) => ({ gid: id, name }));
        return isOwn ? list(active) : refuse(404, "workspace: Unknown object");
      }
      case "POST tasks": {
        const {
          name,
          notes = "",
          projects,
          assignee = null,
          due_on = null,
          external,
        } = /** @type {any} */ (body.data ?? {});
        const placeId = String(projects?.[0]);
        if (!name) return refuse(400, "name: Missing input");
        if (!places.some(({ id }) => id === placeId)) return refuse(400, `projects: [0]: Unknown object: ${placeId}`);
        if (assignee !== null && !people.some((each) => each.id === assignee && each.isActive)) {
          return refuse(400, `assignee: Unknown object: ${assignee}`);
        }
        made += 1;
        const id = String(1_210_000_000_000_000 + made);
        const task = {
          id,
          mark: external?.gid ?? null,
          title: name,
          text: notes,
          placeId,
          assigneeId: assignee,
          dueDay: due_on,
        };
        tasks.set(id, { ...task, state: "open" });
        return Response.json({ data: taskOf({ ...task, state: "open" }) }, { status: 201 });
      }
      case "POST batch": {
        /** @type {{ actions?: any[] }} */
        const { actions = [] } = body.data ?? {};
        if (actions.length > 10) return refuse(400, "actions: Too many actions");
        const answers = actions.map((/** @type {any} */ { method, relative_path: below }) => {
          const task = method === "get" ? tasks.get(decodeURIComponent(below.replace("/tasks/", ""))) : undefined;
          return task === undefined || task.state === "gone"
            ? { status_code: 404, headers: {}, body: { errors: [{ message: `task: Unknown object: ${below}` }] } }
            : { status_code: 200, headers: {}, body: { data: taskOf(task) } };
        });
        return Response.json({ data: answers });
      }
      default: {
        const asked = path[0] === "tasks" ? (path[1] ?? "") : "";
        const task = asked.startsWith("external:")
          ? [...tasks.values()].find(({ mark, state }) => mark === asked.slice("external:".length) && state !== "gone")
          : tasks.get(asked);
        if (request.method !== "GET" || !task || task.state === "gone")
          return refuse(404, `task: Unknown object: ${asked}`);
        return Response.json({ data: taskOf(task) });
      }
    }
  }

  return createRestStandIn(settings, {
    kind: "asana",
    label: "Asana",
    asks: `Acta asks for access to ${WORKSPACE.name}`,
    scope: SCOPE,
    seconds: 3600,
    places: PLACES,
    oauth: { authorize: "-/oauth_authorize", token: "-/oauth_token", revoke: "-/oauth_revoke" },
    api: "api/1.0/",
    refused: () => refuse(401, "Not Authorized"),
    answer,
  });
}

/** @param {number} status @param {string} message */
const refuse = (status, message) => Response.json({ errors: [{ message }] }, { status });

/** @param {import("./rest-stand-in.mjs").Task} task */
const taskOf = ({ id, placeId, state }) => ({
  gid: id,
  permalink_url: `https://app.asana.com/1/${WORKSPACE.gid}/project/${placeId}/task/${id}`,
  completed: state === "done",
});
