/** The triangle beside a refusal. */
export function Warning() {
  return (
    <svg className="icon" viewBox="0 0 16 16" aria-hidden="true">
      <path d="M8 2.5 14 13H2zM8 6.5v3M8 11.25h.01" />
    </svg>
  );
}
