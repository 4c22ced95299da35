import type { MouseEvent } from "react";

type Props = {
  /** The moment as people read it: "12:34". */
  time: string;
  atMs: number;
  /** What the mark does, before the time: "Play from". */
  label: string;
  /** Being spoken now. */
  current?: boolean;
  /** A link to the moment; with `onPlay` beside it, a plain click plays and the others open the link. */
  href?: string;
  onPlay?: (atMs: number) => void;
  /** False where marks stand by the thousand and another way leads there by keyboard. */
  tabStop?: boolean;
};

/** ISO 8601 duration for <time>: PT12M34S. */
function duration(ms: number): string {
  return `PT${Math.floor(ms / 60_000)}M${Math.floor(ms / 1000) % 60}S`;
}

/** The moment mark. A link with `href`, a button with `onPlay` alone, and plain text where there is nothing to play. */
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
