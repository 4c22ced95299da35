import { useId } from "react";
import { useTranslation } from "react-i18next";
import type { MeetingHead } from "#app/contracts/meeting-view.ts";
import { CallLog } from "#app/features/meeting/call/call-log.tsx";

/** The log under its heading, where the page is about something else. */
export function CallHistory({ head }: { head: MeetingHead }) {
  const { t } = useTranslation("progress");
  const id = useId();
  return (
    <section className="advice" aria-labelledby={id}>
      <h2 className="section" id={id}>
        {t("steps.log")}
      </h2>
      <CallLog head={head} within />
    </section>
  );
}
