/** A script as it is written into a page: without its comments and the space before its lines. */
export function inlineScript(source: string): string {
  return source.replace(/^\s*\/\/.*\n|^[ \t]+/gm, "").replace(/\/\*\* @.*?\*\/\s?/g, "");
}
