import { type ReactNode, useEffect, useRef, useState } from "react";
import { Button } from "#app/ui/button.tsx";
import { Field } from "#app/ui/field.tsx";
import { Icon } from "#app/ui/icon.tsx";
import "#app/ui/styles/shown-once.css";

type Props = {
  value: string;
  /** "Copy this key now. It is shown once." */
  children: ReactNode;
  texts: { label: string; copy: string; copied: string; copyFailed: string; done: string };
  onDone: () => void;
};

/** A secret that is in no other answer, so it stays until the person closes it or leaves the page. Its text is selected. */
export function ShownOnce({ value, children, texts, onDone }: Props) {
  const [said, setSaid] = useState<"copied" | "copyFailed" | null>(null);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.select(), []);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(value);
      setSaid("copied");
    } catch {
      field.current?.select();
      setSaid("copyFailed");
    }
  };
  return (
    <div className="once">
      <p>{children}</p>
      <Field label={texts.label}>
        {(wiring) => <input {...wiring} ref={field} className="input code" readOnly value={value} spellCheck={false} />}
      </Field>
      <div className="row row--wrap">
        <Button onClick={() => void copy()}>
          <Icon name="copy" />
          {texts.copy}
        </Button>
        <Button kind="quiet" onClick={onDone}>
          {texts.done}
        </Button>
        <p className="note" role="status">
          {said !== null && texts[said]}
        </p>
      </div>
    </div>
  );
}
