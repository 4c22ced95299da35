import * as z from "zod";
import { TASK_PEOPLE_MAX, TASK_PLACES_MAX } from "#app/domain/limits/deliveries.ts";
import { DAY_MS } from "#app/domain/limits/units.ts";
import { ok, refused } from "#app/domain/outcome.ts";
import type { TaskState } from "#app/domain/tasks/task-service.ts";
import { type Answer, askService, isSigned, parsed } from "#app/server/adapters/tasks/ask-service.ts";
import { markdownOf } from "#app/server/adapters/tasks/markdown.ts";
import { oauthConsent } from "#app/server/adapters/tasks/oauth-consent.ts";
import { allPages, type Rest, restOf } from "#app/server/adapters/tasks/with-token.ts";
import type { ConnectionClient } from "#app/server/ports/connection-client.ts";
import type { MadeTask, NewTask, TaskClient, TaskRefusal, TaskService } from "#app/server/ports/task-service.ts";

const SERVICE = "todoist";
const PAGE = "200";
/** Tasks of a project among which an earlier attempt is looked for. */
const SEARCHED_MAX = 1000;
/** Todoist answers at most three months of completed tasks. */
const COMPLETED_MS = 85 * DAY_MS;

const project = z.object({
  id: z.string(),
  name: z.string(),
  is_archived: z.boolean().nullish(),
  is_deleted: z.boolean().nullish(),
  can_assign_tasks: z.boolean().nullish(),
});
const task = z.object({
  id: z.string(),
  description: z.string().nullish(),
  checked: z.boolean().nullish(),
  is_deleted: z.boolean().nullish(),
});
type Task = z.output<typeof task>;
const user = z.object({ id: z.string().min(1), full_name: z.string() });
const person = z.object({ id: z.string(), name: z.string() });
const cursor = z.string().nullish();

/**
 * Todoist, by its API v1 (https://developer.todoist.com/api/v1). Tasks have no ids of ours: the mark stands in the address of the link that
 * leads to Acta, and is looked for in the project before a task is made. `X-Request-Id` lets Todoist drop a repeated request by itself.
 */
export function todoistTasks(client: TaskClient, now: () => number = Date.now): TaskService {
  const { webhookSecret } = client;
  const { api } = addressesOf(client);
  return {
    consent: todoistConsent(client),
    account: (of) => account(restOf(SERVICE, `${api}/api/v1`, of), now),
    ...(webhookSecret !== null && { readEvent: (request) => readEvent(request, webhookSecret) }),
    mayBeSilent: true,
  };
}

function addressesOf({ localOrigin }: TaskClient): { site: string; api: string } {
  if (localOrigin !== null) return { site: `${localOrigin}/todoist`, api: `${localOrigin}/todoist` };
  return { site: "https://app.todoist.com", api: "https://api.todoist.com" };
}

/** New apps have tokens of an hour with refresh tokens that are good once; older apps have tokens that do not end. */
function todoistConsent(client: TaskClient): ConnectionClient {
  const { site, api } = addressesOf(client);
  return oauthConsent({
    service: SERVICE,
    client,
    authorizeUrl: `${site}/oauth/authorize`,
    authorizeWith: { scope: "data:read_write" },
    pkce: true,
    tokenUrl: `${api}/oauth/access_token`,
    isEnough: (scopes) => scopes.has("data:read_write"),

    async account(token) {
      const headers = { Accept: "application/json", Authorization: `Bearer ${token}` };
      const { id, full_name } = parsed(SERVICE, await askService(SERVICE, `${api}/api/v1/user`, { headers }), user);
      return { accountId: id, name: full_name };
    },

    // RFC 7009. Todoist revokes access tokens only.
    async revoke({ access }) {
      await askService(SERVICE, `${api}/api/v1/revoke`, {
        method: "POST",
        headers: { Authorization: `Basic ${btoa(`${client.clientId}:${client.clientSecret}`)}` },
        body: new URLSearchParams({ token: access, token_type_hint: "access_token" }),
      });
    },
  });
}

function account(rest: Rest, now: () => number): ReturnType<TaskService["account"]> {
  const list = <Schema extends z.ZodType>(
    path: string,
    max: number,
    entry: Schema,
    query: Record<string, string> = {},
  ) =>
    allPages(max, async (after) => {
      const answer = await rest("GET", path, { query: { ...query, limit: PAGE, ...(after && { cursor: after }) } });
      const { results, next_cursor } = parsed(
        SERVICE,
        answer,
        z.object({ results: z.array(entry), next_cursor: cursor }),
      );
      return { found: results, next: next_cursor ?? null };
    });
  const listCompleted = async (projectId: string): Promise<Task[]> => {
    const at = now();
    const since = new Date(at - COMPLETED_MS).toISOString();
    const query = { project_id: projectId, since, until: new Date(at + DAY_MS).toISOString(), limit: PAGE };
    const answer = await rest("GET", "/tasks/completed/by_completion_date", { query });
    return parsed(SERVICE, answer, z.object({ items: z.array(task) })).items;
  };
  return {
    async listPlaces() {
      const projects = await list("/projects", TASK_PLACES_MAX, project);
      return projects.flatMap(({ id, name, is_archived, is_deleted }) =>
        is_archived || is_deleted ? [] : [{ id, name }],
      );
    },

    async listPeople(projectId) {
      const path = `/projects/${encodeURIComponent(projectId)}`;
      const { can_assign_tasks } = parsed(SERVICE, await rest("GET", path), project);
      // In a project that is not shared all tasks are the person's own.
      return can_assign_tasks ? list(`${path}/collaborators`, TASK_PEOPLE_MAX, person) : [];
    },

    async find(marks, projectId) {
      const found = new Map<string, MadeTask>();
      const query = { project_id: projectId };
      const open = await rest("GET", "/tasks", { query: { ...query, limit: "1" } });
      // The project is gone: making a task there says so.
      if (open.status >= 400) return found;
      const there = [...(await list("/tasks", SEARCHED_MAX, task, query)), ...(await listCompleted(projectId))];
      for (const each of there) {
        const mark = marks.find((of) => each.description?.includes(`#${of}`));
        if (mark !== undefined) found.set(mark, madeOf(each));
      }
      return found;
    },

    async create(projectId, wanted) {
      const answer = await rest("POST", "/tasks", {
        json: inputOf(projectId, wanted),
        headers: { "X-Request-Id": wanted.mark },
      });
      return answer.status >= 400 ? refused(refusalOf(answer)) : ok(madeOf(parsed(SERVICE, answer, task)));
    },

    async readStates(ids) {
      const states = new Map<string, TaskState>();
      if (ids.length === 0) return states;
      // Only open tasks are in the list. The others are asked for one by one, once: what is done or gone is not asked for again.
      for (const each of await list("/tasks", ids.length, task, { ids: ids.join(",") }))
        states.set(each.id, stateOf(each));
      for (const id of ids.filter((each) => !states.has(each))) {
        const answer = await rest("GET", `/tasks/${encodeURIComponent(id)}`);
        if (answer.status === 403 || answer.status === 404) continue;
        states.set(id, stateOf(parsed(SERVICE, answer, task)));
      }
      return states;
    },
  };
}

function inputOf(projectId: string, { mark, title, lines, link, dueDay, assigneeId }: NewTask) {
  return {
    project_id: projectId,
    // An asterisk at the beginning makes a task that cannot be ticked.
    content: title.replace(/^\*\s+/, ""),
    description: markdownOf({ lines, link: { ...link, url: `${link.url}#${mark}` } }),
    ...(dueDay !== null && { due_date: dueDay }),
    ...(assigneeId !== null && { assignee_id: assigneeId }),
  };
}

function madeOf(found: Task): MadeTask {
  return { externalId: found.id, url: `https://app.todoist.com/app/task/${found.id}`, state: stateOf(found) };
}

function stateOf({ checked, is_deleted }: Task): TaskState {
  if (is_deleted) return "gone";
  return checked ? "done" : "open";
}

const refusal = z.object({ error: z.string().nullish(), error_tag: z.string().nullish() });

/** Todoist says in a tag and in words which argument it does not accept. */
function refusalOf({ status, body }: Answer): TaskRefusal {
  const { error, error_tag } = refusal.safeParse(body).data ?? {};
  const words = `${error_tag ?? ""} ${error ?? ""}`;
  if (/assign|responsible|collaborator|user/i.test(words)) return "no-person";
  return status === 403 || status === 404 || /project/i.test(words) ? "no-place" : "refused";
}

const event = z.object({ event_name: z.string(), event_data: z.looseObject({ id: z.string().max(100).optional() }) });

/**
 * `X-Todoist-Hmac-SHA256` is the HMAC of the body in base64, with the client's secret (https://developer.todoist.com/api/v1/#tag/Webhooks).
 * Nothing of the message but the id is used, so that one that comes again only asks for the state again.
 */
async function readEvent(
  { headers, body }: { headers: Headers; body: Uint8Array<ArrayBuffer> },
  secret: string,
): Promise<string[] | null> {
  const signature = bytesOf(headers.get("X-Todoist-Hmac-SHA256") ?? "");
  if (signature === null || !(await isSigned(body, { signature, secret }))) return null;
  let read: z.output<typeof event> | undefined;
  try {
    read = event.safeParse(JSON.parse(new TextDecoder().decode(body))).data;
  } catch {
    return null;
  }
  if (read === undefined) return null;
  return read.event_name.startsWith("item:") && read.event_data.id !== undefined ? [read.event_data.id] : [];
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> | null {
  try {
    return Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0));
  } catch {
    return null;
  }
}
