import type { ReactNode } from "react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { formatPercent } from "#app/features/upload/form/format-size.ts";
import type { UploadMessage } from "#app/features/upload/line/upload-message.ts";
import { Icon } from "#app/ui/icon.tsx";
import { Progress } from "#app/ui/progress.tsx";

/** One upload in a line at the foot of the page: its title, what goes now, and how far it is. */
export function UploadLine({ title, text, percent, children }: LineProps) {
  return (
    <section className="upload-line" aria-label={`${title}: ${text}`}>
      <Icon name="film" />
      <div className="min-w-0">
        <p className="strong cut" title={title}>
          {title}
        </p>
        <p className="note muted num">{text}</p>
        {percent !== null && <Progress value={percent} max={100} label={text} />}
      </div>
      {children}
    </section>
  );
}

type LineProps = {
  title: string;
  text: string;
  /** Null where nothing is measured. */
  percent: number | null;
  children?: ReactNode;
};

/** "Sound: 34 %", in the reader's language. */
export function useStageText() {
  const { t, i18n } = useTranslation("upload");
  return (stage: Exclude<UploadMessage["stage"], "over">, percent: number) =>
    t(`line.${stage}`, { percent: formatPercent(percent, i18n.language) });
}
