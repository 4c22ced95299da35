import { useFetcher } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import type { MeetingStatus } from "#app/domain/meeting/status.ts";

/** Asks for the failed step again. A plain form where there is no JavaScript: the route sends it back to this page. */
export function RetryForm({ meetId, status }: { meetId: string; status: MeetingStatus }) {
  const { t } = useTranslation("meeting");
  const fetcher = useFetcher();
  const pending = fetcher.state !== "idle";
  const failed = !pending && wasRefused(fetcher.data);
  return (
    <>
      <fetcher.Form className="actions" method="post" action={`/api/acta/meetings/${meetId}/retry`}>
        <button className="btn btn--primary btn--l" type="submit" aria-disabled={pending} disabled={pending}>
          {pending ? t("end.retry.pending") : t(retryKey(status))}
        </button>
      </fetcher.Form>
      {failed && (
        <p className="error error--world" role="alert">
          {t("end.retry.failed")}
        </p>
      )}
    </>
  );
}

function retryKey(status: MeetingStatus) {
  if (status === "ERROR_TRANSCRIPT") return "end.retry.transcribe";
  return status === "ERROR_SUMMARY" ? "end.retry.summarize" : "end.retry.other";
}

/** The route answers with an error's body where it could not begin again. */
function wasRefused(data: unknown): boolean {
  return typeof data === "object" && data !== null && "error" in data;
}
