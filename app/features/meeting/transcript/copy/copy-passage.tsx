import { type RefObject, useCallback, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { formatMoment } from "#app/domain/time.ts";
import type { Segment } from "#app/domain/transcript/segment.ts";
import { useMeetingFacts } from "#app/features/meeting/meeting-context.ts";
import { Icon } from "#app/ui/icon.tsx";

/** Copied words of one speaker. */
type PassagePart = { startMs: number; speaker: string | null; text: string };

/**
 * The copied text: time, speaker and words of each part, and below them the link that plays the passage.
 *
 *   [12:34] Laia: We are, if the import behaves.
 *   https://…/hasb01nvk8776x0jhnv0cjam?t=754
 */
export function passageText(parts: readonly PassagePart[], pageAddress: string): string {
  const lines = parts.map(({ startMs, speaker, text }) => {
    const who = speaker === null ? "" : `${speaker}: `;
    return `[${formatMoment(startMs)}] ${who}${text.replace(/\s+/g, " ").trim()}`;
  });
  const startMs = parts[0]?.startMs;
  if (startMs === undefined) return "";
  return `${lines.join("\n")}\n${pageAddress}?t=${Math.floor(startMs / 1000)}`;
}

/** Joins neighbouring parts of the same speaker. */
export function joinParts(parts: readonly PassagePart[]): PassagePart[] {
  const joined: PassagePart[] = [];
  for (const part of parts) {
    const before = joined.at(-1);
    if (before && before.speaker === part.speaker) before.text += ` ${part.text}`;
    else joined.push({ ...part });
  }
  return joined;
}

export function partOf({ startMs, speaker, text }: Segment): PassagePart {
  return { startMs, speaker, text };
}

/** Time for which the result of a copy is shown, in ms. */
const SAID_MS = 4000;

/** Writes to the clipboard and reports the result. Null: other code has already written the text. */
export function useCopy(): { said: "done" | "failed" | null; copy: (text: string | null) => void } {
  const [outcome, setOutcome] = useState<{ said: "done" | "failed" } | null>(null);
  const copy = useCallback((text: string | null) => {
    if (text === null) return setOutcome({ said: "done" });
    navigator.clipboard.writeText(text).then(
      () => setOutcome({ said: "done" }),
      () => setOutcome({ said: "failed" }),
    );
  }, []);
  useEffect(() => {
    if (!outcome) return;
    const timer = setTimeout(() => setOutcome(null), SAID_MS);
    return () => clearTimeout(timer);
  }, [outcome]);
  return { said: outcome?.said ?? null, copy };
}

/**
 * Shown while words of the transcript are selected: copies them with their speaker, their time and a link that plays them.
 * Ctrl C on the focused segment does the same; with a selection, Ctrl C keeps the browser's behaviour.
 */
export function CopyPassage({ list }: { list: RefObject<HTMLElement> }) {
  const { t } = useTranslation("reading");
  const { segments } = useMeetingFacts();
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
function selectedParts(list: HTMLElement, segments: readonly Segment[]): PassagePart[] {
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
