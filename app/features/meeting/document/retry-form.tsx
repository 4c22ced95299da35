import { useRevalidator } from "@remix-run/react";
import { type FormEvent, useState } from "react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { callApi } from "#app/contracts/call-api.ts";
import { retryMeeting } from "#app/contracts/endpoints/meetings.ts";
import type { MeetingStatus } from "#app/domain/meeting/status.ts";
import { Button } from "#app/ui/button.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { useToast } from "#app/ui/toast.tsx";

type RetryFormProps = {
  meetId: string;
  status: MeetingStatus;
  /** Another button beside it is the first choice. */
  isSecond?: boolean;
};

/**
 * Asks for the failed step again. Without JavaScript it is a plain form that this page's own action takes; with it the
 * page stays, and a failure is said here instead of taking the page's place.
 */
export function RetryForm({ meetId, status, isSecond }: RetryFormProps) {
  const { t } = useTranslation(["progress", "common"]);
  const { revalidate } = useRevalidator();
  const toast = useToast();
  const [state, setState] = useState<"idle" | "pending" | "failed" | "too-many" | "limit-reached">("idle");

  const ask = async () => {
    setState("pending");
    const end = await callApi(retryMeeting, { params: { meetId }, unread: true });
    // Another tab may have asked already: that is what was asked for.
    const begun = end.ok || end.code === "retry-begun";
    const isConflict = !end.ok && end.status === 409;
    setState(begun || isConflict ? "idle" : (REFUSALS.get(end.status) ?? "failed"));
    // The page takes this form away when it is read again, so the refusal is said outside of it.
    if (!begun && isConflict) toast("error", t("end.retry.notRetryable"));
    // The socket says the same, and sooner; this is for a page whose socket is down.
    if (begun || isConflict) revalidate();
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (state !== "pending") void ask();
  };

  return (
    <>
      <form className="actions" method="post" onSubmit={onSubmit}>
        <Button kind={isSecond ? "line" : "primary"} large type="submit" busy={state === "pending"}>
          {state !== "pending" && <Icon name="again" />}
          {state === "pending" ? t("end.retry.pending") : t(retryKey(status))}
        </Button>
      </form>
      {state !== "idle" && state !== "pending" && (
        <p className="error error--world" role="alert">
          <Icon name="alert" />
          {t(MESSAGES[state])}
        </p>
      )}
    </>
  );
}

/** Statuses of the answer that have a message of their own. */
const REFUSALS = new Map<number, "too-many" | "limit-reached">([
  [429, "too-many"],
  [403, "limit-reached"],
]);

const MESSAGES = {
  failed: "end.retry.failed",
  "too-many": "common:error.tooManyRequests",
  "limit-reached": "common:error.limitReached",
} as const;

function retryKey(status: MeetingStatus) {
  if (status === "ERROR_TRANSCRIPT") return "end.retry.transcribe";
  return status === "ERROR_SUMMARY" || status === "SUMMARIZED" ? "end.retry.summarize" : "end.retry.other";
}
