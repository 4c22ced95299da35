import * as z from "zod";
import { TASK_PEOPLE_MAX, TASK_PLACES_MAX } from "#app/domain/limits/deliveries.ts";
import { groupBy } from "#app/domain/group-by.ts";
import { ok, refused } from "#app/domain/outcome.ts";
import type { TaskState } from "#app/domain/tasks/task-service.ts";
import { type Answer, parsed } from "#app/server/adapters/tasks/ask-service.ts";
import {
  JIRA,
  jiraAddresses,
  jiraConsent,
  type JiraSite,
  readSites,
} from "#app/server/adapters/tasks/jira/jira-api.ts";
import { allPages, type Rest, restOf } from "#app/server/adapters/tasks/with-token.ts";
import type {
  MadeTask,
  NewTask,
  TaskClient,
  TaskPlace,
  TaskRefusal,
  TaskService,
} from "#app/server/ports/task-service.ts";
import { UpstreamError } from "#app/server/ports/upstream-error.ts";

const PAGE = 50;
/** Issues of the person in a project among which an earlier attempt is looked for, the newest first. */
const SEARCHED_MAX = 500;
const SITES_MAX = 10;
/** The property of an issue that holds the mark. People do not see it, and do not change it. */
const PROPERTY = "acta.task";

const projects = z.object({
  values: z.array(z.object({ id: z.string(), name: z.string() })),
  isLast: z.boolean().nullish(),
});
const people = z.array(
  z.object({ accountId: z.string(), displayName: z.string(), active: z.boolean(), accountType: z.string().nullish() }),
);
const issueType = z.object({
  id: z.string(),
  name: z.string(),
  untranslatedName: z.string().nullish(),
  subtask: z.boolean().nullish(),
  hierarchyLevel: z.number().nullish(),
});
/** Two names of the same list, by the age of the API. */
const issueTypes = z.object({ issueTypes: z.array(issueType).nullish(), values: z.array(issueType).nullish() });
const issue = z.object({
  id: z.string(),
  key: z.string(),
  fields: z.object({ status: z.object({ statusCategory: z.object({ key: z.string() }) }) }),
  properties: z.record(z.string(), z.unknown()).nullish(),
});
type Issue = z.output<typeof issue>;
const found = z.object({ issues: z.array(issue), nextPageToken: z.string().nullish() });
const fetched = z.object({ issues: z.array(issue), issueErrors: z.array(z.unknown()).nullish() });
const made = z.object({ id: z.string(), key: z.string() });
const marked = z.object({ mark: z.string() });

/**
 * Jira Cloud, REST v3 (https://developer.atlassian.com/cloud/jira/platform/rest/v3). An account reaches one or more sites, so that ids of
 * places and tasks begin with the site's. Issues have no ids of ours: the mark is a property of the issue, and is looked for among the
 * person's own issues of the project before one is made. Jira is asked for changes.
 */
export function jiraTasks(client: TaskClient): TaskService {
  const { api } = jiraAddresses(client);
  return { consent: jiraConsent(client), account: (of) => account(restOf(JIRA, api, of)) };
}

function account(rest: Rest): ReturnType<TaskService["account"]> {
  const at = (siteId: string, path: string) => `/ex/jira/${encodeURIComponent(siteId)}/rest/api/3${path}`;
  let known: Promise<JiraSite[]> | undefined;
  const sites = () => {
    known ??= rest("GET", "/oauth/token/accessible-resources").then((answer) => readSites(answer).slice(0, SITES_MAX));
    return known;
  };
  const madeAt = async (siteId: string, of: { id: string; key: string }, state: TaskState): Promise<MadeTask> => {
    const url = (await sites()).find(({ id }) => id === siteId)?.url ?? "";
    return { externalId: `${siteId}/${of.id}`, url: `${url}/browse/${of.key}`, state };
  };
  return {
    async listPlaces() {
      const all = await sites();
      const places: TaskPlace[] = [];
      for (const site of all) places.push(...(await listProjects(rest, at, { site, isOne: all.length === 1 })));
      return places.slice(0, TASK_PLACES_MAX);
    },

    async listPeople(placeId) {
      const [siteId, projectId] = partsOf(placeId);
      // Jira looks among the first thousand people of the site, and answers those of them who can get issues of the project.
      const answer = await rest("GET", at(siteId, "/user/assignable/search"), {
        query: { project: projectId, maxResults: "1000" },
      });
      return parsed(JIRA, answer, people)
        .filter(({ active, accountType }) => active && (accountType ?? "atlassian") === "atlassian")
        .map(({ accountId, displayName }) => ({ id: accountId, name: displayName }))
        .slice(0, TASK_PEOPLE_MAX);
    },

    async find(marks, placeId) {
      const [siteId, projectId] = partsOf(placeId);
      const there = new Map<string, MadeTask>();
      for (const each of await searchOwn(rest, at(siteId, "/search/jql"), projectId)) {
        const mark = marked.safeParse(each.properties?.[PROPERTY]).data?.mark;
        if (mark !== undefined && marks.includes(mark)) there.set(mark, await madeAt(siteId, each, stateOf(each)));
      }
      return there;
    },

    async create(placeId, task) {
      const [siteId, projectId] = partsOf(placeId);
      const types = await rest("GET", at(siteId, `/issue/createmeta/${encodeURIComponent(projectId)}/issuetypes`));
      if (types.status >= 400) return refused("no-place");
      const typeId = typeOf(parsed(JIRA, types, issueTypes));
      if (typeId === null) return refused("no-place");
      const post = (hasDay: boolean) =>
        rest("POST", at(siteId, "/issue"), { json: inputOf({ projectId, typeId }, task, hasDay) });
      let answer = await post(true);
      // A project may have no day for its issues. The day then stands among the words.
      if (answer.status === 400 && task.dueDay !== null && "duedate" in errorsOf(answer)) answer = await post(false);
      if (answer.status >= 400) return refused(refusalOf(answer));
      return ok(await madeAt(siteId, parsed(JIRA, answer, made), "open"));
    },

    async readStates(ids) {
      const states = new Map<string, TaskState>();
      for (const [siteId, ofSite] of groupBy(ids, (id) => partsOf(id)[0])) {
        const answer = await rest("POST", at(siteId, "/issue/bulkfetch"), {
          json: { issueIdsOrKeys: ofSite.map((id) => partsOf(id)[1]), fields: ["status"] },
        });
        const { issues, issueErrors } = parsed(JIRA, answer, fetched);
        // Those that are missing for another reason than that they are gone.
        if (issueErrors?.length) throw new UpstreamError({ service: JIRA, status: 500, retryable: true });
        for (const each of issues) states.set(`${siteId}/${each.id}`, stateOf(each));
      }
      return states;
    },
  };
}

type At = (siteId: string, path: string) => string;

/** Projects of a site in which the person may make issues. */
async function listProjects(
  rest: Rest,
  at: At,
  { site, isOne }: { site: JiraSite; isOne: boolean },
): Promise<TaskPlace[]> {
  const all = await allPages(TASK_PLACES_MAX, async (after) => {
    const startAt = Number(after ?? 0);
    const query = { startAt: String(startAt), maxResults: String(PAGE), action: "create", orderBy: "name" };
    const answer = await rest("GET", at(site.id, "/project/search"), { query });
    const { values, isLast } = parsed(JIRA, answer, projects);
    return { found: values, next: isLast === false ? String(startAt + values.length) : null };
  });
  return all.map(({ id, name }) => ({ id: `${site.id}/${id}`, name: isOne ? name : `${site.name}: ${name}` }));
}

/** The person's own issues of a project with their marks; none where the project is gone. */
function searchOwn(rest: Rest, path: string, projectId: string): Promise<Issue[]> {
  // Of digits only: it is a part of the query's language.
  if (!/^\d{1,20}$/.test(projectId)) return Promise.resolve([]);
  return allPages(SEARCHED_MAX, async (nextPageToken) => {
    const answer = await rest("POST", path, {
      json: {
        jql: `project = ${projectId} AND creator = currentUser() ORDER BY created DESC`,
        fields: ["status"],
        properties: [PROPERTY],
        maxResults: 100,
        ...(nextPageToken && { nextPageToken }),
      },
    });
    if (answer.status === 400 || answer.status === 404) return { found: [], next: null };
    const page = parsed(JIRA, answer, found);
    return { found: page.issues, next: page.nextPageToken ?? null };
  });
}

function partsOf(id: string): [siteId: string, id: string] {
  const at = id.indexOf("/");
  return [id.slice(0, Math.max(at, 0)), id.slice(at + 1)];
}

/** The type that Jira itself calls Task, else the first that is neither an epic nor a part of another issue. */
function typeOf({ issueTypes: newer, values: older }: z.output<typeof issueTypes>): string | null {
  const plain = (newer ?? older ?? []).filter(({ subtask, hierarchyLevel }) => !subtask && (hierarchyLevel ?? 0) === 0);
  const task = plain.find(({ untranslatedName, name }) => (untranslatedName ?? name) === "Task");
  return (task ?? plain[0])?.id ?? null;
}

type Into = { projectId: string; typeId: string };

function inputOf(
  { projectId, typeId }: Into,
  { mark, title, lines, link, dueDay, assigneeId }: NewTask,
  hasDay: boolean,
) {
  const day = hasDay ? dueDay : null;
  const words = hasDay || dueDay === null ? lines : [...lines, dueDay];
  return {
    fields: {
      project: { id: projectId },
      issuetype: { id: typeId },
      // Jira refuses line breaks in it.
      summary: title.replace(/\s+/g, " "),
      description: documentOf(words, link),
      ...(day !== null && { duedate: day }),
      ...(assigneeId !== null && { assignee: { id: assigneeId } }),
    },
    properties: [{ key: PROPERTY, value: { mark } }],
  };
}

/** The Atlassian Document Format (https://developer.atlassian.com/cloud/jira/platform/apis/document/structure): text is never markup. */
function documentOf(lines: readonly string[], link: NewTask["link"]) {
  const paragraph = (text: object) => ({ type: "paragraph", content: [{ type: "text", ...text }] });
  return {
    type: "doc",
    version: 1,
    content: [
      ...lines.filter((line) => line !== "").map((text) => paragraph({ text })),
      paragraph({ text: link.text, marks: [{ type: "link", attrs: { href: link.url } }] }),
    ],
  };
}

/** Jira has no word for "cancelled": each team ends such issues in a status of its own, which counts as done. */
function stateOf({ fields: { status } }: Issue): TaskState {
  return status.statusCategory.key === "done" ? "done" : "open";
}

const refusal = z.object({ errors: z.record(z.string(), z.unknown()) });

function errorsOf({ body }: Answer): Record<string, unknown> {
  return refusal.safeParse(body).data?.errors ?? {};
}

/** Jira names the field that it does not accept. */
function refusalOf(answer: Answer): TaskRefusal {
  const errors = errorsOf(answer);
  if ("assignee" in errors) return "no-person";
  return "project" in errors || answer.status === 403 || answer.status === 404 ? "no-place" : "refused";
}
