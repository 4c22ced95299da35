/** The id of a segment's element; `s-` keeps it away from the ids of the page's own parts. */
export function segmentAnchor(segmentId: string): string {
  return `s-${segmentId}`;
}

/** The address of a moment on a meeting's page: the player opens there, and without JavaScript the transcript does. */
export function momentAddress(startMs: number, segmentId: string | null | undefined): string {
  const time = `?t=${Math.floor(startMs / 1000)}`;
  return segmentId ? `${time}#${segmentAnchor(segmentId)}` : time;
}

/**
 * Returns the moment in ms that an address names. Addresses hold whole seconds, so `?t=14` stands for the first line that
 * begins at 14.0 s or within that second, and for 14.0 s when no line does. A time with a fraction stands for itself.
 */
export function startInSecond(lines: Iterable<{ startMs: number }>, atMs: number): number {
  if (atMs % 1000 !== 0) return atMs;
  let first = atMs + 1000;
  for (const { startMs } of lines) if (startMs >= atMs && startMs < first) first = startMs;
  return first < atMs + 1000 ? first : atMs;
}
