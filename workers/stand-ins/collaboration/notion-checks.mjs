/**
 * Limits of Notion's requests (https://developers.notion.com/reference/request-limits), as its stand-in checks them.
 *
 * @typedef {{ text: { content: string, link?: { url: string } | null } }} Text
 */

const TEXT_CHARS_MAX = 2000;
const ARRAY_MAX = 100;
const OPTION_CHARS_MAX = 100;

/** @param {string} type @param {unknown} value */
export function valueProblem(type, value) {
  if (type === "title" || type === "rich_text") return textsProblem(value);
  const options = type === "multi_select" ? value : type === "select" && value !== null ? [value] : [];
  if (!Array.isArray(options) || options.length > ARRAY_MAX) return "body failed validation: too many options.";
  const isWrong = options.some(({ name }) => name.includes(",") || name === "" || name.length > OPTION_CHARS_MAX);
  return isWrong ? "body failed validation: the name of an option cannot contain commas." : null;
}

/** @param {unknown} value */
function textsProblem(value) {
  if (!Array.isArray(value) || value.length > ARRAY_MAX) return "body failed validation: rich_text.";
  const isLong = value.some((/** @type {Text} */ { text }) => text.content.length > TEXT_CHARS_MAX);
  return isLong ? "body failed validation: text.content.length should be ≤ 2000." : null;
}

/** Limits of a request: elements of an array, characters of a text, two levels below a block. @param {unknown} children @param {number} level @returns {string | null} */
export function childrenProblem(children, level = 0) {
  if (!Array.isArray(children) || children.length > ARRAY_MAX) return "body.children.length should be ≤ 100.";
  for (const child of children) {
    const content = child[child.type];
    if (content === undefined) return "body.children: the type is missing.";
    const rows = child.type === "table_row" ? content.cells : [content.rich_text ?? []];
    const wrong = rows.map(textsProblem).find((/** @type {string | null} */ each) => each !== null);
    if (wrong) return wrong;
    if (content.children === undefined) continue;
    const below = level >= 2 ? "body.children: too deep." : childrenProblem(content.children, level + 1);
    if (below !== null) return below;
  }
  return null;
}

/** @param {unknown} value */
export function wordsOf(value) {
  return Array.isArray(value) ? value.map((/** @type {Text} */ { text }) => text.content).join("") : "";
}

/** @param {number} status @param {string} code @param {string} message */
export function problem(status, code, message) {
  return Response.json({ object: "error", status, code, message }, { status });
}
