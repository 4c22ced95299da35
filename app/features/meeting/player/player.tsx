import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { PageView } from "#app/contracts/page-view.ts";
import { Picture } from "#app/features/meeting/player/picture.tsx";
import { PlayerControls } from "#app/features/meeting/player/player-controls.tsx";
import { Ruler } from "#app/features/meeting/player/ruler.tsx";
import { usePlayerPreferences } from "#app/features/meeting/player/use-player-preferences.ts";
import { useRememberedPosition } from "#app/features/meeting/player/use-remembered-position.ts";
import { useSkipSilence } from "#app/features/meeting/player/use-skip-silence.ts";
import { type RulerMarks, useRulerMarks } from "#app/features/meeting/player/use-ruler-marks.ts";
import { usePlayback, usePlayer } from "#app/features/meeting/player/use-playback.ts";

/** The recording: the media element, its controls and the ruler of the meeting. */
export function Player({ view }: { view: PageView }) {
  const { t } = useTranslation("meeting");
  const playback = usePlayer();
  const media = useRef<HTMLVideoElement>(null);
  useEffect(() => {
    playback.attach(media.current);
    return () => playback.attach(null);
  }, [playback]);
  const [pictureShown, showPicture] = useState(false);
  const [preferences, changePreferences] = usePlayerPreferences();
  useSkipSilence(view, preferences.skipSilence);
  useRememberedPosition(playback, view.head);
  const measuredMs = usePlayback((state) => state.durationMs);
  const failed = usePlayback((state) => state.failed);
  const transcriptMs = view.outline?.endMs ?? view.segments.at(-1)?.endMs;
  const durationMs = view.head.durationMs ?? measuredMs ?? transcriptMs ?? 0;
  const marks = useRulerMarks(view.summary);
  return (
    <section className="player" aria-label={t("player.label")}>
      <Picture
        view={view}
        media={media}
        shown={pictureShown}
        onClose={() => showPicture(false)}
        captions={preferences.captions}
        onCaptions={() => changePreferences({ captions: !preferences.captions })}
      />
      <noscript>
        {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- the transcript stands on the page */}
        <video src={`/api/acta/meetings/${view.head.meetId}/recording`} preload="none" controls />
      </noscript>
      <div className="player__side">
        <PlayerControls
          durationMs={durationMs}
          pictureShown={pictureShown}
          onPicture={() => showPicture(!pictureShown)}
          skipping={preferences.skipSilence}
          onSkipping={() => changePreferences({ skipSilence: !preferences.skipSilence })}
        />
        {failed ? <PlayerFailed meetId={view.head.meetId} /> : <Legend marks={marks} />}
      </div>
      {durationMs > 0 && <Ruler view={view} durationMs={durationMs} marks={marks} />}
    </section>
  );
}

/** The line was down, or the browser does not play this kind of file: then it can still be had whole. */
function PlayerFailed({ meetId }: { meetId: string }) {
  const { t } = useTranslation("meeting");
  const playback = usePlayer();
  return (
    <p className="note player__failed" role="alert">
      {t("player.failed")}{" "}
      <button className="btn btn--quiet note" type="button" onClick={playback.reload}>
        {t("player.reload")}
      </button>{" "}
      <a href={`/api/acta/meetings/${meetId}/recording`} download>
        {t("player.download")}
      </a>
    </p>
  );
}

/** No legend before there are marks. */
function Legend({ marks }: { marks: RulerMarks }) {
  const { t } = useTranslation("meeting");
  if (marks.keyPoints.length === 0 && marks.tasks.length === 0) return null;
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
