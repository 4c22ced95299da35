import { useNavigate, useSearchParams } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import type { MeetingListItem } from "#app/contracts/meeting/lists.ts";
import { useToast } from "#app/ui/toast.tsx";

/** In the address after a call was cancelled on Home: its meeting's id. */
export const CANCELLED_PARAMETER = "cancelled";

/**
 * Says once that Acta does not join, with the way to the meeting, where it can be invited again; the address forgets it, so that
 * nothing is said again on a reload.
 */
export function useCancelledToast(latest: readonly MeetingListItem[]): void {
  const { t } = useTranslation("home");
  const toast = useToast();
  const navigate = useNavigate();
  const [parameters, setParameters] = useSearchParams();
  const meetId = parameters.get(CANCELLED_PARAMETER);
  const title = latest.find(({ id }) => id === meetId)?.title ?? null;
  const said = useRef<string | null>(null);
  useEffect(() => {
    if (meetId === null || said.current === meetId) return;
    said.current = meetId;
    const action = { label: t("cancelled.open"), run: () => navigate(`/${meetId}`) };
    if (title === null) toast("done", t("cancelled.text"));
    else toast("done", t("cancelled.named", { title }), action);
    setParameters(
      (before) => {
        before.delete(CANCELLED_PARAMETER);
        return before;
      },
      { replace: true, preventScrollReset: true },
    );
  }, [meetId, title, navigate, setParameters, t, toast]);
}
