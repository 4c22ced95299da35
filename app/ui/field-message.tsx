import type { ReactNode } from "react";
import { Icon } from "#app/ui/icon.tsx";

/**
 * What is wrong with a field, right below it. `fitsGap`: one line that stands in the gap below a `relative` field, so that
 * nothing moves when it comes.
 */
export function FieldMessage({ id, children, fitsGap }: { id: string; children: ReactNode; fitsGap?: boolean }) {
  return (
    <p className={fitsGap ? "error absolute top-full mt-1" : "error"} id={id} role="alert">
      <Icon name="alert" />
      <span>{children}</span>
    </p>
  );
}
