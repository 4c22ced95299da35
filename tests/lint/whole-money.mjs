/**
 * A lint rule for the files that compute with money: amounts are whole minor units, so there is no fraction, no division without its
 * remainder, and nothing that reads or writes a fraction.
 */
const FRACTIONAL = new Set(["toFixed", "parseFloat", "toPrecision"]);

const rule = {
  create(context) {
    const report = (node) => context.report({ node, message: "Money is a whole number of minor units." });
    return {
      Literal(node) {
        if (typeof node.value === "number" && !Number.isInteger(node.value)) report(node);
      },
      BinaryExpression(node) {
        if (node.operator === "/" && !isExact(node)) report(node);
      },
      AssignmentExpression(node) {
        if (node.operator === "/=") report(node);
      },
      Identifier(node) {
        if (FRACTIONAL.has(node.name)) report(node);
      },
    };
  },
};

/** Times are divided by units of time. A remainder that was taken away before, or is left out by `Math.floor`, leaves a whole number. */
function isExact({ left, right, parent }) {
  if (right.type === "Identifier" && /_MS$/.test(right.name)) return true;
  if (left.type === "BinaryExpression" && left.operator === "-") return true;
  const { type, callee, test } = parent ?? {};
  if (type === "CallExpression") return callee.property?.name === "floor";
  // `rest === 0 ? a / b : …`
  return type === "ConditionalExpression" && test.type === "BinaryExpression" && test.operator === "===";
}

export default { meta: { name: "money" }, rules: { whole: rule } };
