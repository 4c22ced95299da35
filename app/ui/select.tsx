import { forwardRef, type SelectHTMLAttributes, useId } from "react";
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

type Option = { value: string; text: string };
/** Options, and groups of options with a label. */
export type SelectOptions = readonly (Option | { label: string; options: readonly Option[] })[];

/** The children of a select. */
export function Options({ options }: { options: SelectOptions }) {
  return options.map((one) =>
    "options" in one ? (
      <optgroup key={one.label} label={one.label}>
        <Options options={one.options} />
      </optgroup>
    ) : (
      <option key={one.value} value={one.value}>
        {one.text}
      </option>
    ),
  );
}

type SelectFieldProps = {
  label: string;
  name: string;
  defaultValue: string;
  options: SelectOptions;
  isFull?: boolean;
};

export function SelectField({ label, name, defaultValue, options, isFull }: SelectFieldProps) {
  const id = useId();
  return (
    <div className={isFull ? "field full" : "field content-start"}>
      <label htmlFor={id}>{label}</label>
      <Select id={id} name={name} defaultValue={defaultValue}>
        <Options options={options} />
      </Select>
    </div>
  );
}

/** Entries of a select of templates. An entry without an id is the system's own, whose option is empty. */
export type TemplateOptions = {
  options: readonly { value: string; text: string }[];
  /** The value that is chosen at first. */
  chosen: string;
};
