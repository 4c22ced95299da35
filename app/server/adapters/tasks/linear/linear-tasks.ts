import * as z from "zod";
import { TASK_EVENT_AGE_MS_MAX, TASK_PEOPLE_MAX, TASK_PLACES_MAX } from "#app/domain/limits/deliveries.ts";
import { ok, refused } from "#app/domain/outcome.ts";
import type { TaskState } from "#app/domain/tasks/task-service.ts";
import { isSigned, parsed } from "#app/server/adapters/tasks/ask-service.ts";
import { askLinear, linearAddresses, type LinearQuery } from "#app/server/adapters/tasks/linear/linear-api.ts";
import { markdownOf } from "#app/server/adapters/tasks/markdown.ts";
import { linearConsent } from "#app/server/adapters/tasks/linear/linear-oauth.ts";
import { allPages, withToken } from "#app/server/adapters/tasks/with-token.ts";
import type { MadeTask, NewTask, TaskClient, TaskRefusal, TaskService } from "#app/server/ports/task-service.ts";
import { UpstreamError } from "#app/server/ports/upstream-error.ts";

const SERVICE = "linear";
const PAGE = 100;

const named = z.object({ id: z.string(), name: z.string() });
const pageInfo = z.object({ hasNextPage: z.boolean(), endCursor: z.string().nullish() });
const issue = z.object({
  id: z.string(),
  url: z.string(),
  trashed: z.boolean().nullish(),
  state: z.object({ type: z.string() }),
});
const teams = z.object({ teams: z.object({ nodes: z.array(named), pageInfo }) });
const members = z.object({
  team: z.object({
    members: z.object({
      nodes: z.array(z.object({ id: z.string(), name: z.string(), active: z.boolean() })),
      pageInfo,
    }),
  }),
});
const issues = z.object({ issues: z.object({ nodes: z.array(issue) }) });
const created = z.object({ issueCreate: z.object({ success: z.boolean(), issue: issue.nullish() }) });

const ISSUE = "id url trashed state { type }";
const QUERIES = {
  ActaTeams: `query ActaTeams($after: String) {
    teams(first: ${PAGE}, after: $after) { nodes { id name } pageInfo { hasNextPage endCursor } } }`,
  ActaMembers: `query ActaMembers($teamId: String!, $after: String) {
    team(id: $teamId) { members(first: ${PAGE}, after: $after) { nodes { id name active } pageInfo { hasNextPage endCursor } } } }`,
  ActaIssues: `query ActaIssues($ids: [ID!]!, $first: Int!) {
    issues(filter: { id: { in: $ids } }, includeArchived: true, first: $first) { nodes { ${ISSUE} } } }`,
  ActaCreate: `mutation ActaCreate($input: IssueCreateInput!) { issueCreate(input: $input) { success issue { ${ISSUE} } } }`,
} as const;

/**
 * Linear (https://linear.app/developers/graphql). An issue's id is chosen by Acta, the task's mark: making it a second time is refused, so that
 * it is there once whatever became of an answer. Linear tells of changes itself, for all workspaces that allowed the app.
 */
export function linearTasks(client: TaskClient): TaskService {
  const { webhookSecret } = client;
  const { api } = linearAddresses(client);
  return {
    consent: linearConsent(client),
    account: ({ access, signal }) =>
      account((query) =>
        withToken(SERVICE, access, {
          ask: (token) => askLinear(api, token, query, signal),
          isRefused: (answer) => !answer.ok && answer.status === 401,
        }),
      ),
    ...(webhookSecret !== null && {
      readEvent: (request, now) => readEvent(request, { secret: webhookSecret, now }),
    }),
  };
}

type Ask = (query: LinearQuery) => ReturnType<typeof askLinear>;

function account(ask: Ask): ReturnType<TaskService["account"]> {
  const read = async <Schema extends z.ZodType>(
    name: keyof typeof QUERIES,
    variables: Record<string, unknown>,
    schema: Schema,
  ): Promise<z.output<Schema>> => {
    const answer = await ask({ operationName: name, query: QUERIES[name], variables });
    if (!answer.ok) throw new UpstreamError({ service: SERVICE, status: answer.status, retryable: false });
    return parsed(SERVICE, { status: 200, body: answer.data }, schema);
  };
  const readIssues = async (ids: readonly string[]) => {
    if (ids.length === 0) return [];
    return (await read("ActaIssues", { ids, first: ids.length }, issues)).issues.nodes;
  };
  return {
    listPlaces: () =>
      allPages(TASK_PLACES_MAX, async (after) => {
        const { nodes, pageInfo: page } = (await read("ActaTeams", { after }, teams)).teams;
        return { found: nodes, next: nextOf(page) };
      }),

    listPeople: (teamId) =>
      allPages(TASK_PEOPLE_MAX, async (after) => {
        const { nodes, pageInfo: page } = (await read("ActaMembers", { teamId, after }, members)).team.members;
        return { found: nodes, next: nextOf(page) };
      }).then((people) => people.filter(({ active }) => active).map(({ id, name }) => ({ id, name }))),

    async find(marks) {
      return new Map((await readIssues(marks)).map((found) => [found.id, madeOf(found)]));
    },

    async create(teamId, task) {
      const answer = await ask({
        operationName: "ActaCreate",
        query: QUERIES.ActaCreate,
        variables: { input: inputOf(teamId, task) },
      });
      if (answer.ok) {
        const made = parsed(SERVICE, { status: 200, body: answer.data }, created).issueCreate.issue;
        return made ? ok(madeOf(made)) : refused("refused");
      }
      // An earlier attempt made it after it had been looked for.
      const [known] = await readIssues([task.mark]);
      return known ? ok(madeOf(known)) : refused(refusalOf(answer));
    },

    async readStates(ids) {
      return new Map((await readIssues(ids)).map((found) => [found.id, stateOf(found)]));
    },
  };
}

function nextOf({ hasNextPage, endCursor }: z.output<typeof pageInfo>): string | null {
  return hasNextPage ? (endCursor ?? null) : null;
}

function inputOf(teamId: string, { mark, title, lines, link, dueDay, assigneeId }: NewTask) {
  return {
    id: mark,
    teamId,
    title,
    description: markdownOf({ lines, link }),
    ...(dueDay !== null && { dueDate: dueDay }),
    ...(assigneeId !== null && { assigneeId }),
  };
}

function madeOf(found: z.output<typeof issue>): MadeTask {
  return { externalId: found.id, url: found.url, state: stateOf(found) };
}

/** https://linear.app/docs/configuring-workflows: the types of states. Issues that are done are archived after a while, and stay done. */
function stateOf({ trashed, state: { type } }: z.output<typeof issue>): TaskState {
  if (trashed === true || type === "canceled" || type === "duplicate") return "gone";
  return type === "completed" ? "done" : "open";
}

/** Linear names the input that it does not accept in words only. */
function refusalOf({ type, message }: { type: string; message: string }): TaskRefusal {
  if (/assignee/i.test(message)) return "no-person";
  return /team/i.test(message) || type === "forbidden" ? "no-place" : "refused";
}

const event = z.object({
  type: z.string(),
  webhookTimestamp: z.number(),
  data: z.looseObject({ id: z.string().max(100).optional() }).optional(),
});

/**
 * `Linear-Signature` is the HMAC-SHA-256 of the body in hex; the time of sending is in the signed body
 * (https://linear.app/developers/webhooks). The state in the message is not used: messages may overtake each other.
 */
async function readEvent(
  { headers, body }: { headers: Headers; body: Uint8Array<ArrayBuffer> },
  { secret, now }: { secret: string; now: number },
): Promise<string[] | null> {
  const hex = /^[0-9a-f]{64}$/.exec(headers.get("Linear-Signature") ?? "")?.[0];
  if (hex === undefined) return null;
  const signature = Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
  if (!(await isSigned(body, { signature, secret }))) return null;
  let read: z.output<typeof event> | undefined;
  try {
    read = event.safeParse(JSON.parse(new TextDecoder().decode(body))).data;
  } catch {
    return null;
  }
  if (read === undefined || Math.abs(now - read.webhookTimestamp) > TASK_EVENT_AGE_MS_MAX) return null;
  return read.type === "Issue" && read.data?.id !== undefined ? [read.data.id] : [];
}
