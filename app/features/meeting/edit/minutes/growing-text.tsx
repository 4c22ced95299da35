import { type KeyboardEvent, useEffect, useRef } from "react";

type Props = {
  value: string;
  label: string;
  onChange: (value: string) => void;
  charsMax: number;
  className?: string;
  /** Alone in its place; a line of minutes is one paragraph, so Enter adds nothing to it. */
  placeholder?: string;
  describedBy?: string;
  /** A box that was just asked for is where one goes on writing. */
  focused?: boolean;
  onKeyDown?: (event: KeyboardEvent<HTMLTextAreaElement>) => void;
};

/** A text box that is as high as its words: a copy of them, unseen, gives the height. Every browser does that. */
export function GrowingText({ value, label, onChange, charsMax, className = "edit reading", ...rest }: Props) {
  const { placeholder, describedBy, focused = false, onKeyDown } = rest;
  const box = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    if (focused) box.current?.focus();
  }, [focused]);
  return (
    <span className="growing" data-text={`${value || placeholder || ""}\u200b`}>
      <textarea
        ref={box}
        className={className}
        aria-label={label}
        aria-describedby={describedBy}
        rows={1}
        value={value}
        maxLength={charsMax}
        placeholder={placeholder}
        onKeyDown={onKeyDown}
        onChange={(event) => onChange(event.target.value.replace(/\s*\n\s*/gu, " "))}
      />
    </span>
  );
}
