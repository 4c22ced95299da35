import { useTranslation } from "react-i18next";
import { Checkbox } from "#app/ui/checkbox.tsx";

type Props = { lines: number; hand: "keep" | "leave"; onChange: (hand: "keep" | "leave") => void };

/** Asks whether new minutes keep the lines that a person wrote or leave them out. */
export function HandChoice({ lines, hand, onChange }: Props) {
  const { t } = useTranslation("edit");
  if (lines === 0) return <p className="hint">{t("rewrite.none")}</p>;
  return (
    <fieldset className="stack">
      <legend className="shown">{t("rewrite.hand")}</legend>
      <Checkbox
        type="radio"
        name="hand"
        checked={hand === "keep"}
        onChange={() => onChange("keep")}
        label={
          <>
            {t("rewrite.keep")} <span className="muted note">{t("rewrite.keepNote", { count: lines })}</span>
          </>
        }
      />
      <Checkbox
        type="radio"
        name="hand"
        checked={hand === "leave"}
        onChange={() => onChange("leave")}
        label={
          <>
            {t("rewrite.leave")} <span className="muted note">{t("rewrite.leaveNote")}</span>
          </>
        }
      />
    </fieldset>
  );
}
