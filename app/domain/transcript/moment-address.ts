/** The id of a segment's element; `s-` keeps it away from the ids of the page's own parts. */
export function segmentAnchor(segmentId: string): string {
  return `s-${segmentId}`;
}

/** The address of a moment on a meeting's page: the player opens there, and without JavaScript the transcript does. */
export function momentAddress(startMs: number, segmentId: string | null | undefined): string {
  const time = `?t=${Math.floor(startMs / 1000)}`;
  return segmentId ? `${time}#${segmentAnchor(segmentId)}` : time;
}
