import type { ReactNode } from "react";

/** What is wrong with a field, right below it. `fitsGap`: one line that takes the room of the gap, so nothing moves. */
export function FieldMessage({ id, children, fitsGap }: { id: string; children: ReactNode; fitsGap?: boolean }) {
  return (
    <p className={fitsGap ? "error -mt-1 -mb-5" : "error"} id={id} role="alert">
      <svg className="icon" viewBox="0 0 16 16" aria-hidden="true">
        <path d="M8 2.5 14 13H2zM8 6.5v3M8 11.25h.01" />
      </svg>
      <span>{children}</span>
    </p>
  );
}
