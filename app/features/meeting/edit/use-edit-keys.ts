import { useEffect } from "react";
import { segmentOf } from "#app/features/meeting/transcript/segment-anchor.ts";
import type { EditActions } from "#app/features/meeting/edit/edit-actions.ts";

const NOT_OURS = "input, textarea, select, dialog, [contenteditable], [role='dialog'], [role='menu']";

/** E edits the minutes, or the segment that has the focus; W writes again; not while something is typed or a dialog is open. */
export function useEditKeys(actions: EditActions | null): void {
  useEffect(() => {
    if (!actions) return;
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || event.repeat) return;
      if (event.target instanceof Element && event.target.closest(NOT_OURS)) return;
      const key = event.key.toLowerCase();
      if (key !== "e" && key !== "w") return;
      event.preventDefault();
      const segment = event.target instanceof Element ? segmentOf(event.target) : null;
      if (key === "e" && segment !== null) actions.correctSegment(segment);
      else if (key === "e") actions.edit();
      else actions.writeAgain();
    };
    window.addEventListener("keydown", onKeyDown);
    return () => window.removeEventListener("keydown", onKeyDown);
  }, [actions]);
}
