import { useId } from "react";

type SelectFieldProps = {
  label: string;
  name: string;
  defaultValue: string;
  options: readonly { value: string; text: string }[];
  isFull?: boolean;
};

export function SelectField({ label, name, defaultValue, options, isFull }: SelectFieldProps) {
  const id = useId();
  return (
    <div className={isFull ? "field full" : "field"}>
      <label htmlFor={id}>{label}</label>
      <span className="select">
        <select className="input" id={id} name={name} defaultValue={defaultValue}>
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.text}
            </option>
          ))}
        </select>
        <svg className="icon" viewBox="0 0 16 16" aria-hidden="true">
          <path d="m3.5 6 4.5 4.5L12.5 6" />
        </svg>
      </span>
    </div>
  );
}
