/**
 * Reads a form with brackets, as Stripe's clients send it: `items[0][price]=a&metadata[plan]=pro` is
 * `{ items: [{ price: "a" }], metadata: { plan: "pro" } }`. Values stay texts.
 *
 * @param {string} text @returns {any}
 */
export function readFields(text) {
  /** @type {any} */
  const fields = {};
  for (const [name, value] of new URLSearchParams(text)) {
    const path = name.split(/[[\]]+/).filter((part) => part !== "");
    let place = fields;
    for (const [depth, part] of path.entries()) {
      const next = path[depth + 1];
      if (part === "__proto__") break;
      if (next === undefined) place[part] = value;
      else place = place[part] ??= /^\d+$/.test(next) ? [] : {};
    }
  }
  return fields;
}
