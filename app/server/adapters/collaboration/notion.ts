import * as z from "zod";
import { NOTION_PROPERTY_TYPES, type NotionProperty } from "#app/domain/collaboration/notion-fields.ts";
import {
  NOTION_BLOCKS_MAX,
  NOTION_CHILD_PAGES_MAX,
  NOTION_SOURCE_PAGES_MAX,
  NOTION_SOURCES_PAGE,
} from "#app/domain/limits/deliveries.ts";
import { ok, refused } from "#app/domain/outcome.ts";
import { parsed } from "#app/server/adapters/collaboration/ask.ts";
import { type NotionCall, notionCalls, requestNotion } from "#app/server/adapters/collaboration/notion-request.ts";
import type { ConnectionClient } from "#app/server/ports/connection-client.ts";
import type { NotionBlock, NotionClient, NotionPage, NotionSource } from "#app/server/ports/notion.ts";

export type NotionSettings = {
  clientId: string;
  clientSecret: string;
  redirectUri: string;
  /** The stand-in of one machine, which answers below `/notion`; null: the real Notion. */
  localOrigin: string | null;
};

const text = z
  .array(z.object({ plain_text: z.string() }))
  .transform((parts) => parts.map((part) => part.plain_text).join(""));
const tokenAnswer = z.object({
  access_token: z.string().min(1),
  refresh_token: z.string().min(1).nullish(),
  workspace_id: z.string().min(1),
  workspace_name: z.string().nullish(),
});
const property = z.object({ id: z.string(), name: z.string(), type: z.string() });
const source = z.object({ id: z.string(), title: text, properties: z.record(z.string(), property) });
const sourceList = z.object({ results: z.array(z.unknown()), next_cursor: z.string().nullable() });
const page = z.object({ id: z.string(), url: z.string() });
const pageList = z.object({ results: z.array(page) });
const blockList = z.object({
  results: z.array(
    z.object({
      id: z.string(),
      type: z.string().optional(),
      created_by: z.object({ id: z.string() }).optional(),
      synced_block: z.object({ synced_from: z.unknown() }).optional(),
    }),
  ),
  next_cursor: z.string().nullable(),
});

/** The consent of a workspace. */
export function notionConsent(settings: NotionSettings): ConnectionClient {
  const { clientId, clientSecret, redirectUri, localOrigin } = settings;
  const asClient = (path: string, body: object) =>
    requestNotion(settings, `Basic ${btoa(`${clientId}:${clientSecret}`)}`, { method: "POST", path, body });
  const tokensOf = ({ access_token, refresh_token }: z.output<typeof tokenAnswer>, before: string | null) => ({
    access: access_token,
    refresh: refresh_token ?? before,
    // Notion does not say how long a token is good: a refused one is refreshed.
    expiresAt: null,
  });
  return {
    consentUrl({ state }) {
      const base = localOrigin === null ? "https://api.notion.com" : `${localOrigin}/notion`;
      const query = { client_id: clientId, response_type: "code", owner: "user", redirect_uri: redirectUri, state };
      return `${base}/v1/oauth/authorize?${new URLSearchParams(query)}`;
    },

    async exchange({ code }) {
      const body = { grant_type: "authorization_code", code, redirect_uri: redirectUri };
      const answer = await asClient("oauth/token", body);
      if (answer.status >= 400) return refused("code-refused");
      const said = parsed({ service: "notion", ...answer }, tokenAnswer);
      const account = { accountId: said.workspace_id, name: said.workspace_name ?? "Notion" };
      return ok({ tokens: tokensOf(said, null), account });
    },

    async refresh(refreshToken) {
      const answer = await asClient("oauth/token", { grant_type: "refresh_token", refresh_token: refreshToken });
      if (answer.status >= 400) return refused("invalid-grant");
      return ok(tokensOf(parsed({ service: "notion", ...answer }, tokenAnswer), refreshToken));
    },

    async revoke({ access }) {
      await asClient("oauth/revoke", { token: access });
    },
  };
}

export function notionClient(settings: Pick<NotionSettings, "localOrigin">): NotionClient {
  const call = notionCalls(settings);
  return { ...sources(call), ...pages(call), ...pageContent(call) };
}

function sources(call: NotionCall): Pick<NotionClient, "listSources" | "readSource" | "addTextProperty"> {
  return {
    async listSources(token) {
      const sources: NotionSource[] = [];
      let cursor: string | null = null;
      for (let turn = 0; turn < NOTION_SOURCE_PAGES_MAX; turn += 1) {
        const body: object = {
          filter: { property: "object", value: "data_source" },
          page_size: NOTION_SOURCES_PAGE,
          ...(cursor === null ? {} : { start_cursor: cursor }),
        };
        const answer = await call(token, sourceList, { method: "POST", path: "search", body, missing: "no-database" });
        if (!answer.ok) return answer;
        // Sources of which Acta sees the id only cannot be offered.
        for (const each of answer.value.results) {
          const read = source.safeParse(each);
          if (read.success) sources.push(sourceOf(read.data));
        }
        cursor = answer.value.next_cursor;
        if (cursor === null) break;
      }
      return ok(sources);
    },

    async readSource(token, sourceId) {
      const path = `data_sources/${encodeURIComponent(sourceId)}`;
      const answer = await call(token, source, { method: "GET", path, missing: "no-database" });
      return answer.ok ? ok(sourceOf(answer.value)) : answer;
    },

    async addTextProperty(token, { source: { id }, name }) {
      const path = `data_sources/${encodeURIComponent(id)}`;
      const body = { properties: { [name]: { rich_text: {} } } };
      const answer = await call(token, source, { method: "PATCH", path, body, missing: "no-database" });
      return answer.ok ? ok(sourceOf(answer.value)) : answer;
    },
  };
}

function pages(call: NotionCall): Pick<NotionClient, "findPages" | "createPage" | "updateProperties"> {
  return {
    async findPages(token, { sourceId, propertyId, value, signal }) {
      const path = `data_sources/${encodeURIComponent(sourceId)}/query`;
      const body = {
        filter: { property: propertyId, rich_text: { equals: value } },
        sorts: [{ timestamp: "created_time", direction: "ascending" }],
        page_size: 2,
      };
      const answer = await call(token, pageList, { method: "POST", path, body, missing: "no-database", signal });
      return answer.ok ? ok(answer.value.results.map(pageOf)) : answer;
    },

    async createPage(token, { sourceId, properties, signal }) {
      const body = { parent: { type: "data_source_id", data_source_id: sourceId }, properties };
      const answer = await call(token, page, { method: "POST", path: "pages", body, missing: "no-database", signal });
      return answer.ok ? ok(pageOf(answer.value)) : answer;
    },

    async updateProperties(token, { pageId, properties, signal }) {
      const path = `pages/${encodeURIComponent(pageId)}`;
      const answer = await call(token, page, {
        method: "PATCH",
        path,
        body: { properties },
        missing: "no-page",
        signal,
      });
      return answer.ok ? ok(pageOf(answer.value)) : answer;
    },
  };
}

function pageContent(call: NotionCall): Pick<NotionClient, "replaceContent"> {
  const append = (token: string, id: string, children: readonly object[], signal: AbortSignal) =>
    call(token, blockList, {
      method: "PATCH",
      path: `blocks/${id}/children`,
      body: { children },
      missing: "no-page",
      signal,
    });

  /** The containers that are in a page, of whoever made them. People write into it too, above and below. */
  const containersIn = async (token: string, pageId: string, signal: AbortSignal) => {
    const found: z.output<typeof blockList>["results"] = [];
    let cursor: string | null = null;
    for (let turn = 0; turn < NOTION_CHILD_PAGES_MAX; turn += 1) {
      const query = new URLSearchParams({
        page_size: String(NOTION_BLOCKS_MAX),
        ...(cursor && { start_cursor: cursor }),
      });
      const path = `blocks/${encodeURIComponent(pageId)}/children?${query}`;
      const answer = await call(token, blockList, { method: "GET", path, missing: "no-page", signal });
      if (!answer.ok) return answer;
      const { results, next_cursor: next } = answer.value;
      found.push(
        ...results.filter(({ type, synced_block }) => type === "synced_block" && synced_block?.synced_from === null),
      );
      cursor = next;
      if (cursor === null) break;
    }
    return ok(found);
  };

  return {
    async replaceContent(token, { pageId, before: formerId, blocks, signal }) {
      const before = await containersIn(token, pageId, signal);
      if (!before.ok) return before;
      const [first = [], ...rest] = batches(blocks);
      const added = await append(token, pageId, [container(first)], signal);
      if (!added.ok) return added;
      const [made] = added.value.results;
      if (made === undefined) return refused("refused");
      for (const batch of rest) {
        const more = await append(token, made.id, batch, signal);
        if (!more.ok) return more;
      }
      // The former ones last: a page is never without minutes, and a process that dies leaves two of them, not none.
      const former = before.value.filter(({ created_by }) => created_by?.id === made.created_by?.id);
      for (const id of new Set([...former.map((block) => block.id), ...(formerId === null ? [] : [formerId])])) {
        const removed = await call(token, z.unknown(), {
          method: "DELETE",
          path: `blocks/${id}`,
          missing: "no-page",
          signal,
        });
        if (!removed.ok && removed.reason !== "no-page") return removed;
      }
      return ok(made.id);
    },
  };
}

/** One block around all of Acta's: it goes with one request, whatever is in it, and other blocks of the page stay. */
function container(children: readonly NotionBlock[]) {
  return { type: "synced_block", synced_block: { synced_from: null, children } };
}

/** Blocks for requests of at most NOTION_BLOCKS_MAX, with the rows of tables. One place is the container's own. */
function batches(blocks: readonly NotionBlock[]): NotionBlock[][] {
  const done: NotionBlock[][] = [[]];
  let size = 1;
  for (const block of blocks) {
    const own = 1 + (block.type === "table" ? block.table.children.length : 0);
    if (size + own > NOTION_BLOCKS_MAX && (done.at(-1)?.length ?? 0) > 0) {
      done.push([]);
      size = 1;
    }
    done.at(-1)?.push(block);
    size += own;
  }
  return done;
}

function sourceOf({ id, title, properties }: z.output<typeof source>): NotionSource {
  return { id, name: title, properties: Object.values(properties).flatMap(propertyOf) };
}

function propertyOf({ id, name, type }: z.output<typeof property>): NotionProperty[] {
  const known = NOTION_PROPERTY_TYPES.find((each) => each === type);
  return known === undefined ? [] : [{ id, name, type: known }];
}

function pageOf({ id, url }: z.output<typeof page>): NotionPage {
  return { id, url };
}
