import { useId } from "react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { isQuotation } from "#app/domain/summary/quotation.ts";
import type { FieldContent, SummaryItem } from "#app/domain/summary/summary.ts";
import { FieldView } from "#app/features/minutes/field-views.tsx";
import { useMinutesParts } from "#app/features/minutes/minutes-parts.ts";

/** The words of a line. A quotation has its speaker's name and quotation marks, and says when words were left out. */
export function QuotedWords({ item }: { item: SummaryItem }) {
  const { t } = useTranslation("highlights");
  const { SpeakerName } = useMinutesParts();
  const { quoted } = item;
  if (quoted === undefined || !isQuotation(item)) return item.text;
  return (
    <>
      {quoted.speaker !== null && (
        <>
          <SpeakerName name={quoted.speaker} label={t("speaker", { name: quoted.speaker })} />{" "}
        </>
      )}
      {t("quote", { text: item.text })}
      {quoted.exact !== null && (
        <>
          {"\u00a0"}
          <Shortened exact={quoted.exact} />
        </>
      )}
    </>
  );
}

/** Shows the exact words to whoever points at it or comes to it by keyboard; works without JavaScript. */
function Shortened({ exact }: { exact: string }) {
  const { t, i18n } = useTranslation("highlights");
  const id = useId();
  return (
    <span className="shortened" lang={i18n.language}>
      <button type="button" aria-describedby={id}>
        {t("shortened")}
      </button>
      <span className="shortened__exact" role="tooltip" id={id}>
        {t("exact", { text: exact })}
      </span>
    </span>
  );
}

/** Quotations are lines of their own: sentences of different people make no paragraph. */
export function QuotedField({ content }: { content: FieldContent }) {
  if ((content.type === "summary" || content.type === "customText") && content.items.some(isQuotation)) {
    return <FieldView content={{ type: "keypoints", items: content.items }} />;
  }
  return <FieldView content={content} />;
}
