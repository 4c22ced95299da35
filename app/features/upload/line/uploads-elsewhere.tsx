import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { UploadLine, useStageText } from "#app/features/upload/line/upload-line.tsx";
import { isOwn } from "#app/features/upload/line/upload-message.ts";
import { useUploadsUnderWay } from "#app/features/upload/line/use-uploads-under-way.ts";

/** Uploads that run in other tabs of the same user. */
export function UploadsElsewhere({ userId }: { userId: string }): ReactNode {
  const { t } = useTranslation("upload");
  const uploads = useUploadsUnderWay();
  const stageText = useStageText();
  return (
    <>
      {uploads.map((message) => {
        if (isOwn(message) || message.userId !== userId || message.stage === "over") return null;
        const text = `${stageText(message.stage, message.percent)} · ${t("line.elsewhere")}`;
        return <UploadLine key={message.tab} title={message.title} text={text} percent={message.percent} />;
      })}
    </>
  );
}
