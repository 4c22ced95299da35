import { createRestStandIn } from "./rest-stand-in.mjs";

/**
 * A stand-in for Microsoft To Do: the identity platform's consent and the part of Graph with lists, tasks and their linked resources, below
 * `/microsoft_todo`. It follows learn.microsoft.com (graph/api/resources/todotask, todotask-post-linkedresources, todo-list-lists,
 * todotasklist-post-tasks). Pages are of two entries, whatever is asked for.
 */

const PLACES = ["AAMkADli01=", "AAMkADli02=", "AAMkADli03="].map((id, index) => ({
  id,
  name: ["Tasks", "Building", "Garden"][index] ?? "",
}));
const FLAGGED = {
  id: "AAMkADliFE=",
  displayName: "Flagged Emails",
  wellknownListName: "flaggedEmails",
  isOwner: true,
  isShared: false,
};

/** @param {import("./rest-stand-in.mjs").Settings} settings */
export function createMicrosoftTodoStandIn(settings) {
  let made = 0;

  /** @param {import("./rest-stand-in.mjs").Asked} asked */
  function answer({ request, operation, path, query, body, board: { tasks, places } }) {
    /** @param {unknown[]} entries */
    const list = (entries) => {
      const from = Number(query.get("$skiptoken") ?? 0);
      const next = new URL(request.url);
      next.searchParams.set("$skiptoken", String(from + 2));
      return Response.json({
        value: entries.slice(from, from + 2),
        ...(from + 2 < entries.length && { "@odata.nextLink": next.href }),
      });
    };
    if (operation === "GET me") {
      return Response.json({
        id: "87d349ed-44d7-43e1-9a83-5f2406dee5bd",
        displayName: "Nora Puig",
        userPrincipalName: "nora@serra.example",
      });
    }
    if (operation === "GET me/todo/lists") {
      const own = { wellknownListName: "none", isOwner: true, isShared: false };
      return list([...places.map(({ id, name }) => ({ id, displayName: name, ...own })), FLAGGED]);
    }
    if (operation === "POST $batch") {
      /** @type {{ requests?: any[] }} */
      const { requests = [] } = body;
      if (requests.length > 20) return refuse(400, "BadRequest");
      const responses = requests.map((/** @type {any} */ { id, url }) => {
        const [, listId, taskId] = /\/lists\/([^/]+)\/tasks\/([^/?]+)/u.exec(url) ?? [];
        const task = tasks.get(decodeURIComponent(taskId ?? ""));
        const isThere = task?.placeId === decodeURIComponent(listId ?? "") && task.state !== "gone";
        return isThere
          ? { id, status: 200, headers: {}, body: taskOf(task, false) }
          : { id, status: 404, headers: {}, body: { error: { code: "ErrorItemNotFound" } } };
      });
      // Graph answers in the order in which they were done.
      return Response.json({ responses: responses.toReversed() });
    }
    const [, , , listId = "", , taskId] = path;
    if (!places.some(({ id }) => id === listId)) return refuse(404, "ErrorItemNotFound");
    const inList = [...tasks.values()].filter((task) => task.placeId === listId && task.state !== "gone");
    if (taskId !== undefined) {
      const task = inList.find(({ id }) => id === taskId);
      return task ? Response.json(taskOf(task, false)) : refuse(404, "ErrorItemNotFound");
    }
    if (request.method === "GET")
      return list(inList.map((task) => taskOf(task, query.get("$expand") === "linkedResources")));
    const { title, body: content, dueDateTime, linkedResources = [] } = /** @type {any} */ (body);
    const [linked] = linkedResources;
    if (!title || (linked && !linked.applicationName)) return refuse(400, "invalidRequest");
    made += 1;
    const task = {
      id: `AAMkADtask${made}=`,
      mark: linked?.externalId ?? null,
      title,
      text: content?.content ?? "",
      placeId: listId,
      assigneeId: null,
      dueDay: dueDateTime?.dateTime.slice(0, 10) ?? null,
      state: /** @type {const} */ ("open"),
    };
    tasks.set(task.id, task);
    return Response.json(taskOf(task, true), { status: 201 });
  }

  return createRestStandIn(settings, {
    kind: "microsoft_todo",
    label: "Microsoft To Do",
    asks: "Acta asks for access to the tasks of nora@serra.example",
    scope: "User.Read Tasks.ReadWrite",
    seconds: 3599,
    places: PLACES,
    oauth: { authorize: "oauth2/v2.0/authorize", token: "oauth2/v2.0/token", revoke: null },
    api: "v1.0/",
    refused: () => refuse(401, "InvalidAuthenticationToken"),
    answer,
  });
}

/** @param {number} status @param {string} code */
const refuse = (status, code) => Response.json({ error: { code, message: code } }, { status });

/** @param {import("./rest-stand-in.mjs").Task} task @param {boolean} isExpanded */
const taskOf = ({ id, title, mark, state }, isExpanded) => ({
  id,
  title,
  status: state === "done" ? "completed" : "notStarted",
  ...(isExpanded && { linkedResources: mark === null ? [] : [{ id: "1", applicationName: "Acta", externalId: mark }] }),
});
