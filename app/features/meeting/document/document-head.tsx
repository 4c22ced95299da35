import { Link } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import type { MeetingHead } from "#app/contracts/meeting-view.ts";
import { isUnderway } from "#app/features/meeting/document/build-steps.ts";
import { ExportMenu } from "#app/features/meeting/document/export-menu.tsx";
import { StatusBadge } from "#app/features/meeting/document/status-badge.tsx";
import { useMeetingFacts } from "#app/features/meeting/meeting-context.ts";
import { SpeakerAvatar } from "#app/features/meeting/transcript/speaker-avatar.tsx";
import { formatDuration } from "#app/i18n/format.ts";
import { LocalTime, useLocale } from "#app/i18n/local-time.tsx";
import { Icon } from "#app/ui/icon.tsx";

export const DOCUMENT_TITLE_ID = "doc-title";

/** Way back, status, title, and the line that says when, how long, in which language and with which template. */
export function DocumentHead({ head, hasText }: { head: MeetingHead; hasText: boolean }) {
  const { t } = useTranslation(["meeting", "common"]);
  const locale = useLocale();
  return (
    <>
      <div className="doc__bar">
        <Link className="crumb note" to="/history">
          <Icon name="previous" />
          {t("common:menu.history")}
        </Link>
        {hasText && !isUnderway(head.status) && <ExportMenu meetId={head.meetId} pdf={head.pdf} />}
      </div>
      <StatusBadge status={head.status} />
      <h1 className="title" id={DOCUMENT_TITLE_ID}>
        {head.title}
      </h1>
      <p className="byline">
        <span>
          <LocalTime at={head.startsAt} format="date-time" />
        </span>{" "}
        {head.durationMs !== null && <span className="num">{formatDuration(head.durationMs, locale)}</span>}{" "}
        <span>{t(`common:language.${head.language}`)}</span> <span>{t("template", { name: head.templateName })}</span>
      </p>
      {!isUnderway(head.status) && <WhoSpoke />}
    </>
  );
}

function WhoSpoke() {
  const { t } = useTranslation("meeting");
  const locale = useLocale();
  const { speakers } = useMeetingFacts();
  if (speakers.size === 0) return null;
  return (
    <ul className="present" aria-label={t("whoSpoke")}>
      {[...speakers.values()].map((speaker) => (
        <li key={speaker.name}>
          <SpeakerAvatar speaker={speaker} />
          {speaker.name} <span className="num">{formatDuration(speaker.spokenMs, locale)}</span>
        </li>
      ))}
    </ul>
  );
}
