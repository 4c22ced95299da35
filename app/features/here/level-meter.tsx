import type { SourceState } from "#app/features/here/capture/source-watch.ts";

const MARKS = 40;
/** Width of a mark and of the space after it. */
const STEP = 6;
const WIDTH = MARKS * STEP - 2;

type Props = { label: string; level: number; state: SourceState | null };

/** A level as forty marks: ink, and amber only where it is too loud. */
export function LevelMeter({ label, level, state }: Props) {
  const on = Math.round((level / 100) * MARKS) * STEP;
  return (
    <div
      className="meter"
      role="meter"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      // Screen readers read a meter when they are asked; ten numbers a second would be of no use.
      aria-valuenow={Math.round(level / 10) * 10}
    >
      <svg viewBox={`0 0 ${WIDTH} 8`} preserveAspectRatio="none" aria-hidden="true">
        <line className="off" x1="0" x2={WIDTH} y1="4" y2="4" />
        {on > 0 && <line className={state === "loud" ? "on hot" : "on"} x1="0" x2={on} y1="4" y2="4" />}
      </svg>
    </div>
  );
}
