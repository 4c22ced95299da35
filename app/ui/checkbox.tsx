import { type InputHTMLAttributes, type ReactNode, forwardRef } from "react";

type Props = Omit<InputHTMLAttributes<HTMLInputElement>, "type"> & { label: ReactNode; type?: "checkbox" | "radio" };

/** A checkbox, or with `type="radio"` one of a group, with its words. */
export const Checkbox = forwardRef<HTMLInputElement, Props>(function Checkbox(
  { label, type = "checkbox", ...rest },
  ref,
) {
  return (
    <label className="check">
      <input {...rest} ref={ref} type={type} />
      <span>{label}</span>
    </label>
  );
});
