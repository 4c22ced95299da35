import { segmentAnchor } from "#app/domain/transcript/moment-address.ts";

/** The segment of a piece of the transcript that has the focus; null elsewhere. */
export function segmentOf(element: Element): string | null {
  return element.matches(".seg[id]") ? element.id.slice(segmentAnchor("").length) : null;
}
