import { CLIP_PARTS, type ClipPart } from "#app/domain/clips/clip.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { Checkbox } from "#app/ui/checkbox.tsx";

/** Selects what the link of a clip shows. The last part cannot be taken away. */
export function ClipParts({ parts, change }: { parts: readonly ClipPart[]; change: (parts: ClipPart[]) => void }) {
  const { t } = useTranslation("sharing");
  const turn = (part: ClipPart, on: boolean) =>
    change(CLIP_PARTS.filter((each) => (each === part ? on : parts.includes(each))));
  return (
    <fieldset className="stack">
      <legend className="label">{t("shown")}</legend>
      {(["recording", "transcript"] as const).map((part) => (
        <Checkbox
          key={part}
          checked={parts.includes(part)}
          disabled={parts.length === 1 && parts.includes(part)}
          onChange={(event) => turn(part, event.currentTarget.checked)}
          label={
            <>
              {t(`clips.part.${part}`)} <span className="muted note">{t(`clips.partNote.${part}`)}</span>
            </>
          }
        />
      ))}
    </fieldset>
  );
}
