/** The id of a segment's element; `s-` keeps it away from the ids of the page's own parts. */
export function segmentAnchor(segmentId: string): string {
  return `s-${segmentId}`;
}

/** The segment of a piece of the transcript that has the focus; null elsewhere. */
export function segmentOf(element: Element): string | null {
  return element.matches(".seg[id]") ? element.id.slice(segmentAnchor("").length) : null;
}

/** The address of a moment on this page: the player opens there, and without JavaScript the transcript does. */
export function momentAddress(startMs: number, segmentId: string | undefined): string {
  const time = `?t=${Math.floor(startMs / 1000)}`;
  return segmentId === undefined ? time : `${time}#${segmentAnchor(segmentId)}`;
}
