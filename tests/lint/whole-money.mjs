/**
 * A lint rule for the files that compute with money: amounts are whole minor units, so there is no fraction, no division without its
 * remainder, and nothing that reads or writes a fraction.
 */
const FRACTIONAL = new Set(["toFixed", "parseFloat", "toPrecision"]);

/** @typedef {any} Node a node of the syntax tree */

const rule = {
  /** @param {{ report: (found: { node: Node, message: string }) => void }} context */
  create(context) {
    const report = (/** @type {Node} */ node) =>
      context.report({ node, message: "Money is a whole number of minor units." });
    return {
      /** @param {Node} node */
      Literal(node) {
        if (typeof node.value === "number" && !Number.isInteger(node.value)) report(node);
      },
      /** @param {Node} node */
      BinaryExpression(node) {
        if (node.operator === "/" && !isExact(node)) report(node);
      },
      /** @param {Node} node */
      AssignmentExpression(node) {
        if (node.operator === "/=") report(node);
      },
      /** @param {Node} node */
      Identifier(node) {
        if (FRACTIONAL.has(node.name)) report(node);
      },
    };
  },
};

/** Times are divided by units of time. A remainder that was taken away before, or is left out by `Math.floor`, leaves a whole number. @param {Node} node */
function isExact({ left, right, parent }) {
  if (right.type === "Identifier" && right.name.endsWith("_MS")) return true;
  if (left.type === "BinaryExpression" && left.operator === "-") return true;
  const { type, callee, test } = parent ?? {};
  if (type === "CallExpression") return callee.property?.name === "floor";
  // `rest === 0 ? a / b : …`
  return type === "ConditionalExpression" && test.type === "BinaryExpression" && test.operator === "===";
}

export default { meta: { name: "money" }, rules: { whole: rule } };
