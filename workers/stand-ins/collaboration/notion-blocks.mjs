import { wordsOf } from "./notion-checks.mjs";

/**
 * The blocks of the stand-in for Notion, in pages and in other blocks.
 *
 * @typedef {import("./notion-checks.mjs").Text} Text
 * @typedef {{ id: string, type: string, parent: string, createdBy: string, content: Record<string, unknown>, children: string[] }} Block
 */

/** Blocks that Notion lists at once. */
const PAGE_MAX = 100;

/** `pages`: what holds blocks, beside other blocks. @param {() => Iterable<{ children: string[] }>} pages */
export function createBlocks(pages) {
  /** @type {Map<string, Block>} */
  const blocks = new Map();

  /** @param {Block} block */
  const shownBlock = ({ id, type, createdBy, content, children }) => ({
    object: /** @type {const} */ ("block"),
    id,
    type,
    created_by: { object: /** @type {const} */ ("user"), id: createdBy },
    has_children: children.length > 0,
    [type]: content,
  });

  /** @param {unknown[]} children @param {{ parent: string, bot: string }} of @returns {string[]} */
  function addBlocks(children, { parent, bot }) {
    return children.map((child) => {
      const { type = "", ...rest } = /** @type {Record<string, unknown> & { type?: string }} */ (child);
      const { children: inner = [], ...content } = /** @type {Record<string, unknown>} */ (rest[type] ?? {});
      const id = crypto.randomUUID();
      /** @type {Block} */
      const block = { id, type, parent, createdBy: bot, content, children: [] };
      blocks.set(id, block);
      block.children = addBlocks(/** @type {unknown[]} */ (inner), { parent: id, bot });
      return id;
    });
  }

  /** @param {string} id */
  function removeBlock(id) {
    const block = blocks.get(id);
    if (!block) return false;
    for (const holder of [...blocks.values(), ...pages()]) {
      holder.children = holder.children.filter((each) => each !== id);
    }
    blocks.delete(id);
    return true;
  }

  /** A page of blocks, which begins with the one that the cursor names. @param {string[]} ids @param {string | null} [cursor] */
  function listOf(ids, cursor = null) {
    const from = cursor === null ? 0 : Math.max(ids.indexOf(cursor), 0);
    const results = ids.slice(from, from + PAGE_MAX).flatMap((id) => {
      const block = blocks.get(id);
      return block ? [shownBlock(block)] : [];
    });
    const next = ids[from + PAGE_MAX] ?? null;
    return { object: "list", results, next_cursor: next, has_more: next !== null };
  }

  /** @param {string[]} ids @returns {string[]} */
  function linesOf(ids) {
    return ids.flatMap((id) => {
      const block = blocks.get(id);
      if (!block) return [];
      const { type, content, children } = block;
      if (type === "table_row") {
        const cells = /** @type {Text[][]} */ (content.cells ?? []);
        return [`row: ${cells.map(wordsOf).join(" | ")}`];
      }
      const own = "rich_text" in content ? [`${type}: ${wordsOf(content.rich_text)}`] : [];
      return [...own, ...linesOf(children)];
    });
  }

  return { blocks, addBlocks, removeBlock, listOf, linesOf };
}
