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
