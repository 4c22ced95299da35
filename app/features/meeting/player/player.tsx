import { useCallback, useEffect, useRef, useState } from "react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { useSearchParams } from "@remix-run/react";
import type { PageView } from "#app/contracts/meeting/meeting-view.ts";
import { Picture } from "#app/features/meeting/player/picture.tsx";
import { type Playback, usePlayback, usePlayer } from "#app/features/meeting/player/playback.ts";
import { PlayerControls } from "#app/features/meeting/player/player-controls.tsx";
import {
  DEFAULT_PREFERENCES,
  type PlayerPreferences,
  readPosition,
  readPreferences,
  savePosition,
  savePreferences,
} from "#app/features/meeting/player/remembered.ts";
import { Ruler, useRulerMarks } from "#app/features/meeting/player/ruler.tsx";
import { RulerLegend } from "#app/features/minutes/ruler-legend.tsx";
import { lazy } from "#app/i18n/lazy.ts";
import { WhenLoaded } from "#app/i18n/use-lazy.tsx";

const skipSilence = lazy(async () => (await import("#app/features/meeting/player/skip-silence.tsx")).SkipSilence);

/** The recording: the media element, its controls and the ruler of the meeting. */
export function Player({ view }: { view: PageView }) {
  const { t } = useTranslation("meeting");
  const playback = usePlayer();
  const media = useRef<HTMLVideoElement>(null);
  useEffect(() => {
    playback.attach(media.current);
    return () => playback.attach(null);
  }, [playback]);
  const [pictureWanted, showPicture] = useState(false);
  const hasPicture = usePlayback((state) => state.hasPicture) ?? !view.head.soundOnly;
  const pictureShown = pictureWanted && hasPicture;
  const [preferences, changePreferences] = usePlayerPreferences();
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
          hasPicture={hasPicture}
          pictureShown={pictureShown}
          onPicture={() => showPicture(!pictureShown)}
          skipping={preferences.skipSilence}
          onSkipping={() => changePreferences({ skipSilence: !preferences.skipSilence })}
        />
        {failed ? <PlayerFailed meetId={view.head.meetId} /> : <RulerLegend marks={marks} summary={view.summary} />}
      </div>
      {/* Not before the whole transcript is known. */}
      {preferences.skipSilence && !view.outline && <WhenLoaded part={skipSilence} props={{ view }} />}
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

/** The player settings that this browser keeps; read after hydration, because hydration must match the server's HTML. */
function usePlayerPreferences(): [PlayerPreferences, (change: Partial<PlayerPreferences>) => void] {
  const [preferences, setPreferences] = useState(DEFAULT_PREFERENCES);
  // oxlint-disable-next-line react/set-state-in-effect -- the server cannot know it
  useEffect(() => setPreferences(readPreferences()), []);
  const change = useCallback((part: Partial<PlayerPreferences>) => {
    const next = { ...readPreferences(), ...part };
    savePreferences(next);
    setPreferences(next);
  }, []);
  return [preferences, change];
}

/** So near to its beginning or end a recording begins anew. */
const EDGE_MS = 10_000;
const SAVE_EVERY_MS = 3000;

/** A recording goes on where it was left, without playing; a link to a moment wins. */
function useRememberedPosition(playback: Playback, { meetId, playable }: { meetId: string; playable: boolean }) {
  const [search] = useSearchParams();
  const linked = search.has("t");
  useEffect(() => {
    if (!playable) return;
    const left = linked ? null : readPosition(meetId);
    if (left !== null) playback.seek(left);
    let savedMs = left ?? 0;
    const save = () => {
      const { ms, durationMs } = playback.getState();
      if (ms === savedMs) return;
      savedMs = ms;
      const isOver = durationMs !== null && ms > durationMs - EDGE_MS;
      savePosition(meetId, ms < EDGE_MS || isOver ? null : ms);
    };
    const stop = playback.subscribe(() => {
      const { ms, playing } = playback.getState();
      if (!playing || Math.abs(ms - savedMs) >= SAVE_EVERY_MS) save();
    });
    window.addEventListener("pagehide", save);
    return () => {
      stop();
      window.removeEventListener("pagehide", save);
    };
  }, [playback, playable, meetId, linked]);
}
