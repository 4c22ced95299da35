import { useTranslation } from "react-i18next";
import { useMeetingFacts } from "#app/features/meeting/meeting-context.ts";
import { joinParts, partOf, passageText } from "#app/features/meeting/transcript/copy/passage.ts";
import { useCopy } from "#app/features/meeting/transcript/copy/use-copy.ts";
import { Icon } from "#app/ui/icon.tsx";

/** All that was said, by who said it when, and the link to the page. */
export function CopyTranscript() {
  const { t } = useTranslation("reading");
  const { segments } = useMeetingFacts();
  const { said, copy } = useCopy();
  const copyAll = () => {
    const address = `${window.location.origin}${window.location.pathname}`;
    copy(passageText(joinParts(segments.map(partOf)), address));
  };
  return (
    <>
      <button
        className="btn btn--quiet btn--icon"
        type="button"
        aria-label={t("copy.transcript")}
        title={t("copy.transcript")}
        onClick={copyAll}
      >
        <Icon name={said === "done" ? "check" : "copy"} />
      </button>
      <span className="sr" role="status">
        {said && t(`copy.${said}`)}
      </span>
    </>
  );
}
