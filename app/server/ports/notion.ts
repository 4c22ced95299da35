import type { NotionProperty } from "#app/domain/collaboration/notion-fields.ts";
import type { Outcome } from "#app/domain/outcome.ts";

/** Notion, as far as Acta uses it: pages in a database that the person chose. */

export type NotionText = {
  type: "text";
  text: { content: string; link: { url: string } | null };
  annotations?: { bold?: boolean; italic?: boolean; color?: "default" | "gray" };
};

/** The blocks that Acta writes. */
export type NotionBlock =
  | { type: "heading_2"; heading_2: { rich_text: NotionText[] } }
  | { type: "paragraph"; paragraph: { rich_text: NotionText[] } }
  | { type: "bulleted_list_item"; bulleted_list_item: { rich_text: NotionText[] } }
  | { type: "to_do"; to_do: { rich_text: NotionText[]; checked: boolean } }
  | {
      type: "table";
      table: { table_width: number; has_column_header: true; has_row_header: false; children: NotionTableRow[] };
    };
export type NotionTableRow = { type: "table_row"; table_row: { cells: NotionText[][] } };

export type NotionValue =
  | { title: NotionText[] }
  | { rich_text: NotionText[] }
  | { number: number | null }
  | { url: string | null }
  | { date: { start: string } | null }
  | { select: { name: string } | null }
  | { multi_select: { name: string }[] };

/** A database, or one of several sources of one. */
export type NotionSource = { id: string; name: string; properties: NotionProperty[] };

export type NotionPage = { id: string; url: string };

/**
 * - `reconnect`: the token is not accepted any more.
 * - `no-database`: the database, or a property of it, is gone or not shared with Acta any more.
 * - `no-page`: the page is gone, or in the trash.
 * - `refused`: anything else that would be refused again.
 */
export type NotionRefusal = "reconnect" | "no-database" | "no-page" | "refused";
export type NotionAnswer<Value> = Promise<Outcome<Value, NotionRefusal>>;

/** Throws UpstreamError where Notion does not answer, or asks to wait. */
export interface NotionClient {
  /** The databases that the person has shared with Acta. */
  listSources(token: string): NotionAnswer<NotionSource[]>;
  readSource(token: string, sourceId: string): NotionAnswer<NotionSource>;
  /** Adds a property of text where there is none of that name. Returns the source as it is then. */
  addTextProperty(token: string, asked: { source: NotionSource; name: string }): NotionAnswer<NotionSource>;
  /** The pages whose text property has exactly this value, oldest first. */
  findPages(token: string, asked: FindPages): NotionAnswer<NotionPage[]>;
  createPage(token: string, asked: CreatePage): NotionAnswer<NotionPage>;
  updateProperties(token: string, asked: UpdateProperties): NotionAnswer<NotionPage>;
  /**
   * Replaces what Acta wrote before in a page: the block `before`, and others of the same author. Other blocks stay. Returns the id of the
   * block that holds the new content.
   */
  replaceContent(token: string, asked: ReplaceContent): NotionAnswer<string>;
}

type FindPages = { sourceId: string; propertyId: string; value: string; signal: AbortSignal };
type CreatePage = { sourceId: string; properties: Record<string, NotionValue>; signal: AbortSignal };
type UpdateProperties = { pageId: string; properties: Record<string, NotionValue>; signal: AbortSignal };
type ReplaceContent = {
  pageId: string;
  before: string | null;
  blocks: readonly NotionBlock[];
  signal: AbortSignal;
};
