/**
 * A lint rule for tests: `vi.waitFor` and `vi.waitUntil` have a limit of their own. Without one they wait for a second, which a busy machine
 * needs for a request.
 */
const WAITS = new Set(["waitFor", "waitUntil"]);

/** @typedef {any} Node a node of the syntax tree */

const rule = {
  /** @param {{ report: (found: { node: Node, message: string }) => void }} context */
  create(context) {
    return {
      /** @param {Node} node */
      CallExpression(node) {
        const { object, property } = node.callee;
        if (object?.name !== "vi" || !WAITS.has(property?.name) || node.arguments.length > 1) return;
        context.report({ node, message: "Give the wait a limit that a busy machine keeps, such as 30 s." });
      },
    };
  },
};

export default { meta: { name: "waits" }, rules: { limited: rule } };
