type Props = {
  checked: boolean;
  onChange: (checked: boolean) => void;
  /** Name for screen readers, unless another element gives it. */
  label?: string;
  labelledBy?: string;
};

/** A switch that takes effect at once. */
export function Switch({ checked, onChange, label, labelledBy }: Props) {
  return (
    <button
      className="switch"
      type="button"
      role="switch"
      aria-checked={checked}
      aria-label={label}
      aria-labelledby={labelledBy}
      onClick={() => onChange(!checked)}
    />
  );
}
