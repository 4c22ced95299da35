import { type PassagePart, passageText, joinParts, partOf } from "#app/features/meeting/transcript/copy/passage.ts";
import { askForClip } from "#app/features/meeting/clips/ask-clip.ts";
import { useCopy } from "#app/features/meeting/transcript/copy/use-copy.ts";
import { type RefObject, useEffect, useState } from "react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import type { Segment } from "#app/domain/transcript/segment.ts";
import { useEditActions } from "#app/features/meeting/edit/edit-actions.ts";
import { useMeetingFacts } from "#app/features/meeting/meeting-context.ts";
import { Icon } from "#app/ui/icon.tsx";

/**
 * Shown while words of the transcript are selected: copies them with their speaker, their time and a link that plays them, makes a
 * clip of their lines, or gives them to another speaker.
 * Ctrl C on the focused segment does the same; with a selection, Ctrl C keeps the browser's behaviour.
 */
export function CopyPassage({ list, isOwn }: { list: RefObject<HTMLElement>; isOwn: boolean }) {
  const { t } = useTranslation(["reading", "editActions", "edit"]);
  const { segments } = useMeetingFacts();
  const actions = useEditActions();
  const [selecting, setSelecting] = useState(false);
  const { said, copy } = useCopy();

  useEffect(() => {
    const stop = new AbortController();
    const { signal } = stop;
    const look = () => setSelecting(list.current !== null && hasSelection(list.current));
    document.addEventListener("selectionchange", look, { signal });
    // Handles a selection that was made before this part of the page was loaded.
    look();
    document.addEventListener(
      "copy",
      (event) => {
        const focused = document.activeElement;
        const segment = focused?.matches(".seg") && segments.find(({ id }) => focused.id === `s-${id}`);
        if (!segment || !(window.getSelection()?.isCollapsed ?? true)) return;
        event.preventDefault();
        event.clipboardData?.setData("text/plain", passageText([partOf(segment)], pageAddress()));
        copy(null);
      },
      { signal },
    );
    return () => stop.abort();
  }, [list, segments, copy]);

  const copySelected = () => {
    if (list.current) copy(passageText(joinParts(selectedParts(list.current, segments)), pageAddress()));
  };
  const clipSelected = () => {
    const ids = new Set(list.current && selectedParts(list.current, segments).map(({ id }) => id));
    const lines = segments.filter(({ id }) => ids.has(id));
    const [first, last] = [lines[0], lines.at(-1)];
    if (first && last) askForClip({ fromMs: first.startMs, toMs: last.endMs });
  };
  return (
    <div className={selecting || said ? "panel__foot passage" : "sr"}>
      {selecting && (
        // The selection must survive the click.
        <button
          className="btn btn--line note"
          type="button"
          onPointerDown={(event) => event.preventDefault()}
          onClick={copySelected}
        >
          <Icon name="link" />
          {t("copy.passage")}
        </button>
      )}
      {selecting && isOwn && (
        <button
          className="btn btn--quiet note"
          type="button"
          onPointerDown={(event) => event.preventDefault()}
          onClick={(event) => {
            event.currentTarget.focus();
            clipSelected();
          }}
        >
          <Icon name="film" />
          {t("edit:clip")}
        </button>
      )}
      {selecting && actions && (
        <button
          className="btn btn--quiet note"
          type="button"
          onPointerDown={(event) => event.preventDefault()}
          onClick={(event) => {
            // The place from which the dialog is opened, and to which it gives the focus back.
            event.currentTarget.focus();
            if (list.current) actions.assignSegments(selectedParts(list.current, segments).map(({ id }) => id));
          }}
        >
          {t("editActions:segment.assign")}
        </button>
      )}
      <span className="note muted" role="status">
        {said && t(`copy.${said}`)}
      </span>
    </div>
  );
}

function hasSelection(list: HTMLElement): boolean {
  const selection = window.getSelection();
  if (!selection || selection.isCollapsed || selection.rangeCount === 0) return false;
  return selection.getRangeAt(0).intersectsNode(list) && list.contains(selection.anchorNode);
}

function pageAddress(): string {
  return `${window.location.origin}${window.location.pathname}`;
}

/** The selected text of each segment of the transcript, in order. Empty when nothing is selected. */
function selectedParts(list: HTMLElement, segments: readonly Segment[]): (PassagePart & { id: string })[] {
  const selection = window.getSelection();
  if (!selection || selection.isCollapsed || selection.rangeCount === 0) return [];
  const range = selection.getRangeAt(0);
  if (!range.intersectsNode(list)) return [];
  const byId = new Map(segments.map((segment) => [`s-${segment.id}`, segment]));
  return [...list.querySelectorAll<HTMLElement>(".seg")].flatMap((element) => {
    const segment = byId.get(element.id);
    if (!segment || !range.intersectsNode(element)) return [];
    const text = clip(range, element).trim();
    return text === "" ? [] : [{ id: segment.id, startMs: segment.startMs, speaker: segment.speaker, text }];
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
