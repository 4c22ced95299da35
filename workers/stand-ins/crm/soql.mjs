/**
 * The part of Salesforce's query language that the stand-in understands: fields of an object and of what it refers to, conditions with AND,
 * one order, and a limit. A text ends at its first quote that no backslash escapes.
 *
 * @typedef {string | number | boolean | null} Value
 * @typedef {Record<string, unknown>} Row
 * @typedef {{ field: string, operator: "=" | "!=" | "IN" | "LIKE" | ">=", values: Value[] }} Condition
 * @typedef {{ fields: string[], type: string, conditions: Condition[], order: { field: string, isDown: boolean } | null, limit: number }} Query
 */

const TOKEN = /\s*(?:'((?:\\.|[^'\\])*)'|(!=|>=|=|\(|\)|,)|([\w.:]+))/uy;

/** Null for what Salesforce would call MALFORMED_QUERY. @param {string} soql @returns {Query | null} */
export function parseSoql(soql) {
  const tokens = tokensOf(soql);
  if (tokens === null) return null;
  let at = 0;
  const word = () => (tokens[at]?.kind === "word" ? tokens[at++]?.text : undefined);
  const takes = (/** @type {string} */ text) => {
    const token = tokens[at];
    if (token === undefined || token.kind === "text" || token.text.toUpperCase() !== text) return false;
    at += 1;
    return true;
  };
  /** @param {() => unknown} one @returns {boolean} */
  const listed = (one) => {
    do {
      if (one() === undefined) return false;
    } while (takes(","));
    return true;
  };
  /** @type {Query} */
  const query = { fields: [], type: "", conditions: [], order: null, limit: 2000 };
  const addField = () => {
    const field = word();
    if (field !== undefined) query.fields.push(field);
    return field;
  };
  const addCondition = () => {
    const field = word();
    const operator = /** @type {const} */ (["=", "!=", ">=", "IN", "LIKE"]).find((sign) => takes(sign));
    if (field === undefined || operator === undefined) return false;
    /** @type {Value[]} */
    const values = [];
    const addValue = () => {
      const token = tokens[at++];
      if (token !== undefined) values.push(token.kind === "text" ? token.text : literalOf(token.text));
      return token;
    };
    const isWhole = operator === "IN" ? takes("(") && listed(addValue) && takes(")") : addValue() !== undefined;
    query.conditions.push({ field, operator, values });
    return isWhole;
  };
  if (!takes("SELECT") || !listed(addField) || !takes("FROM")) return null;
  query.type = word() ?? "";
  if (takes("WHERE")) {
    do {
      if (!addCondition()) return null;
    } while (takes("AND"));
  }
  if (takes("ORDER")) {
    const field = takes("BY") ? word() : undefined;
    if (field === undefined) return null;
    query.order = { field, isDown: takes("DESC") };
  }
  if (takes("LIMIT")) query.limit = Number(word());
  return at === tokens.length && query.type !== "" ? query : null;
}

/** @param {string} soql */
function tokensOf(soql) {
  /** @type {{ kind: "text" | "word", text: string }[]} */
  const tokens = [];
  const text = soql.trim();
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < text.length) {
    const found = TOKEN.exec(text);
    if (found === null) return null;
    const [, quoted, sign, word = ""] = found;
    if (quoted === undefined) tokens.push({ kind: "word", text: sign ?? word });
    else tokens.push({ kind: "text", text: quoted.replace(/\\(.)/gu, (_all, one) => (one === "n" ? "\n" : one)) });
  }
  return tokens;
}

/** @param {string} text @returns {Value} */
function literalOf(text) {
  if (text === "true" || text === "false") return text === "true";
  return text === "null" ? null : Number.isNaN(Number(text)) ? text : Number(text);
}

/**
 * The rows of a query, with its conditions, order and limit.
 *
 * @param {Query} query @param {readonly Row[]} rows @param {(row: Row, path: string) => unknown} read
 */
export function rowsOf({ conditions, order, limit }, rows, read) {
  const found = rows.filter((row) => conditions.every((condition) => isMet(condition, read(row, condition.field))));
  const sorted =
    order === null ? found : found.toSorted((one, other) => compare(read(one, order.field), read(other, order.field)));
  return (order?.isDown ? sorted.toReversed() : sorted).slice(0, limit);
}

/** Texts are compared without their case, and ids by the 15 characters that both of their forms have. @param {Condition} condition @param {unknown} value */
function isMet({ operator, values }, value) {
  const isSame = (/** @type {Value} */ wanted) => plain(value ?? null) === plain(wanted);
  switch (operator) {
    case "!=":
      return !values.some(isSame);
    case "LIKE": {
      const wanted = String(values[0]).toLowerCase().replaceAll("%", "");
      return typeof value === "string" && value.toLowerCase().includes(wanted);
    }
    case ">=":
      return compare(value, values[0]) >= 0;
    default:
      return values.some(isSame);
  }
}

const ID = /^[0-9A-Za-z]{15}(?:[0-9A-Z]{3})?$/u;

/** @param {unknown} value */
function plain(value) {
  if (typeof value !== "string") return value;
  return ID.test(value) ? value.slice(0, 15) : value.toLowerCase();
}

/** @param {any} one @param {any} other */
function compare(one, other) {
  return String(one ?? "").localeCompare(String(other ?? ""));
}
