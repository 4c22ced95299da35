import { useLanguageName } from "#app/i18n/language-name.ts";
import { useState } from "react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { rewriteMinutes, transcribeMeeting } from "#app/contracts/endpoints/edits.ts";
import type { MeetingHead } from "#app/contracts/meeting/meeting-view.ts";
import { randomId } from "#app/domain/ids.ts";
import type { MeetingLanguage } from "#app/domain/meeting-languages.ts";
import { saveEdit } from "#app/features/meeting/edit/edit-calls.ts";
import type { SummaryView } from "#app/features/meeting/edit/minutes/draft.ts";
import { Button } from "#app/ui/button.tsx";
import { Notice } from "#app/ui/notice.tsx";

type Props = { head: MeetingHead; summary: SummaryView; spoken: MeetingLanguage };

/**
 * Over minutes of a recording that is not in the chosen language: which it is in, and one click to have it right. What a speech engine has
 * recognised in the wrong language is recognised once more; captions and given transcripts are words already, and only the minutes change.
 */
export function SpokenNote({ head, summary, spoken }: Props) {
  const { t } = useTranslation(["spoken", "edit"]);
  const [state, setState] = useState<"offered" | "asked" | "failed">("offered");
  const [saveId] = useState(() => randomId());
  const nameOf = useLanguageName();
  const languages = { spoken: nameOf(spoken, "inText"), chosen: nameOf(head.language, "inText") };
  const transcribes = head.respeakable === true;
  const ask = async () => {
    setState("asked");
    const params = { meetId: head.meetId };
    // Lines by hand go along: one click destroys nothing.
    const rewrite = { saveId, templateId: summary.template.id, language: spoken, hand: "keep" } as const;
    const end = transcribes
      ? await saveEdit(transcribeMeeting, { params, body: { saveId, language: spoken } })
      : await saveEdit(rewriteMinutes, { params, body: rewrite });
    if (!end.ok) setState("failed");
  };
  const isWrittenSo = summary.language === spoken;
  const offer = head.editable && (transcribes || !isWrittenSo) && (
    <Button kind="line" busy={state === "asked"} onClick={() => void ask()}>
      {t(transcribes ? "spoken:transcribe" : "spoken:write", languages)}
    </Button>
  );
  return (
    <div className="edit-note">
      <Notice {...(offer ? { action: offer } : {})} role="status">
        {t(isWrittenSo ? "spoken:quoted" : "spoken:note", languages)}
      </Notice>
      {state === "failed" && (
        <p className="error error--world" role="alert">
          {t("edit:rewrite.failedLanguage")}
        </p>
      )}
    </div>
  );
}
