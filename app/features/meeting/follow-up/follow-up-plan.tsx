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
 * The follow-up that goes by itself: when and to whom, or why it did not go. Both buttons stop it first, so that it does not go while somebody still
 * writes; one that was faster says to whom it has gone. It stays at the window's edge and moves nothing on the page.
 */
export function FollowUpPlan({ meetId }: { meetId: string }) {
  const { t } = useTranslation("connections");
  const toast = useToast();
  const [plan, setPlan] = useState<Plan>(null);
  const [pressed, setPressed] = useState<"edit" | "stop" | null>(null);
  const [first, setFirst] = useState<CallResult<FollowUpDraft> | null>(null);
  const read = useCallback(async () => {
    const answer = await callApi(readPlan, { params: { meetId }, unasked: true });
    if (!answer.ok) return null;
    const { plan: found } = answer.value;
    // It went before the page was opened: "What was sent" has it.
    setPlan((before) => (found?.state === "gone" && before === null ? null : found));
    return found;
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

  /** True where it does not go by itself any more. */
  const stop = async () => {
    const answer = await callApi(stopPlan, { params: { meetId } });
    if (!answer.ok) {
      toast("error", answer.message ?? t("followUp.error.stop"));
      return false;
    }
    setPlan(answer.value.plan);
    return answer.value.plan === null;
  };
  const press = async (button: "edit" | "stop") => {
    setPressed(button);
    const wasPlanned = plan?.state === "planned";
    const isStopped = await stop();
    if (isStopped && button === "edit") setFirst(await readDraft(meetId));
    else if (isStopped && wasPlanned) toast("done", t("followUp.plan.stopped"));
    setPressed(null);
  };
  return (
    <>
      {plan !== null && (
        <div className="follow-up-plan" role="status">
          <p>
            {plan.state === "planned" || plan.state === "gone" ? (
              <>
                {t(plan.state === "gone" ? "followUp.plan.gone" : "followUp.plan.goes")}{" "}
                <LocalTime at={plan.at} format="time" />
                {` · ${plan.to.join(", ")}`}
              </>
            ) : (
              t(`followUp.plan.${plan.state}`)
            )}
          </p>
          <div className="row row--wrap">
            {plan.state !== "gone" && (
              <Button still busy={pressed === "edit"} disabled={pressed === "stop"} onClick={() => void press("edit")}>
                {t("followUp.plan.edit")}
              </Button>
            )}
            <Button
              kind="quiet"
              still
              busy={pressed === "stop"}
              disabled={pressed === "edit"}
              // Minutes that a model writes later plan it again, unless it was stopped.
              onClick={() => (isOver(plan.state) ? setPlan(null) : void press("stop"))}
            >
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

/** Tells whether there is nothing to stop. */
function isOver(state: string): boolean {
  return state === "gone" || state === "quotations";
}
