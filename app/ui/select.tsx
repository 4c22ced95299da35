import { type SelectHTMLAttributes, forwardRef } from "react";
import { Icon } from "#app/ui/icon.tsx";

/** The browser's own select in our clothes: it works with every keyboard, screen reader and telephone. */
export const Select = forwardRef<HTMLSelectElement, SelectHTMLAttributes<HTMLSelectElement>>(function Select(
  { className, children, ...rest },
  ref,
) {
  return (
    <span className="select">
      <select {...rest} ref={ref} className={className ? `input ${className}` : "input"}>
        {children}
      </select>
      <Icon name="down" />
    </span>
  );
});
