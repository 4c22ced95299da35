import type { ReactNode } from "react";

/** A glyph and a word, no box. The circle fills as work goes on; a check, a bar, a dash or a triangle ends it. */
export type BadgeKind =
  | "scheduled"
  | "preparing"
  | "recording"
  | "recorded"
  | "transcribing"
  | "transcribed"
  | "summarizing"
  | "done"
  | "rejected"
  | "skipped"
  | "error";

const TONE: Record<BadgeKind, string> = {
  scheduled: "plain",
  preparing: "plain",
  recording: "recording",
  recorded: "working",
  transcribing: "working",
  transcribed: "working",
  summarizing: "working",
  done: "done",
  rejected: "attention",
  skipped: "plain",
  error: "attention",
};

const RING = <circle cx="6" cy="6" r="4.25" />;

const GLYPH: Record<BadgeKind, ReactNode> = {
  scheduled: (
    <>
      {RING}
      <path d="M6 3.75V6l1.5 1" />
    </>
  ),
  preparing: <circle cx="6" cy="6" r="4.25" strokeDasharray="2 2.4" />,
  recording: <circle className="fill" cx="6" cy="6" r="4" />,
  recorded: RING,
  transcribing: (
    <>
      {RING}
      <path className="fill" d="M6 6V1.75A4.25 4.25 0 0 1 10.25 6z" />
    </>
  ),
  transcribed: (
    <>
      {RING}
      <path className="fill" d="M6 1.75a4.25 4.25 0 0 1 0 8.5z" />
    </>
  ),
  summarizing: (
    <>
      {RING}
      <path className="fill" d="M6 6V1.75A4.25 4.25 0 1 1 1.75 6z" />
    </>
  ),
  done: <path d="m2 6.5 2.75 2.75L10.25 3.5" />,
  rejected: (
    <>
      {RING}
      <path d="m3.25 8.75 5.5-5.5" />
    </>
  ),
  skipped: <path d="M2.5 6h7" />,
  error: <path d="M6 1.75 10.75 10H1.25zM6 4.75V7M6 8.6h.01" />,
};

/** The glyph alone, for the timeline of steps (`.step svg.dot`). */
export function Dot({ kind }: { kind: BadgeKind }) {
  return (
    <svg className="dot" viewBox="0 0 12 12" aria-hidden="true">
      {GLYPH[kind]}
    </svg>
  );
}

export function Badge({ kind, children }: { kind: BadgeKind; children: ReactNode }) {
  return (
    <span className={`badge badge--${TONE[kind]}`}>
      <Dot kind={kind} />
      {children}
    </span>
  );
}
