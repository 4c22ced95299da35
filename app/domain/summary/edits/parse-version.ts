/** The number of a version in a path; null where it cannot be one. */
export function parseVersion(text: string | undefined): number | null {
  return text !== undefined && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : null;
}
