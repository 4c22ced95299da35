import { useTranslation } from "react-i18next";

/** On a line that rests on words which were corrected since. */
export function OutdatedMark({ outdated }: { outdated: true | undefined }) {
  const { t } = useTranslation("editActions");
  return outdated ? <span className="outdated"> {t("outdated.mark")}</span> : null;
}
