/** Turns while something is waited for whose end has no number; where a number is known, use Progress. */
export function Spinner() {
  return (
    <svg className="spin" viewBox="0 0 14 14" aria-hidden="true">
      <path d="M7 1.5a5.5 5.5 0 1 1-5.5 5.5" />
    </svg>
  );
}
