/** The id of a segment's element; `s-` keeps it away from the ids of the page's own parts. */
export function segmentAnchor(segmentId: string): string {
  return `s-${segmentId}`;
}
