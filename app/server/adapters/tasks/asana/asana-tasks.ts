import * as z from "zod";
import { TASK_PEOPLE_MAX, TASK_PLACES_MAX } from "#app/domain/limits/deliveries.ts";
import { ok, refused } from "#app/domain/outcome.ts";
import type { TaskState } from "#app/domain/tasks/task-service.ts";
import { type Answer, askService, parsed } from "#app/server/adapters/tasks/ask-service.ts";
import { oauthConsent } from "#app/server/adapters/tasks/oauth-consent.ts";
import { allPages, type Rest, restOf } from "#app/server/adapters/tasks/with-token.ts";
import type { ConnectionClient } from "#app/server/ports/connection-client.ts";
import type {
  MadeTask,
  NewTask,
  TaskClient,
  TaskPlace,
  TaskRefusal,
  TaskService,
} from "#app/server/ports/task-service.ts";

const SERVICE = "asana";
const PAGE = "100";
const WORKSPACES_MAX = 10;
const TASK_FIELDS = "permalink_url,completed";
/** Requests that Asana takes in one (https://developers.asana.com/docs/batch-requests). */
const BATCH_MAX = 10;

const named = z.object({ gid: z.string(), name: z.string() });
const nextPage = z.object({ offset: z.string() }).nullish();
const task = z.object({
  data: z.object({ gid: z.string(), permalink_url: z.string(), completed: z.boolean() }),
});
type Task = z.output<typeof task>;
/** Answers stand in the order of the requests. */
const batch = z.object({ data: z.array(z.object({ status_code: z.number(), body: z.unknown() })) });

/**
 * Asana (https://developers.asana.com/reference). A task has an external id that the app gives it, the mark, by which it is found like by its
 * own. Ids of places begin with the workspace's, because people are the workspace's. Asana is asked for changes.
 */
export function asanaTasks(client: TaskClient): TaskService {
  const { api } = addressesOf(client);
  return { consent: asanaConsent(client), account: (of) => account(restOf(SERVICE, `${api}/api/1.0`, of)) };
}

function addressesOf({ localOrigin }: TaskClient): { api: string } {
  return { api: localOrigin === null ? "https://app.asana.com" : `${localOrigin}/asana` };
}

const SCOPES = ["workspaces:read", "projects:read", "users:read", "tasks:read", "tasks:write"];

/** The consent of Asana (https://developers.asana.com/docs/oauth): tokens of an hour, and a refresh token that stays and can be revoked. */
function asanaConsent(client: TaskClient): ConnectionClient {
  const { api } = addressesOf(client);
  return oauthConsent({
    service: SERVICE,
    client,
    authorizeUrl: `${api}/-/oauth_authorize`,
    authorizeWith: { scope: SCOPES.join(" ") },
    pkce: true,
    tokenUrl: `${api}/-/oauth_token`,
    // An app with full permissions answers "default".
    isEnough: (scopes) => scopes.has("default") || SCOPES.every((scope) => scopes.has(scope)),

    async account(token) {
      const headers = { Accept: "application/json", Authorization: `Bearer ${token}` };
      const answer = await askService(SERVICE, `${api}/api/1.0/users/me?opt_fields=name`, { headers });
      const { data } = parsed(SERVICE, answer, z.object({ data: named }));
      return { accountId: data.gid, name: data.name };
    },

    async revoke({ access, refresh }) {
      const { clientId: client_id, clientSecret: client_secret } = client;
      await askService(SERVICE, `${api}/-/oauth_revoke`, {
        method: "POST",
        body: new URLSearchParams({ client_id, client_secret, token: refresh ?? access }),
      });
    },
  });
}

function account(rest: Rest): ReturnType<TaskService["account"]> {
  const list = (path: string, max: number, query: Record<string, string> = {}) =>
    allPages(max, async (offset) => {
      const answer = await rest("GET", path, { query: { ...query, limit: PAGE, ...(offset && { offset }) } });
      const { data, next_page } = parsed(SERVICE, answer, z.object({ data: z.array(named), next_page: nextPage }));
      return { found: data, next: next_page?.offset ?? null };
    });
  /** Null where there is none. `id` is Asana's own, or the mark with "external:". */
  const read = async (id: string): Promise<Task | null> => {
    const answer = await rest("GET", `/tasks/${encodeURIComponent(id)}`, { query: { opt_fields: TASK_FIELDS } });
    return taskIn(answer);
  };
  const readSeveral = async (ids: readonly string[]): Promise<[id: string, task: Task | null][]> => {
    const actions = ids.map((id) => ({
      method: "get",
      relative_path: `/tasks/${encodeURIComponent(id)}`,
      options: { fields: TASK_FIELDS.split(",") },
    }));
    const { data } = parsed(SERVICE, await rest("POST", "/batch", { json: { data: { actions } } }), batch);
    return ids.map((id, at) => {
      // An answer that is missing is no task that is gone.
      const { status_code: status = 502, body } = data[at] ?? {};
      return [id, taskIn({ status, body })];
    });
  };
  const readMarked = (mark: string) => read(`external:${mark}`);
  return {
    async listPlaces() {
      const workspaces = await list("/workspaces", WORKSPACES_MAX);
      const places: TaskPlace[] = [];
      for (const { gid, name: workspace } of workspaces) {
        const query = { workspace: gid, archived: "false", opt_fields: "name" };
        for (const project of await list("/projects", TASK_PLACES_MAX, query)) {
          const name = workspaces.length === 1 ? project.name : `${workspace}: ${project.name}`;
          places.push({ id: `${gid}/${project.gid}`, name });
        }
      }
      return places.slice(0, TASK_PLACES_MAX);
    },

    async listPeople(placeId) {
      const [workspace] = partsOf(placeId);
      const people = await list("/users", TASK_PEOPLE_MAX, { workspace, opt_fields: "name" });
      return people.map(({ gid, name }) => ({ id: gid, name }));
    },

    async find(marks) {
      const there = new Map<string, MadeTask>();
      for (const mark of marks) {
        const known = await readMarked(mark);
        if (known !== null) there.set(mark, madeOf(known));
      }
      return there;
    },

    async create(placeId, wanted) {
      const [, projectId] = partsOf(placeId);
      const answer = await rest("POST", "/tasks", {
        query: { opt_fields: TASK_FIELDS },
        json: { data: inputOf(projectId, wanted) },
      });
      if (answer.status < 400) return ok(madeOf(parsed(SERVICE, answer, task)));
      // An earlier attempt made it after it had been looked for.
      const known = await readMarked(wanted.mark);
      return known === null ? refused(refusalOf(answer)) : ok(madeOf(known));
    },

    async readStates(ids) {
      const states = new Map<string, TaskState>();
      for (let from = 0; from < ids.length; from += BATCH_MAX) {
        const part = ids.slice(from, from + BATCH_MAX);
        for (const [id, known] of await readSeveral(part)) if (known !== null) states.set(id, stateOf(known));
      }
      return states;
    },
  };
}

function taskIn(answer: Answer): Task | null {
  return answer.status === 403 || answer.status === 404 ? null : parsed(SERVICE, answer, task);
}

function partsOf(placeId: string): [workspaceId: string, projectId: string] {
  const at = placeId.indexOf("/");
  return [placeId.slice(0, Math.max(at, 0)), placeId.slice(at + 1)];
}

function inputOf(projectId: string, { mark, title, lines, link, dueDay, assigneeId }: NewTask) {
  return {
    name: title,
    // Plain text, in which addresses become links.
    notes: [...lines, `${link.text}: ${link.url}`].join("\n\n"),
    projects: [projectId],
    external: { gid: mark },
    ...(dueDay !== null && { due_on: dueDay }),
    ...(assigneeId !== null && { assignee: assigneeId }),
  };
}

function madeOf(found: Task): MadeTask {
  return { externalId: found.data.gid, url: found.data.permalink_url, state: stateOf(found) };
}

function stateOf({ data: { completed } }: Task): TaskState {
  return completed ? "done" : "open";
}

const refusal = z.object({ errors: z.array(z.object({ message: z.string() })) });

/** Asana says in words which of the things that a task names it does not know: "assignee: Unknown object: 123". */
function refusalOf({ status, body }: Answer): TaskRefusal {
  const words = (refusal.safeParse(body).data?.errors ?? []).map(({ message }) => message).join(" ");
  if (/assignee/i.test(words)) return "no-person";
  return status === 403 || status === 404 || /project/i.test(words) ? "no-place" : "refused";
}
