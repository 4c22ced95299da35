const STEP = 12;
/** Past this a stroke each says nothing any more; no plan of ours counts so far. */
const STROKES_MAX = 60;

/** Strokes as one tallies: the used ones tall and dark. `label` says it in words ("6 of 15 used"). */
export function Tally({ used, of, label }: { used: number; of: number; label: string }) {
  const strokes = Math.min(of, STROKES_MAX);
  return (
    <svg
      className="tally"
      viewBox={`0 0 ${strokes * STEP} 20`}
      preserveAspectRatio="xMinYMid meet"
      role="img"
      aria-label={label}
    >
      {Array.from({ length: strokes }, (_, index) => (
        <line
          key={`stroke-${index + 1}`}
          x1={2 + index * STEP}
          x2={2 + index * STEP}
          y1={index < used ? 2 : 6}
          y2={18}
          className={index < used ? "used" : undefined}
        />
      ))}
    </svg>
  );
}
