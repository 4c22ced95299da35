import { useId } from "react";
import { Select } from "#app/ui/select.tsx";

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
    <div className={isFull ? "field full" : "field content-start"}>
      <label htmlFor={id}>{label}</label>
      <Select id={id} name={name} defaultValue={defaultValue}>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.text}
          </option>
        ))}
      </Select>
    </div>
  );
}
