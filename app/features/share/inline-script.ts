/** Scripts as they are written into a page, one behind the other: without their comments and the space before their lines. */
export function inlineScript(...sources: readonly string[]): string {
  return sources
    .map((source) => source.replace(/^\s*\/\/.*\n|^[ \t]+/gm, "").replace(/\/\*\* @.*?\*\/\s?/g, ""))
    .join("");
}
