import { useEffect, useState } from "react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { rewriteMinutes } from "#app/contracts/endpoints/edits.ts";
import { type LocalModelAnswer } from "#app/contracts/local-model-answer.ts";
import type { MeetingHead } from "#app/contracts/meeting/meeting-view.ts";
import { mayHaveLocalModel, watchLocalModel } from "#app/contracts/watch-local-model.ts";
import { randomId } from "#app/domain/ids.ts";
import { saveEdit } from "#app/features/meeting/edit/edit-calls.ts";
import type { SummaryView } from "#app/features/meeting/edit/minutes/draft.ts";
import { useLocale } from "#app/i18n/local-time.tsx";
import { modelSize } from "#app/i18n/model-size.ts";
import { Button } from "#app/ui/button.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { Progress } from "#app/ui/progress.tsx";

/**
 * Over minutes that quote, in an Acta on the reader's own machine: a model can be fetched to write them, is being fetched, or is
 * there and can write them again. Shows nothing elsewhere.
 */
export function LocalModelOffer({ head, summary }: { head: MeetingHead; summary: SummaryView }) {
  const { t } = useTranslation("progress");
  const locale = useLocale();
  const [state, setState] = useState<LocalModelAnswer | null>(null);
  const [begun, setBegun] = useState(0);
  useEffect(() => {
    if (!mayHaveLocalModel(window.location.hostname)) return;
    const end = new AbortController();
    void watchLocalModel(begun > 0, setState, end.signal);
    return () => end.abort();
  }, [begun]);
  const fetchIt = () => setBegun((count) => count + 1);
  switch (state?.state) {
    case "absent": {
      if (state.offer === null) return null;
      const size = modelSize(state.offer.bytes, locale);
      return <Offer text={t("localModel.offer", { size })} action={t("localModel.fetch")} onClick={fetchIt} />;
    }
    case "preparing": {
      const { download } = state;
      const percent = download === null ? 100 : Math.floor((download.receivedBytes / download.totalBytes) * 100);
      return (
        <div className="edit-note" role="status">
          <p>{t("localModel.fetching", { percent })}</p>
          <Progress value={percent} max={100} label={t("localModel.fetching", { percent })} />
        </div>
      );
    }
    case "failed":
      return <Offer text={t("localModel.failed")} action={t("localModel.tryAgain")} onClick={fetchIt} />;
    case "ready":
      return <WriteAgain head={head} summary={summary} />;
    default:
      return null;
  }
}

/** Has the minutes written again with their own template and language; lines by hand go along. */
function WriteAgain({ head, summary }: { head: MeetingHead; summary: SummaryView }) {
  const { t } = useTranslation(["progress", "edit"]);
  const [asked, setAsked] = useState<"no" | "asked" | "failed">("no");
  const [saveId] = useState(() => randomId());
  const ask = async () => {
    setAsked("asked");
    const body = { saveId, templateId: summary.template.id, language: head.language, hand: "keep" } as const;
    const end = await saveEdit(rewriteMinutes, { params: { meetId: head.meetId }, body });
    if (!end.ok) setAsked("failed");
  };
  return (
    <>
      <Offer
        text={t("localModel.ready")}
        action={t("edit:outdated.again")}
        busy={asked === "asked"}
        onClick={() => void ask()}
      />
      {asked === "failed" && (
        <p className="error error--world" role="alert">
          {t("edit:rewrite.failedSame")}
        </p>
      )}
    </>
  );
}

type OfferProps = { text: string; action: string; busy?: boolean; onClick: () => void };

function Offer({ text, action, busy = false, onClick }: OfferProps) {
  const button = (
    <Button kind="line" busy={busy} onClick={onClick}>
      {action}
    </Button>
  );
  return (
    <div className="edit-note">
      <Notice action={button} role="status">
        {text}
      </Notice>
    </div>
  );
}
