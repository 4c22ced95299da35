import { bodyOf } from "../collaboration/consent.mjs";
import { createTaskAccess } from "./task-access.mjs";

/**
 * Parts that the stand-ins with a REST API share: the consent, tokens, failures of a test, and what people do at the service.
 *
 * @typedef {"open" | "done" | "gone"} State
 * @typedef {{ id: string, mark: string | null, title: string, text: string, placeId: string, assigneeId: string | null, dueDay: string | null, state: State }} Task
 * @typedef {{
 *   client: { id: string, secret: string }, webhookSecret: string, eventsUrl: string, now: () => number,
 *   isRedirectAllowed: (uri: string) => boolean, send: (request: Request) => Promise<Response>,
 * }} Settings `send` carries an event to the app.
 * @typedef {{ request: Request, operation: string, path: string[], query: URLSearchParams, body: Record<string, unknown>, board: Board }} Asked
 * @typedef {{ tasks: Map<string, Task>, places: { id: string, name: string }[], people: { id: string, name: string, isActive: boolean }[] }} Board
 */

const PEOPLE = [
  { id: "person-marta", name: "Marta Soler", isActive: true },
  { id: "person-lucia", name: "Lucía Ferrer", isActive: true },
  { id: "person-gone", name: "Somebody Who Left", isActive: false },
];

/**
 * @param {Settings} settings
 * @param {{
 *   kind: string, label: string, asks: string, scope: string, seconds: number | null, places: { id: string, name: string }[],
 *   oauth: { authorize: string, token: string, revoke: string | null }, api: string, refused: () => Response,
 *   answer: (asked: Asked) => Response | Promise<Response>, tell?: (task: Task) => Promise<Request | null>,
 * }} service `oauth` and `api` are paths below the service's name; `answer` gets the parts of the path below `api`.
 */
export function createRestStandIn({ client, now, isRedirectAllowed, send }, service) {
  const { kind, label, asks, scope, seconds, oauth, api, refused, answer, tell } = service;
  const access = createTaskAccess({ label, kind, asks, client, scope, seconds, isRedirectAllowed, now });
  /** @type {Board} */
  const board = { tasks: new Map(), places: [...service.places], people: PEOPLE.map((person) => ({ ...person })) };
  /** Answers of the next requests of an operation ("POST tasks"), before (`isLost` false) or after they were done. @type {{ operation: string, isLost: boolean, answer: () => Response }[]} */
  const failures = [];
  /** Methods and first parts of paths, in order. @type {string[]} */
  const operations = [];

  /** @param {Request} request @param {URL} url @param {string} below */
  async function ask(request, url, below) {
    const path = below.split("/").filter(Boolean).map(decodeURIComponent);
    const operation = `${request.method} ${path.join("/")}`;
    operations.push(operation);
    const failing = failures.findIndex((each) => operation.endsWith(each.operation));
    const [failure] = failing < 0 ? [] : failures.splice(failing, 1);
    if (failure && !failure.isLost) return failure.answer();
    if (!access.isAccepted(request)) return refused();
    const body = request.method === "GET" ? {} : await bodyOf(request);
    const answered = await answer({ request, operation, path, query: url.searchParams, body, board });
    return failure ? failure.answer() : answered;
  }

  /** Somebody ticks a task, opens it again, or deletes it. Returns what the service tells of it. @param {string} id @param {State} state */
  async function move(id, state) {
    const task = board.tasks.get(id);
    if (!task) throw new Error("no such task");
    task.state = state;
    return (await tell?.(task)) ?? null;
  }

  return {
    access,
    ...board,
    failures,
    operations,
    move,

    /** Null for requests that are not for it. @param {Request} request @param {import("../collaboration/consent.mjs").Html} html @returns {Promise<Response | null>} */
    async answer(request, html) {
      const url = new URL(request.url);
      if (!url.pathname.startsWith(`/${kind}/`)) return null;
      const below = url.pathname.slice(kind.length + 2);
      if (below === oauth.authorize) return access.consent(request, html);
      if (request.method === "POST" && below === oauth.token) return access.exchange(request);
      if (request.method === "POST" && below === oauth.revoke) return access.revoke(request);
      switch (`${request.method} ${below}`) {
        // For people and for browser tests.
        case "GET tasks":
          return Response.json({ tasks: [...board.tasks.values()] });
        case "POST move": {
          const { id, state } = await bodyOf(request);
          const event = await move(String(id), /** @type {State} */ (state));
          const answered = event && (await send(event));
          return new Response(null, { status: answered === null || answered.ok ? 204 : 502 });
        }
        default:
          if (below.startsWith(api)) return ask(request, url, below.slice(api.length));
          return new Response(null, { status: 404 });
      }
    },
  };
}

/** A page of two entries. @template Entry @param {Entry[]} entries @param {string | null} from */
export function pageOf(entries, from) {
  const begin = Number(from ?? 0);
  const end = begin + 2;
  return { entries: entries.slice(begin, end), next: end < entries.length ? String(end) : null };
}
