import { bodyOf } from "./consent.mjs";
import { createAccess } from "./notion-access.mjs";
import { createBlocks } from "./notion-blocks.mjs";
import { childrenProblem, problem } from "./notion-checks.mjs";
import { createDatabases } from "./notion-databases.mjs";

/**
 * A stand-in for Notion: consent, databases, pages and their blocks, at the paths of the real one below `/notion/v1`. Requests and answers
 * are those of the web platform, so that the same code answers in a test and, behind workers/stand-ins/server.mjs, in `npm start`.
 * It refuses what Notion refuses: long texts, too many blocks, unknown properties, commas in the names of options.
 *
 * @typedef {import("./notion-databases.mjs").Page} Page
 * @typedef {ReturnType<typeof createNotionStandIn>} NotionStandIn
 */

const VERSION = "2025-09-03";

/**
 * @param {{ client: { id: string, secret: string }, now: () => number, isRedirectAllowed: (uri: string) => boolean }} settings
 */
export function createNotionStandIn({ client, now, isRedirectAllowed }) {
  const access = createAccess({ client, isRedirectAllowed });
  const databases = createDatabases(now);
  const { sources, pages } = databases;
  const pageBlocks = createBlocks(() => pages.values());
  const orders = {
    /** Answers of the next requests whose method and path begin so, before anything else is looked at. @type {{ at: string, answer: () => Response }[]} */
    failures: [],
  };
  databases.addSource("Minutes 2026", {
    Name: "title",
    Date: "date",
    Link: "url",
    Topics: "multi_select",
    Project: "select",
    Minutes: "number",
  });
  databases.addSource("Actes de les clíniques de Figueres, Perpinyà i la Selva", { Títol: "title", Dia: "date" });
  const api = createApi({ access, databases, pageBlocks, orders });

  /** A page as a person reads it: its properties by their names, and one line for each block. @param {Page} one */
  function readPage(one) {
    const source = sources.get(one.sourceId);
    const named = Object.entries(one.properties).map(([id, value]) => [source?.properties.get(id)?.name ?? id, value]);
    return { id: one.id, properties: Object.fromEntries(named), lines: pageBlocks.linesOf(one.children) };
  }

  return {
    sources,
    pages,
    blocks: pageBlocks.blocks,
    orders,
    readPage,
    revoke: access.revoke,
    /** A person writes into a page. @param {string} pageId @param {string} content */
    write(pageId, content) {
      const children = [{ type: "paragraph", paragraph: { rich_text: [{ text: { content } }] } }];
      pages.get(pageId)?.children.push(...pageBlocks.addBlocks(children, { parent: pageId, bot: "a-person" }));
    },

    /** Null for requests that are not for it. @param {Request} request @param {import("./consent.mjs").Html} html @returns {Promise<Response | null>} */
    async answer(request, html) {
      const url = new URL(request.url);
      if (!url.pathname.startsWith("/notion/")) return null;
      if (url.pathname === "/notion/v1/oauth/authorize") return access.consent(request, html);
      // Pages that were written, for people and for browser tests.
      if (url.pathname === "/notion/pages") return Response.json([...pages.values()].map(readPage));
      const [, path] = /^\/notion\/v1\/(.+)$/.exec(url.pathname) ?? [];
      return path === undefined ? new Response(null, { status: 404 }) : api(path, request);
    },
  };
}

/**
 * @param {{
 *   access: ReturnType<typeof createAccess>, databases: ReturnType<typeof createDatabases>, pageBlocks: ReturnType<typeof createBlocks>,
 *   orders: { failures: { at: string, answer: () => Response }[] },
 * }} parts
 */
function createApi({ access, databases, pageBlocks, orders }) {
  /** @param {string} path @param {Request} request */
  return async function answer(path, request) {
    const at = `${request.method} ${path}`;
    const failure = orders.failures.findIndex((each) => at.startsWith(each.at));
    if (failure >= 0) return orders.failures.splice(failure, 1)[0]?.answer() ?? Response.error();
    if (path === "oauth/token" || path === "oauth/revoke") {
      const answer = await access.oauth(request);
      return Response.json(answer, { status: "error" in answer ? 400 : 200 });
    }
    const bot = access.botOf(request);
    if (bot === undefined) return problem(401, "unauthorized", "API token is invalid.");
    if (request.headers.get("Notion-Version") !== VERSION)
      return problem(400, "missing_version", "The version is missing.");
    const body = request.method === "GET" || request.method === "DELETE" ? {} : await bodyOf(request);
    const [kind = "", id = "", what = ""] = path.split("/");
    switch (`${request.method} ${kind} ${what}`.trim()) {
      case "POST search":
        return databases.list();
      case "GET data_sources":
      case "PATCH data_sources":
        return databases.changeSource(id, body);
      case "POST data_sources query":
        return databases.query(id, body);
      case "POST pages":
        return databases.addPage(body);
      case "PATCH pages":
        return databases.changePage(id, body);
      case "GET blocks children":
        return listChildren(id, new URL(request.url).searchParams.get("start_cursor"));
      case "PATCH blocks children":
        return addChildren(id, body, bot);
      case "DELETE blocks":
        return pageBlocks.removeBlock(id)
          ? Response.json({ object: "block", id, in_trash: true })
          : problem(404, "object_not_found", "Could not find the block.");
      default:
        return problem(400, "invalid_request_url", "Invalid request URL.");
    }
  };

  /** @param {string} id */
  function holderOf(id) {
    return databases.pages.get(id) ?? pageBlocks.blocks.get(id);
  }

  /** @param {string} id @param {string | null} cursor */
  function listChildren(id, cursor) {
    const holder = holderOf(id);
    if (!holder) return problem(404, "object_not_found", "Could not find the block.");
    return Response.json(pageBlocks.listOf(holder.children, cursor));
  }

  /** @param {string} id @param {Record<string, unknown>} body @param {string} bot */
  function addChildren(id, body, bot) {
    const holder = holderOf(id);
    if (!holder) return problem(404, "object_not_found", "Could not find the block.");
    const wrong = childrenProblem(body.children);
    if (wrong !== null) return problem(400, "validation_error", wrong);
    const added = pageBlocks.addBlocks(/** @type {unknown[]} */ (body.children), { parent: id, bot });
    holder.children.push(...added);
    return Response.json(pageBlocks.listOf(added));
  }
}
