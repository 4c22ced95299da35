import { useState } from "react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { rewriteMinutes } from "#app/contracts/endpoints/edits.ts";
import type { MeetingHead } from "#app/contracts/meeting/meeting-view.ts";
import { randomId } from "#app/domain/ids.ts";
import { saveEdit } from "#app/features/meeting/edit/edit-calls.ts";
import type { SummaryView } from "#app/features/meeting/edit/minutes/draft.ts";
import { LocalModelNotice } from "#app/features/minutes/local-model/local-model-notice.tsx";
import { Button } from "#app/ui/button.tsx";
import { Notice } from "#app/ui/notice.tsx";

/** Over minutes that quote: the offer of a model on this machine, or, once it is there, to have them written by it now. */
export function LocalModelOffer({ head, summary }: { head: MeetingHead; summary: SummaryView }) {
  return <LocalModelNotice ready={<WriteAgain head={head} summary={summary} />} />;
}

/** Has the minutes written again with their own template and language; lines by hand go along. */
function WriteAgain({ head, summary }: { head: MeetingHead; summary: SummaryView }) {
  const { t } = useTranslation(["model", "edit"]);
  const [asked, setAsked] = useState<"no" | "asked" | "failed">("no");
  const [saveId] = useState(() => randomId());
  const ask = async () => {
    setAsked("asked");
    const body = { saveId, templateId: summary.template.id, language: head.language, hand: "keep" } as const;
    const end = await saveEdit(rewriteMinutes, { params: { meetId: head.meetId }, body });
    if (!end.ok) setAsked("failed");
  };
  const again = (
    <Button kind="line" busy={asked === "asked"} onClick={() => void ask()}>
      {t("edit:outdated.again")}
    </Button>
  );
  return (
    <div className="edit-note">
      <Notice action={again} role="status">
        {t("model:readyHere")}
      </Notice>
      {asked === "failed" && (
        <p className="error error--world" role="alert">
          {t("edit:rewrite.failedSame")}
        </p>
      )}
    </div>
  );
}
