import { useState } from "react";
import type { CallResult } from "#app/contracts/call-result.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { useToast } from "#app/ui/toast.tsx";
import { useIsShown } from "#app/ui/use-is-shown.ts";

/** Merging and splitting change how many meetings there are, and each is the other's way back. */

type Refused = { code?: string | null; message?: string | null };
type Change<Value> = {
  make: () => Promise<CallResult<Value>>;
  undo: (made: Value) => Promise<CallResult<unknown>>;
  /** Said where the undo does not say itself why it failed. */
  undoFailed: string;
  /** `isUndone`: it was taken back by the button of the toast. */
  onChanged: (isUndone: boolean) => void;
};

/** The change, and the toast with its way back. The dialog stays busy until the page of the result takes its place. */
export function useChangeOfParts(words: "merge" | "split") {
  const { t } = useTranslation(words);
  const toast = useToast();
  const isShown = useIsShown();
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const said = ({ code, message }: Refused, otherwise = t("error.failed")): string => {
    if (code === "meeting-busy") return t("error.busy");
    if (code === "not-ready") return t("error.notReady");
    return message ?? otherwise;
  };
  const run = async <Value,>({ make, undo, undoFailed, onChanged }: Change<Value>) => {
    setBusy(true);
    setFailure(null);
    const end = await make();
    if (!end.ok) {
      setBusy(false);
      return setFailure(said(end));
    }
    const takeBack = async () => {
      const back = await undo(end.value);
      if (!back.ok) return toast("error", said(back, undoFailed));
      toast("done", t("undone"));
      onChanged(true);
    };
    toast("done", t("done"), { label: t("undo"), run: () => void takeBack() });
    if (isShown.current) onChanged(false);
  };
  return { isBusy, failure, said, run };
}

export function Consequences({ title, lines }: { title: string; lines: readonly string[] }) {
  return (
    <div className="field">
      <p className="strong">{title}</p>
      {lines.map((line) => (
        <p key={line} className="note">
          {line}
        </p>
      ))}
    </div>
  );
}
