import { useState } from "react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { callApi } from "#app/contracts/call-api.ts";
import { saveMeetingRetention } from "#app/contracts/endpoints/privacy.ts";
import type { MeetingHead } from "#app/contracts/meeting/meeting-view.ts";
import { KEEP_EVERYTHING } from "#app/domain/privacy/retention.ts";
import { LocalTime } from "#app/i18n/local-time.tsx";
import { Button } from "#app/ui/button.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { useToast } from "#app/ui/toast.tsx";

type Privacy = NonNullable<MeetingHead["privacy"]>;

/** For the owner: what of this meeting will be deleted and when, what was, and what recorded people said about it. */
export function PrivacyNotes({ meetId, privacy }: { meetId: string; privacy: Privacy }) {
  const { t } = useTranslation("privacy");
  return (
    <>
      {privacy.objections.map(({ id, at, name, text }) => (
        <div className="mt-5" key={id}>
          <Notice role="status" title={t("meeting.objection", { name: name || t("meeting.unnamed") })}>
            {text} (<LocalTime at={at} format="date-time" />) {t("meeting.objectionTodo")}
          </Notice>
        </div>
      ))}
      {privacy.removed.map(({ part, at }) => (
        <p className="note muted mt-2" key={part}>
          {t(`meeting.gone.${part}`)} <LocalTime at={at} format="date-time" />
        </p>
      ))}
      {privacy.plan.length > 0 && <Plan meetId={meetId} plan={privacy.plan} />}
    </>
  );
}

function Plan({ meetId, plan }: { meetId: string; plan: Privacy["plan"] }) {
  const { t } = useTranslation("privacy");
  const toast = useToast();
  const [state, setState] = useState<"asked" | "failed" | null>(null);
  const keep = async () => {
    setState("asked");
    const saved = await callApi(saveMeetingRetention, { params: { meetId }, body: { rule: KEEP_EVERYTHING } });
    setState(saved.ok ? null : "failed");
    // The plan goes from the page with the meeting's next update, and this note with it.
    if (saved.ok) toast("done", t("meeting.kept"));
  };
  return (
    <div className="row between row--wrap mt-3">
      <div>
        {plan.map(({ part, at }) => (
          <p className="note muted" key={part}>
            {t(`meeting.willGo.${part}`)} <LocalTime at={at} format="date-time" />
          </p>
        ))}
      </div>
      <Button kind="line" busy={state === "asked"} onClick={() => void keep()}>
        {t("meeting.keep")}
      </Button>
      {state === "failed" && (
        <p className="error error--world" role="alert">
          {t("meeting.failed")}
        </p>
      )}
    </div>
  );
}
