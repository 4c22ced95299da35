import type { ReactNode } from "react";
import { Icon } from "#app/ui/icon.tsx";

/** What is wrong with a field, right below it. `fitsGap`: one line that takes the room of the gap, so nothing moves. */
export function FieldMessage({ id, children, fitsGap }: { id: string; children: ReactNode; fitsGap?: boolean }) {
  return (
    <p className={fitsGap ? "error -mt-1 -mb-5" : "error"} id={id} role="alert">
      <Icon name="alert" />
      <span>{children}</span>
    </p>
  );
}
