import type { Segment } from "#app/domain/transcript/segment.ts";
import type { PassagePart } from "#app/features/meeting/transcript/copy/passage.ts";

/** The selected text of each segment of the transcript, in order. Empty when nothing is selected. */
export function selectedParts(list: HTMLElement, segments: readonly Segment[]): PassagePart[] {
  const selection = window.getSelection();
  if (!selection || selection.isCollapsed || selection.rangeCount === 0) return [];
  const range = selection.getRangeAt(0);
  if (!range.intersectsNode(list)) return [];
  const byId = new Map(segments.map((segment) => [`s-${segment.id}`, segment]));
  return [...list.querySelectorAll<HTMLElement>(".seg")].flatMap((element) => {
    const segment = byId.get(element.id);
    if (!segment || !range.intersectsNode(element)) return [];
    const text = clip(range, element).trim();
    return text === "" ? [] : [{ startMs: segment.startMs, speaker: segment.speaker, text }];
  });
}

function clip(range: Range, element: HTMLElement): string {
  const part = document.createRange();
  part.selectNodeContents(element);
  if (range.compareBoundaryPoints(Range.START_TO_START, part) > 0) {
    part.setStart(range.startContainer, range.startOffset);
  }
  if (range.compareBoundaryPoints(Range.END_TO_END, part) < 0) part.setEnd(range.endContainer, range.endOffset);
  return part.toString();
}
