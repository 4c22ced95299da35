import { type ReactNode, useId } from "react";
import { Icon } from "#app/ui/icon.tsx";

/** The attributes that connect a control with its label, hint and error for screen readers. */
export type FieldWiring = {
  id: string;
  "aria-describedby": string | undefined;
  "aria-invalid": true | undefined;
};

type Props = {
  label: ReactNode;
  hint?: ReactNode;
  /** The error and the accepted values; red, below the control. */
  error?: ReactNode;
  /** Spans both columns of `.two`. */
  full?: boolean;
  id?: string;
  children: (wiring: FieldWiring) => ReactNode;
};

export function Field({ label, hint, error, full, id, children }: Props) {
  const made = useId();
  const own = id ?? made;
  const described = [hint && `${own}-hint`, error && `${own}-error`].filter(Boolean).join(" ");
  return (
    <div className={`field${full ? " full" : ""}`}>
      <label htmlFor={own}>{label}</label>
      {children({ id: own, "aria-describedby": described || undefined, "aria-invalid": error ? true : undefined })}
      {hint && (
        <p className="hint" id={`${own}-hint`}>
          {hint}
        </p>
      )}
      {error && <FieldError id={`${own}-error`}>{error}</FieldError>}
    </div>
  );
}

export function FieldError({ id, children }: { id?: string; children: ReactNode }) {
  return (
    <p className="error" id={id} role="alert">
      <Icon name="alert" />
      <span>{children}</span>
    </p>
  );
}

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
