import type { MouseEvent } from "react";

type Props = {
  /** The displayed moment: "12:34". */
  time: string;
  atMs: number;
  /** The action of the mark, read before the time: "Play from". */
  label: string;
  /** Being spoken now. */
  current?: boolean;
  /** A link to the moment; with `onPlay` beside it, a plain click plays and the others open the link. */
  href?: string;
  onPlay?: (atMs: number) => void;
  /** False in lists of thousands of marks that have another way for the keyboard. */
  tabStop?: boolean;
};

/** ISO 8601 duration for <time>: PT12M34S. */
function duration(ms: number): string {
  return `PT${Math.floor(ms / 60_000)}M${Math.floor(ms / 1000) % 60}S`;
}

/** The moment mark: a link with `href`, a button with only `onPlay`, and plain text when there is nothing to play. */
export function MomentMark({ time, atMs, label, current, href, onPlay, tabStop = true }: Props) {
  const inside = (
    <>
      {(href !== undefined || onPlay) && <span className="sr">{`${label} `}</span>}
      <time dateTime={duration(atMs)}>{time}</time>
    </>
  );
  const play = (event: MouseEvent) => {
    if (!onPlay || event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    onPlay(atMs);
  };
  if (href !== undefined) {
    return (
      <a
        className="moment"
        href={href}
        aria-current={current || undefined}
        tabIndex={tabStop ? undefined : -1}
        onClick={play}
      >
        {inside}
      </a>
    );
  }
  if (onPlay) {
    return (
      <button type="button" className="moment" aria-current={current || undefined} onClick={play}>
        {inside}
      </button>
    );
  }
  return <span className="moment moment--text">{inside}</span>;
}
