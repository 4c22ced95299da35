/** A line that fills with ink; only with a measured number. `label` says it in words ("31 of 47 minutes transcribed"). */
export function Progress({ value, max, label }: { value: number; max: number; label: string }) {
  const part = max > 0 ? Math.min(1, Math.max(0, value / max)) : 0;
  return (
    <svg className="progress" viewBox="0 0 100 4" preserveAspectRatio="none" role="img" aria-label={label}>
      <rect className="track" width="100" height="4" />
      <rect className="fill" width={part * 100} height="4" />
    </svg>
  );
}

/** Turns while something is waited for whose end has no number; where a number is known, use Progress. */
export function Spinner() {
  return (
    <svg className="spin" viewBox="0 0 14 14" aria-hidden="true">
      <path d="M7 1.5a5.5 5.5 0 1 1-5.5 5.5" />
    </svg>
  );
}

const WIDTHS = ["w-90", "w-80", "w-60", "w-40", "w-30"] as const;

/** Lines only where text will stand, never longer than the text. */
export function Skeleton({ lines = 3 }: { lines?: number }) {
  return (
    <span className="stack" aria-hidden="true">
      {Array.from({ length: lines }, (_, index) => (
        <span key={`line-${index + 1}`} className={`skeleton ${WIDTHS[index % WIDTHS.length] ?? "w-90"}`} />
      ))}
    </span>
  );
}
