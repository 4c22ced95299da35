import { useTranslation } from "#app/i18n/use-translation.ts";
import { SHARE_PARTS, type ShareLink } from "#app/contracts/meeting/share.ts";
import { Checkbox } from "#app/ui/checkbox.tsx";

type Props = { link: ShareLink; change: (change: Partial<Pick<ShareLink, "parts" | "titleShown">>) => void };

/** Selects the parts of the meeting that the link shows, and whether a link preview may show the title. */
export function ShownParts({ link, change }: Props) {
  const { t } = useTranslation("sharing");
  const turn = (part: (typeof SHARE_PARTS)[number], on: boolean) =>
    change({ parts: SHARE_PARTS.filter((each) => (each === part ? on : link.parts.includes(each))) });
  return (
    <fieldset className="stack">
      <legend className="shown label ink">{t("shown")}</legend>
      {SHARE_PARTS.map((part) => (
        <Checkbox
          key={part}
          checked={link.parts.includes(part)}
          disabled={part === "summary"}
          onChange={(event) => turn(part, event.currentTarget.checked)}
          label={<Words label={t(`part.${part}`)} note={t(`partNote.${part}`)} />}
        />
      ))}
      <Checkbox
        checked={link.titleShown}
        onChange={(event) => change({ titleShown: event.currentTarget.checked })}
        label={<Words label={t("preview")} note={t("previewNote")} />}
      />
    </fieldset>
  );
}

function Words({ label, note }: { label: string; note: string }) {
  return (
    <>
      {label} <span className="muted note">{note}</span>
    </>
  );
}
