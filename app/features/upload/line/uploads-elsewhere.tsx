import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { UploadLine, useStageText } from "#app/features/upload/line/upload-line.tsx";
import { isOwn } from "#app/features/upload/line/upload-news.ts";
import { useUploadsUnderWay } from "#app/features/upload/line/use-uploads-under-way.ts";

/** What the same person's other tabs are sending. */
export function UploadsElsewhere({ userId }: { userId: string }): ReactNode {
  const { t } = useTranslation("upload");
  const uploads = useUploadsUnderWay();
  const stageText = useStageText();
  return (
    <>
      {uploads.map((news) => {
        if (isOwn(news) || news.userId !== userId || news.stage === "over") return null;
        const text = `${stageText(news.stage, news.percent)} · ${t("line.elsewhere")}`;
        return <UploadLine key={news.tab} title={news.title} text={text} percent={news.percent} />;
      })}
    </>
  );
}
