import type { ReactNode } from "react";
import { Icon } from "#app/ui/icon.tsx";

/**
 * The error message of a field, directly below it. `fitsGap`: one line in the gap below a `relative` field, so that nothing
 * moves when it appears.
 */
export function FieldMessage({ id, children, fitsGap }: { id: string; children: ReactNode; fitsGap?: boolean }) {
  return (
    <p className={fitsGap ? "error absolute top-full mt-1" : "error"} id={id} role="alert">
      <Icon name="alert" />
      <span>{children}</span>
    </p>
  );
}
