import { useTranslation } from "react-i18next";
import type { MeetingView } from "#app/contracts/meeting-view.ts";
import { formatLength, formatMoment } from "#app/domain/time.ts";
import { SharedRuler } from "#app/features/share/shared-ruler.tsx";
import { Icon } from "#app/ui/icon.tsx";

/**
 * The recording. With the page's script it uses the player of the meeting page; without it the browser's own player, which
 * begins at the position from `?t=`.
 */
export function SharedPlayer({ view, path, startS }: { view: MeetingView; path: string; startS: number | null }) {
  const { t } = useTranslation(["meeting", "share", "shared"]);
  const source = `${path}/recording`;
  const durationMs = view.head.durationMs ?? view.segments.at(-1)?.endMs ?? 0;
  return (
    <section className="player" aria-label={t("player.label")} id="player">
      <noscript>
        {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- what is said is what the page shows, where it is shared */}
        <video controls preload="none" src={startS === null ? source : `${source}#t=${startS}`} />
      </noscript>
      <div className="player__side" hidden data-script="player" data-source={source}>
        <Controls durationMs={durationMs} />
        <Legend />
        <p className="note player__failed" role="alert" hidden>
          {t("player.failed")}
        </p>
      </div>
      {durationMs > 0 && <SharedRuler view={view} durationMs={durationMs} />}
    </section>
  );
}

/** The controls that the page's script handles. They are hidden until the script runs. */
function Controls({ durationMs }: { durationMs: number }) {
  const { t } = useTranslation(["meeting", "share", "shared"]);
  return (
    <div className="player__do">
      <button className="btn btn--quiet btn--icon" type="button" aria-label={t("player.back")} data-do="back">
        <Icon name="rewind" />
      </button>
      <button
        className="play"
        type="button"
        aria-label={t("player.play")}
        data-do="play"
        data-play={t("player.play")}
        data-pause={t("player.pause")}
      >
        <Icon name="play" />
        <Icon name="pause" />
      </button>
      <button className="btn btn--quiet btn--icon" type="button" aria-label={t("player.forward")} data-do="forward">
        <Icon name="forward" />
      </button>
      <p className="player__time">
        <b>{formatMoment(0)}</b> / {formatLength(durationMs)}
      </p>
      <button
        className="btn btn--quiet num player__speed"
        type="button"
        aria-label={t("player.speed", { rate: 1 })}
        data-do="speed"
        data-label={t("player.speed", { rate: "%" })}
      >
        1×
      </button>
      <button
        className="btn btn--quiet btn--icon"
        type="button"
        aria-label={t("shared:picture")}
        aria-pressed="false"
        data-do="picture"
        hidden
      >
        <Icon name="film" />
      </button>
    </div>
  );
}

function Legend() {
  const { t } = useTranslation("meeting");
  return (
    <p className="legend">
      <span>
        <svg viewBox="0 0 10 12" aria-hidden="true">
          <line className="tick-key" x1="5" x2="5" y1="0" y2="12" />
        </svg>
        {t("player.keyPoint")}
      </span>
      <span>
        <svg viewBox="0 0 10 12" aria-hidden="true">
          <line className="tick-task" x1="5" x2="5" y1="6" y2="6" />
          <line className="tick-task-in" x1="5" x2="5" y1="6" y2="6" />
        </svg>
        {t("player.task")}
      </span>
    </p>
  );
}
