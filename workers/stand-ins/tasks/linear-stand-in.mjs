import { bodyOf } from "../collaboration/consent.mjs";
import { createTaskAccess, hmacOf } from "./task-access.mjs";

/**
 * A stand-in for Linear: the consent, and the GraphQL operations that Acta uses, below `/linear`. It knows them by their names. It refuses,
 * as Linear does, unknown teams and people, an id that is taken, refused tokens, too many requests.
 *
 * @typedef {{ id: string, title: string, description: string, teamId: string, assigneeId: string | null, dueDate: string | null, type: string, trashed: boolean, number: number }} Issue
 * @typedef {ReturnType<typeof createLinearStandIn>} LinearStandIn
 */

const ORGANIZATION = { id: "0a7c0001-0000-4000-8000-000000000001", name: "Serra Arquitectes" };
const PAGE = 2;
const TEAMS = [
  { id: "team-building", name: "Building" },
  { id: "team-office", name: "Office" },
  { id: "team-garden", name: "Garden" },
];
const PEOPLE = [
  { id: "user-marta", name: "Marta Soler", active: true },
  { id: "user-lucia", name: "Lucía Ferrer", active: true },
  { id: "user-gone", name: "Somebody Who Left", active: false },
];

/**
 * @param {{
 *   client: { id: string, secret: string }, webhookSecret: string, eventsUrl: string, now: () => number,
 *   isRedirectAllowed: (uri: string) => boolean, send: (request: Request) => Promise<Response>,
 * }} settings `send` carries an event to the app.
 */
export function createLinearStandIn({ client, webhookSecret, eventsUrl, now, isRedirectAllowed, send }) {
  const access = createTaskAccess({
    label: "Linear",
    kind: "linear",
    asks: `Acta asks for access to ${ORGANIZATION.name}`,
    client,
    scope: "read,issues:create",
    seconds: 86_399,
    isRedirectAllowed,
    now,
  });
  /** @type {Map<string, Issue>} */
  const issues = new Map();
  const teams = [...TEAMS];
  const people = [...PEOPLE];
  /** Answers of the next operations of a name, before (`isLost` false) or after they were done. @type {{ operation: string, isLost: boolean, answer: () => Response }[]} */
  const failures = [];
  /** Names of operations, in order. @type {string[]} */
  const operations = [];
  const board = createBoard({ issues, teams, people });

  /** @param {Request} request */
  async function graphql(request) {
    const { operationName, variables = {} } = await bodyOf(request);
    const name = String(operationName);
    operations.push(name);
    const failing = failures.findIndex(({ operation }) => operation === name);
    const [failure] = failing < 0 ? [] : failures.splice(failing, 1);
    if (failure && !failure.isLost) return failure.answer();
    if (!access.isAccepted(request)) {
      return errors(401, "Authentication required, not authenticated", "AUTHENTICATION_ERROR", "authentication error");
    }
    const answer =
      name === "ActaOrganization"
        ? Response.json({ data: { organization: ORGANIZATION } })
        : board(name, /** @type {Record<string, unknown>} */ (variables));
    return failure ? failure.answer() : answer;
  }

  /** @param {string} id @param {"update" | "remove"} action */
  async function signed(id, action) {
    const issue = issues.get(id);
    const body = JSON.stringify({
      action,
      type: "Issue",
      data: { id, state: { type: issue?.type ?? "unstarted" } },
      organizationId: ORGANIZATION.id,
      webhookTimestamp: now(),
    });
    const hex = [...(await hmacOf(webhookSecret, body))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
    return new Request(eventsUrl, {
      method: "POST",
      headers: { "Content-Type": "application/json; charset=utf-8", "Linear-Event": "Issue", "Linear-Signature": hex },
      body,
    });
  }

  /** Somebody moves an issue to a state of this type, or to the trash. @param {string} id @param {string} type */
  function move(id, type) {
    const issue = issues.get(id);
    if (!issue) throw new Error("no such issue");
    if (type === "trash") issue.trashed = true;
    else issue.type = type;
    return signed(id, type === "trash" ? "remove" : "update");
  }

  return {
    access,
    issues,
    teams,
    people,
    failures,
    operations,
    move,

    /** Null for requests that are not for it. @param {Request} request @param {import("../collaboration/consent.mjs").Html} html @returns {Promise<Response | null>} */
    async answer(request, html) {
      const { pathname } = new URL(request.url);
      if (!pathname.startsWith("/linear/")) return null;
      switch (`${request.method} ${pathname.slice("/linear/".length)}`) {
        case "GET oauth/authorize":
        case "POST oauth/authorize":
          return access.consent(request, html);
        case "POST oauth/token":
          return access.exchange(request);
        case "POST oauth/revoke":
          return access.revoke(request);
        case "POST graphql":
          return graphql(request);
        // For people and for browser tests.
        case "GET tasks":
          return Response.json({ tasks: [...issues.values()] });
        case "POST move": {
          const { id, type } = await bodyOf(request);
          const answered = await send(await move(String(id), String(type)));
          return new Response(null, { status: answered.ok ? 204 : 502 });
        }
        default:
          return new Response(null, { status: 404 });
      }
    },
  };
}

/** @param {number} status @param {string} message @param {string} code @param {string} type */
export function errors(status, message, code, type) {
  return Response.json({ errors: [{ message, extensions: { code, type } }] }, { status });
}

/** @param {string} message */
const invalid = (message) => errors(400, message, "INPUT_ERROR", "invalid input");

/**
 * @template Node
 * @param {Node[]} nodes @param {unknown} after
 */
function pageOf(nodes, after) {
  const from = Number(after ?? 0);
  const end = from + PAGE;
  return { nodes: nodes.slice(from, end), pageInfo: { hasNextPage: end < nodes.length, endCursor: String(end) } };
}

/** @param {{ issues: Map<string, Issue>, teams: { id: string, name: string }[], people: { id: string, name: string, active: boolean }[] }} parts */
function createBoard({ issues, teams, people }) {
  /** @param {Issue} issue */
  const shown = ({ id, type, trashed, number }) => ({
    id,
    url: `https://linear.app/serra/issue/BUI-${number}`,
    trashed: trashed || null,
    state: { type },
  });

  /** @param {Record<string, unknown>} input */
  function create(input) {
    const {
      id,
      teamId,
      title,
      description = "",
      assigneeId = null,
      dueDate = null,
    } = /** @type {Pick<Issue, "id" | "teamId" | "title"> & Partial<Issue>} */ (/** @type {unknown} */ (input));
    if (!/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(id)) {
      return invalid("Argument Validation Error: id must be a UUID");
    }
    if (issues.has(id)) return invalid("Entity Issue with this id already exists");
    if (!teams.some((team) => team.id === teamId)) return invalid("Entity not found: Team");
    if (assigneeId !== null && !people.some((each) => each.id === assigneeId && each.active)) {
      return invalid("Entity not found: assigneeId");
    }
    if (!title || title.length > 255) return invalid("Argument Validation Error: title");
    if (dueDate !== null && !/^\d{4}-\d{2}-\d{2}$/.test(dueDate)) return invalid("Argument Validation Error: dueDate");
    const issue = {
      id,
      title,
      description,
      teamId,
      assigneeId,
      dueDate,
      type: "unstarted",
      trashed: false,
      number: issues.size + 1,
    };
    issues.set(id, issue);
    return Response.json({ data: { issueCreate: { success: true, issue: shown(issue) } } });
  }

  /** @param {string} name @param {Record<string, unknown>} variables */
  return (name, variables) => {
    switch (name) {
      case "ActaTeams":
        return Response.json({ data: { teams: pageOf(teams, variables.after) } });
      case "ActaMembers":
        if (!teams.some(({ id }) => id === variables.teamId)) return invalid("Entity not found: Team");
        return Response.json({ data: { team: { members: pageOf(people, variables.after) } } });
      case "ActaIssues": {
        const ids = /** @type {string[]} */ (variables.ids);
        const nodes = ids.flatMap((id) => {
          const issue = issues.get(id);
          return issue ? [shown(issue)] : [];
        });
        return Response.json({ data: { issues: { nodes } } });
      }
      case "ActaCreate":
        return create(/** @type {Record<string, unknown>} */ (variables.input));
      default:
        return errors(400, `Unknown operation ${name}`, "GRAPHQL_VALIDATION_FAILED", "graphql error");
    }
  };
}
