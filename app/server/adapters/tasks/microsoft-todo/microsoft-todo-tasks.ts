import * as z from "zod";
import { TASK_PLACES_MAX } from "#app/domain/limits/deliveries.ts";
import { ok, refused } from "#app/domain/outcome.ts";
import type { TaskState } from "#app/domain/tasks/task-service.ts";
import { askService, parsed } from "#app/server/adapters/tasks/ask-service.ts";
import { oauthConsent } from "#app/server/adapters/tasks/oauth-consent.ts";
import { allPages, type Rest, restOf } from "#app/server/adapters/tasks/with-token.ts";
import type { ConnectionClient } from "#app/server/ports/connection-client.ts";
import type { MadeTask, NewTask, TaskClient, TaskService } from "#app/server/ports/task-service.ts";

const SERVICE = "microsoft_todo";
const PAGE = 100;
/** A page has no notes, which may be long: an answer stays far below TASK_ANSWER_BYTES_MAX. */
const TASK_FIELDS = "id,status";
/** Requests that Graph takes in one (https://learn.microsoft.com/graph/json-batching). */
const BATCH_MAX = 20;
/** Tasks of a list among which an earlier attempt is looked for. */
const SEARCHED_MAX = 1000;

const list = z.object({ id: z.string(), displayName: z.string(), wellknownListName: z.string().nullish() });
const task = z.object({
  id: z.string(),
  status: z.string(),
  linkedResources: z.array(z.object({ externalId: z.string().nullish() })).nullish(),
});
type Task = z.output<typeof task>;
const me = z.object({
  id: z.string().min(1),
  displayName: z.string().nullish(),
  userPrincipalName: z.string().nullish(),
});
const link = z.string().nullish();
const batch = z.object({ responses: z.array(z.object({ id: z.string(), status: z.number(), body: z.unknown() })) });

/**
 * Microsoft To Do, by Graph (https://learn.microsoft.com/graph/api/resources/todo-overview). Tasks have no ids of ours: a linked resource of the
 * task leads to Acta and holds the mark, which is looked for in the list before a task is made. Lists are the person's own: nobody else gets
 * tasks. Graph is asked for changes.
 */
export function microsoftTodoTasks(client: TaskClient): TaskService {
  const { graph } = addressesOf(client);
  return { consent: microsoftConsent(client), account: (of) => account(restOf(SERVICE, `${graph}/v1.0`, of)) };
}

function addressesOf({ localOrigin }: TaskClient): { login: string; graph: string } {
  if (localOrigin !== null) return { login: `${localOrigin}/${SERVICE}`, graph: `${localOrigin}/${SERVICE}` };
  return { login: "https://login.microsoftonline.com/common", graph: "https://graph.microsoft.com" };
}

/** The identity platform names its scopes in the answer with or without the address of Graph, in any case. */
const nameOf = (scope: string) => scope.toLowerCase().replace("https://graph.microsoft.com/", "");

/** The identity platform: tokens of about an hour; a refresh token comes with each. It has no address that takes a single token back. */
function microsoftConsent(client: TaskClient): ConnectionClient {
  const { login, graph } = addressesOf(client);
  return oauthConsent({
    service: SERVICE,
    client,
    authorizeUrl: `${login}/oauth2/v2.0/authorize`,
    authorizeWith: {
      scope: "offline_access User.Read Tasks.ReadWrite",
      response_mode: "query",
      prompt: "select_account",
    },
    pkce: true,
    tokenUrl: `${login}/oauth2/v2.0/token`,
    isEnough: (scopes) => [...scopes].map(nameOf).includes("tasks.readwrite"),

    async account(token) {
      const headers = { Accept: "application/json", Authorization: `Bearer ${token}` };
      const query = new URLSearchParams({ $select: "id,displayName,userPrincipalName" });
      const found = parsed(SERVICE, await askService(SERVICE, `${graph}/v1.0/me?${query}`, { headers }), me);
      return { accountId: found.id, name: found.userPrincipalName ?? found.displayName ?? "" };
    },
    revoke: async () => {},
  });
}

function account(rest: Rest): ReturnType<TaskService["account"]> {
  /** Graph says where the next page is in an address of its own; only its query is used. Null where the path is gone. */
  const readAll = async <Schema extends z.ZodType>(
    path: string,
    max: number,
    entry: Schema,
    query: Record<string, string>,
  ) => {
    let isGone = false;
    const all = await allPages(max, async (after) => {
      const answer = await rest("GET", path, {
        query: after === null ? query : Object.fromEntries(new URL(after).searchParams),
      });
      isGone = answer.status === 404;
      if (isGone) return { found: [], next: null };
      const page = parsed(SERVICE, answer, z.object({ value: z.array(entry), "@odata.nextLink": link }));
      return { found: page.value, next: page["@odata.nextLink"] ?? null };
    });
    return isGone ? null : all;
  };
  return {
    async listPlaces() {
      const lists = (await readAll("/me/todo/lists", TASK_PLACES_MAX, list, { $top: String(PAGE) })) ?? [];
      // Mails that were flagged: no task can be made there.
      return lists.flatMap(({ id, displayName, wellknownListName }) =>
        wellknownListName === "flaggedEmails" ? [] : [{ id, name: displayName }],
      );
    },

    listPeople: async () => [],

    async find(marks, listId) {
      const there = new Map<string, MadeTask>();
      const query = { $select: TASK_FIELDS, $expand: "linkedResources", $top: String(PAGE) };
      for (const each of (await readAll(tasksOf(listId), SEARCHED_MAX, task, query)) ?? []) {
        const mark = each.linkedResources?.find(
          ({ externalId }) => externalId && marks.includes(externalId),
        )?.externalId;
        if (mark) there.set(mark, madeOf(listId, each));
      }
      return there;
    },

    async create(listId, wanted) {
      const answer = await rest("POST", tasksOf(listId), { json: inputOf(wanted) });
      if (answer.status === 403 || answer.status === 404) return refused("no-place");
      return answer.status >= 400 ? refused("refused") : ok(madeOf(listId, parsed(SERVICE, answer, task)));
    },

    async readStates(ids) {
      const states = new Map<string, TaskState>();
      for (let from = 0; from < ids.length; from += BATCH_MAX) {
        const part = ids.slice(from, from + BATCH_MAX);
        const requests = part.map((id, at) => ({ id: String(at), method: "GET", url: addressOf(id) }));
        const { responses } = parsed(SERVICE, await rest("POST", "/$batch", { json: { requests } }), batch);
        for (const [at, id] of part.entries()) {
          // In any order. An answer that is missing is no task that is gone.
          const { status = 502, body } = responses.find((answer) => answer.id === String(at)) ?? {};
          if (status !== 404) states.set(id, stateOf(parsed(SERVICE, { status, body }, task)));
        }
      }
      return states;
    },
  };
}

function tasksOf(listId: string): string {
  return `/me/todo/lists/${encodeURIComponent(listId)}/tasks`;
}

/** The path of a task's state, from the id that madeOf gives it. */
function addressOf(id: string): string {
  const [listId = "", taskId = ""] = id.split(" ");
  return `${tasksOf(listId)}/${encodeURIComponent(taskId)}?$select=${TASK_FIELDS}`;
}

function inputOf({ mark, title, lines, link: { text, url }, dueDay }: NewTask) {
  return {
    title,
    body: { content: [...lines, `${text}: ${url}`].join("\n\n"), contentType: "text" },
    // To Do has days only, and shows the day of this moment in UTC.
    ...(dueDay !== null && { dueDateTime: { dateTime: `${dueDay}T00:00:00.0000000`, timeZone: "UTC" } }),
    linkedResources: [{ webUrl: url, applicationName: "Acta", displayName: text, externalId: mark }],
  };
}

/** A task is addressed within its list. Neither id has a space. */
function madeOf(listId: string, found: Task): MadeTask {
  const url = `https://to-do.office.com/tasks/id/${encodeURIComponent(found.id)}/details`;
  return { externalId: `${listId} ${found.id}`, url, state: stateOf(found) };
}

function stateOf({ status }: Task): TaskState {
  return status === "completed" ? "done" : "open";
}
