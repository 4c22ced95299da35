import { Link } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import type { MeetingHead } from "#app/contracts/meeting-view.ts";
import { statusGlyph } from "#app/domain/meeting/status-glyph.ts";
import { isUnderway, type MeetingStatus } from "#app/domain/meeting/status.ts";
import { AskLink } from "#app/features/meeting/chat/ask-link.tsx";
import { ExportMenu } from "#app/features/meeting/document/export-menu.tsx";
import { useEditActions } from "#app/features/meeting/edit/edit-actions.ts";
import { EditButtons } from "#app/features/meeting/edit/minutes/edit-buttons.tsx";
import { useMeetingFacts } from "#app/features/meeting/meeting-context.ts";
import { MeetingMenu } from "#app/features/meeting/meeting-menu.tsx";
import { ShareButton } from "#app/features/meeting/share/share-button.tsx";
import { SpeakerAvatar } from "#app/features/meeting/transcript/speaker-avatar.tsx";
import { formatDuration } from "#app/i18n/format.ts";
import { LocalTime, useLocale } from "#app/i18n/local-time.tsx";
import { Badge } from "#app/ui/badge.tsx";
import { Icon } from "#app/ui/icon.tsx";

export const DOCUMENT_TITLE_ID = "doc-title";

type Props = { head: MeetingHead; hasText: boolean; hasMinutes: boolean };

/** Back link, status, title, and a line with date, duration, language and template. */
export function DocumentHead({ head, hasText, hasMinutes }: Props) {
  const { t } = useTranslation(["meeting", "common"]);
  const locale = useLocale();
  const isOver = !isUnderway(head.status);
  return (
    <>
      <div className="doc__bar">
        <Link className="crumb note" to="/history">
          <Icon name="previous" />
          {t("common:menu.history")}
        </Link>
        <div className="row">
          {hasText && <AskLink />}
          {hasMinutes && isOver && <EditButtons />}
          {/* While minutes are being written, the transcript can already be exported and older minutes can be shared. */}
          {hasText && (isOver || head.pdf) && <ExportMenu meetId={head.meetId} pdf={head.pdf} />}
          {hasText && (isOver || hasMinutes) && <ShareButton meetId={head.meetId} pdf={head.pdf} />}
          <MeetingMenu head={head} />
        </div>
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
        <span>{t(`common:language.${head.language}`)}</span>{" "}
        <span>{t("template", { name: head.templateName ?? t("basicSystem") })}</span>
      </p>
      {isOver && <WhoSpoke />}
    </>
  );
}

function WhoSpoke() {
  const { t } = useTranslation(["meeting", "editActions"]);
  const locale = useLocale();
  const actions = useEditActions();
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
      {actions && (
        <li>
          <button
            className="btn btn--quiet note"
            type="button"
            aria-busy={actions.awaited === "speakers" || undefined}
            onClick={() => actions.nameSpeakers()}
          >
            {t("editActions:speakers.open")}
          </button>
        </li>
      )}
    </ul>
  );
}

/** The meeting's state as a glyph and a word; announced when it changes. */
function StatusBadge({ status }: { status: MeetingStatus }) {
  const { t } = useTranslation("common");
  return (
    <output className="doc__status">
      <Badge kind={statusGlyph(status)}>{t(`status.${status}`)}</Badge>
    </output>
  );
}
