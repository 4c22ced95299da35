import { answerConsent, bodyOf, textOf } from "./consent.mjs";
import { createBlocks } from "./notion-blocks.mjs";
import { childrenProblem, valueProblem, wordsOf } from "./notion-checks.mjs";

/**
 * A stand-in for Notion: consent, databases, pages and their blocks, at the paths of the real one below `/notion/v1`. Requests and answers
 * are those of the web platform, so that the same code answers in a test and, behind workers/local/identity-provider.mjs, in `npm start`.
 * It refuses what Notion refuses: long texts, too many blocks, unknown properties, commas in the names of options.
 *
 * @typedef {import("./notion-blocks.mjs").Block} Block
 * @typedef {{ id: string, sourceId: string, createdAt: number, properties: Record<string, Record<string, unknown>>, children: string[], inTrash: boolean }} Page
 * @typedef {{ id: string, name: string, properties: Map<string, { id: string, name: string, type: string }> }} Source
 * @typedef {ReturnType<typeof createNotionStandIn>} NotionStandIn
 */

const WORKSPACE = { id: "5f1c0a5e-0000-4000-8000-000000000001", name: "Clínica Girona" };
const VERSION = "2025-09-03";

/**
 * @param {{ client: { id: string, secret: string }, now: () => number, isRedirectAllowed: (uri: string) => boolean }} settings
 */
export function createNotionStandIn({ client, now, isRedirectAllowed }) {
  /** @type {Map<string, string>} A code and its redirect address. */
  const codes = new Map();
  /** @type {Map<string, string>} A token and the bot that it belongs to. */
  const tokens = new Map();
  /** @type {Map<string, Page>} */
  const pages = new Map();
  /** @type {Map<string, Source>} */
  const sources = new Map();
  const { blocks, addBlocks, removeBlock, listOf, linesOf } = createBlocks(() => pages.values());
  const orders = {
    /** Answers of the next requests whose method and path begin so, before anything else is looked at. @type {{ at: string, answer: () => Response }[]} */
    failures: [],
  };
  addSource("Minutes 2026", {
    Name: "title",
    Date: "date",
    Link: "url",
    Topics: "multi_select",
    Project: "select",
    Minutes: "number",
  });
  addSource("Actes de les clíniques de Figueres, Perpinyà i la Selva", { Títol: "title", Dia: "date" });

  /** @param {string} name @param {Record<string, string>} properties By name, their types. */
  function addSource(name, properties) {
    const id = crypto.randomUUID();
    /** @type {Source} */
    const source = { id, name, properties: new Map() };
    for (const [title, type] of Object.entries(properties)) addProperty(source, title, type);
    sources.set(id, source);
    return source;
  }

  /** @param {Source} source @param {string} name @param {string} type */
  function addProperty(source, name, type) {
    const id = type === "title" ? "title" : crypto.randomUUID().slice(0, 4);
    source.properties.set(id, { id, name, type });
  }

  /** @param {Source} source */
  const shownSource = ({ id, name, properties }) => ({
    object: /** @type {const} */ ("data_source"),
    id,
    title: [{ type: /** @type {const} */ ("text"), plain_text: name, text: { content: name, link: null } }],
    properties: Object.fromEntries([...properties.values()].map((each) => [each.name, { ...each, [each.type]: {} }])),
  });

  /** @param {Page} one */
  const shownPage = ({ id, inTrash }) => ({
    object: /** @type {const} */ ("page"),
    id,
    url: `https://www.notion.so/${id.replaceAll("-", "")}`,
    in_trash: inTrash,
  });

  /** @param {Source} source @param {Record<string, Record<string, unknown>>} properties */
  function propertiesProblem(source, properties) {
    for (const [key, value] of Object.entries(properties)) {
      const known = source.properties.get(key) ?? [...source.properties.values()].find(({ name }) => name === key);
      if (!known) return `${key} is not a property that exists.`;
      if (!(known.type in value)) return `${key} is expected to be ${known.type}.`;
      const problem = valueProblem(known.type, value[known.type]);
      if (problem !== null) return problem;
    }
    return null;
  }

  /** @param {Request} request @returns {Promise<Record<string, unknown>>} */
  async function oauth(request) {
    const given = atob((request.headers.get("Authorization") ?? "").replace(/^Basic /, ""));
    if (given !== `${client.id}:${client.secret}`) return { error: "invalid_client" };
    const body = await bodyOf(request);
    if (new URL(request.url).pathname.endsWith("/revoke")) {
      tokens.delete(String(body.token));
      return {};
    }
    const code = textOf(body.code);
    if (body.grant_type !== "authorization_code" || codes.get(code) !== body.redirect_uri) {
      return { error: "invalid_grant" };
    }
    codes.delete(code);
    const token = `ntn_local_${crypto.randomUUID()}`;
    const bot = crypto.randomUUID();
    tokens.set(token, bot);
    /** @satisfies {import("@notionhq/client").OauthTokenResponse} */
    const answer = {
      access_token: token,
      token_type: /** @type {const} */ ("bearer"),
      refresh_token: null,
      bot_id: bot,
      workspace_icon: null,
      workspace_name: WORKSPACE.name,
      workspace_id: WORKSPACE.id,
      owner: { type: /** @type {const} */ ("workspace"), workspace: /** @type {const} */ (true) },
      duplicated_template_id: null,
    };
    return answer;
  }

  /** @param {string} path @param {Request} request */
  async function api(path, request) {
    const at = `${request.method} ${path}`;
    const failure = orders.failures.findIndex((each) => at.startsWith(each.at));
    if (failure >= 0) return orders.failures.splice(failure, 1)[0]?.answer() ?? Response.error();
    if (path === "oauth/token" || path === "oauth/revoke") {
      const answer = await oauth(request);
      return Response.json(answer, { status: "error" in answer ? 400 : 200 });
    }
    const bot = tokens.get(request.headers.get("Authorization")?.replace(/^Bearer /, "") ?? "");
    if (bot === undefined) return problem(401, "unauthorized", "API token is invalid.");
    if (request.headers.get("Notion-Version") !== VERSION)
      return problem(400, "missing_version", "The version is missing.");
    const body = request.method === "GET" || request.method === "DELETE" ? {} : await bodyOf(request);
    const [kind = "", id = "", what = ""] = path.split("/");
    switch (`${request.method} ${kind} ${what}`.trim()) {
      case "POST search":
        return Response.json({
          object: "list",
          results: [...sources.values()].map(shownSource),
          next_cursor: null,
          has_more: false,
        });
      case "GET data_sources":
      case "PATCH data_sources": {
        const source = sources.get(id);
        if (!source) return problem(404, "object_not_found", "Could not find the data source.");
        for (const [name, type] of Object.entries(/** @type {Record<string, object>} */ (body.properties ?? {}))) {
          addProperty(source, name, Object.keys(type)[0] ?? "");
        }
        return Response.json(shownSource(source));
      }
      case "POST data_sources query":
        return query(id, body);
      case "POST pages": {
        const { data_source_id } = /** @type {{ data_source_id?: string }} */ (body.parent ?? {});
        const source = sources.get(data_source_id ?? "");
        if (!source) return problem(404, "object_not_found", "Could not find the data source.");
        const properties = /** @type {Page["properties"]} */ (body.properties ?? {});
        const wrong = propertiesProblem(source, properties);
        if (wrong !== null) return problem(400, "validation_error", wrong);
        /** @type {Page} */
        const made = {
          id: crypto.randomUUID(),
          sourceId: source.id,
          createdAt: now(),
          properties,
          children: [],
          inTrash: false,
        };
        pages.set(made.id, made);
        return Response.json(shownPage(made));
      }
      case "PATCH pages": {
        const found = pages.get(id);
        const source = sources.get(found?.sourceId ?? "");
        if (!found || !source) return problem(404, "object_not_found", "Could not find the page.");
        if (found.inTrash) return problem(400, "validation_error", "Can't edit a page that is in the trash.");
        const properties = /** @type {Page["properties"]} */ (body.properties ?? {});
        const wrong = propertiesProblem(source, properties);
        if (wrong !== null) return problem(400, "validation_error", wrong);
        Object.assign(found.properties, properties);
        return Response.json(shownPage(found));
      }
      case "GET blocks children":
      case "PATCH blocks children": {
        const holder = pages.get(id) ?? blocks.get(id);
        if (!holder) return problem(404, "object_not_found", "Could not find the block.");
        if (request.method === "GET") return Response.json(listOf(holder.children));
        const wrong = childrenProblem(body.children);
        if (wrong !== null) return problem(400, "validation_error", wrong);
        const added = addBlocks(/** @type {unknown[]} */ (body.children), { parent: id, bot });
        holder.children.push(...added);
        return Response.json(listOf(added));
      }
      case "DELETE blocks":
        return removeBlock(id)
          ? Response.json({ object: "block", id, in_trash: true })
          : problem(404, "object_not_found", "Could not find the block.");
      default:
        return problem(400, "invalid_request_url", "Invalid request URL.");
    }
  }

  /** @param {string} sourceId @param {Record<string, unknown>} body */
  function query(sourceId, body) {
    if (!sources.has(sourceId)) return problem(404, "object_not_found", "Could not find the data source.");
    const { property, rich_text } = /** @type {{ property: string, rich_text: { equals: string } }} */ (body.filter);
    if (!sources.get(sourceId)?.properties.has(property)) {
      return problem(400, "validation_error", "Could not find property with name or id.");
    }
    const found = [...pages.values()].filter(
      (one) =>
        one.sourceId === sourceId && !one.inTrash && wordsOf(one.properties[property]?.rich_text) === rich_text.equals,
    );
    return Response.json({ object: "list", results: found.map(shownPage), next_cursor: null, has_more: false });
  }

  /** A page as a person reads it: its properties by their names, and one line for each block. @param {Page} one */
  function readPage(one) {
    const source = sources.get(one.sourceId);
    const named = Object.entries(one.properties).map(([id, value]) => [source?.properties.get(id)?.name ?? id, value]);
    return { id: one.id, properties: Object.fromEntries(named), lines: linesOf(one.children) };
  }

  return {
    sources,
    pages,
    blocks,
    orders,
    readPage,
    revoke: () => tokens.clear(),
    /** A person writes into a page. @param {string} pageId @param {string} content */
    write(pageId, content) {
      const children = [{ type: "paragraph", paragraph: { rich_text: [{ text: { content } }] } }];
      pages.get(pageId)?.children.push(...addBlocks(children, { parent: pageId, bot: "a-person" }));
    },

    /** Null for requests that are not for it. @param {Request} request @param {import("./consent.mjs").Html} html @returns {Promise<Response | null>} */
    async answer(request, html) {
      const url = new URL(request.url);
      if (!url.pathname.startsWith("/notion/")) return null;
      if (url.pathname === "/notion/v1/oauth/authorize") {
        const { searchParams } = url;
        return answerConsent(request, {
          label: "Notion",
          asks: `Acta asks for access to two databases of ${WORKSPACE.name}`,
          note: "What was written: /notion/pages",
          isGood:
            searchParams.get("client_id") === client.id && isRedirectAllowed(searchParams.get("redirect_uri") ?? ""),
          html,
          newCode(redirectUri) {
            const code = crypto.randomUUID();
            codes.set(code, redirectUri);
            return code;
          },
        });
      }
      // Pages that were written, for people and for browser tests.
      if (url.pathname === "/notion/pages") return Response.json([...pages.values()].map(readPage));
      const [, path] = /^\/notion\/v1\/(.+)$/.exec(url.pathname) ?? [];
      return path === undefined ? new Response(null, { status: 404 }) : api(path, request);
    },
  };
}

/** @param {number} status @param {string} code @param {string} message */
function problem(status, code, message) {
  return Response.json({ object: "error", status, code, message }, { status });
}
