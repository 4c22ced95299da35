/** SQLite's word, which drivers wrap: the disk of one machine, or a database at its largest size. */
export function isOutOfRoom(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : null;
  return [error, cause].some((each) => each instanceof Error && each.message.includes("SQLITE_FULL"));
}
