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
