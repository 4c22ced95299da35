import { Link } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import type { MeetingListItem } from "#app/contracts/meeting-list.ts";
import { statusGlyph } from "#app/domain/meeting/status-glyph.ts";
import { measureShare } from "#app/domain/time.ts";
import { laterPart } from "#app/i18n/later-part.tsx";
import { Badge } from "#app/ui/badge.tsx";
import { Progress } from "#app/ui/progress.tsx";

/** Loaded separately, because the texts about calls load after the page's other texts. */
const CallPlace = laterPart(async () => (await import("#app/features/home/call-place.tsx")).CallPlace);

/** A meeting that is being processed. The progress bar appears only when progress is measured. */
export function MeetingInProgress({ meeting }: { meeting: MeetingListItem }) {
  const { t } = useTranslation(["home", "common"]);
  return (
    <div className="now">
      <div className="now__head">
        <Link className="now__title" to={`/${meeting.id}`}>
          {meeting.title}
        </Link>
        <Badge kind={statusGlyph(meeting.status)}>{t(`common:status.${meeting.status}`)}</Badge>
      </div>
      <HowFar meeting={meeting} />
    </div>
  );
}

function HowFar({ meeting: { status, platform, door, recognisedMs, wantedMs } }: { meeting: MeetingListItem }) {
  const { t } = useTranslation("home");
  if (platform !== null && (status === "TORECORD" || status === "RECORDING")) {
    return <CallPlace status={status} door={door} />;
  }
  if (status === "TRANSCRIBING" && wantedMs > 0) {
    const text = t("transcribed", measureShare(recognisedMs, wantedMs));
    return (
      <div className="stack">
        <Progress value={recognisedMs} max={wantedMs} label={text} />
        <p className="note muted num">{text}</p>
      </div>
    );
  }
  if (status === "TORECORD" || status === "RECORDED" || status === "TRANSCRIPTED" || status === "LLMING") {
    return <p className="note muted">{t(`waiting.${status}`)}</p>;
  }
  return null;
}
