import { useCallback, useEffect, useState } from "react";
import { createPortal } from "react-dom";
import { callApi } from "#app/contracts/call-api.ts";
import type { CallResult } from "#app/contracts/call-result.ts";
import { readPlan, stopPlan } from "#app/contracts/endpoints/follow-ups.ts";
import type { FollowUpDraft, FollowUpPlan as Plan } from "#app/contracts/follow-up.ts";
import { SECOND_MS } from "#app/domain/limits/units.ts";
import "#app/features/meeting/follow-up/follow-up-plan.css";
import { FollowUpDialog, readDraft } from "#app/features/meeting/follow-up/follow-up-dialog.tsx";
import { LocalTime } from "#app/i18n/local-time.tsx";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { Button } from "#app/ui/button.tsx";
import { useToast } from "#app/ui/toast.tsx";

/** Minutes that are ready a moment ago get their plan a little later: it is asked for again after these times. */
const AGAIN_MS: readonly number[] = [5 * SECOND_MS, 10 * SECOND_MS, 20 * SECOND_MS];
/** The same once its time has come. */
const GOING_MS = 20 * SECOND_MS;

/**
 * The follow-up that goes by itself: when and to whom, until it has gone, or why it did not go. Both buttons stop it first, so that it does not go
 * while somebody still writes. It stays at the window's edge and moves nothing on the page.
 */
export function FollowUpPlan({ meetId }: { meetId: string }) {
  const { t } = useTranslation("connections");
  const toast = useToast();
  const [plan, setPlan] = useState<Plan>(null);
  const [isBusy, setBusy] = useState(false);
  const [first, setFirst] = useState<CallResult<FollowUpDraft> | null>(null);
  const read = useCallback(async () => {
    const answer = await callApi(readPlan, { params: { meetId }, unasked: true });
    if (answer.ok) setPlan(answer.value.plan);
    return answer.ok ? answer.value.plan : null;
  }, [meetId]);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const readAgain = async (waits: readonly number[]) => {
      const found = await read();
      const [wait, ...later] = waits;
      const next =
        found?.state === "planned" ? Math.max(GOING_MS, found.at - Date.now()) : found === null ? wait : undefined;
      if (next !== undefined) timer = setTimeout(() => void readAgain(later), next);
    };
    void readAgain(AGAIN_MS);
    return () => clearTimeout(timer);
  }, [read]);

  const stop = async () => {
    setBusy(true);
    const answer = await callApi(stopPlan, { params: { meetId } });
    setBusy(false);
    if (!answer.ok) toast("error", answer.message ?? t("followUp.error.stop"));
    else setPlan(answer.value.plan);
    return answer.ok;
  };
  const edit = async () => {
    if (await stop()) setFirst(await readDraft(meetId));
  };
  return (
    <>
      {plan !== null && (
        <div className="follow-up-plan" role="status">
          <p>
            {plan.state === "planned" ? (
              <>
                {t("followUp.plan.goes")} <LocalTime at={plan.at} format="time" />
                {` · ${plan.to.join(", ")}`}
              </>
            ) : (
              t(`followUp.plan.${plan.state}`)
            )}
          </p>
          <div className="row row--wrap">
            <Button disabled={isBusy} onClick={() => void edit()}>
              {t("followUp.plan.edit")}
            </Button>
            <Button kind="quiet" disabled={isBusy} onClick={() => void stop()}>
              {t(plan.state === "planned" ? "followUp.plan.stop" : "followUp.plan.close")}
            </Button>
          </div>
        </div>
      )}
      {first !== null &&
        createPortal(<FollowUpDialog meetId={meetId} first={first} onClose={() => setFirst(null)} />, document.body)}
    </>
  );
}
