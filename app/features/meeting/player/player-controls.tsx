import { useTranslation } from "#app/i18n/use-translation.ts";
import { formatLength, formatMoment } from "#app/domain/time.ts";
import { usePlayback, usePlayer } from "#app/features/meeting/player/playback.ts";
import { nextRate, SKIP_MS } from "#app/features/meeting/player/player-keys.ts";
import { Icon } from "#app/ui/icon.tsx";

type ControlsProps = {
  durationMs: number;
  hasPicture: boolean;
  pictureShown: boolean;
  onPicture: () => void;
  skipping: boolean;
  onSkipping: () => void;
};

/** Back, play, forward, time, speed; and the picture, where the recording has one. */
export function PlayerControls(props: ControlsProps) {
  const { durationMs, hasPicture, pictureShown, onPicture, skipping, onSkipping } = props;
  const { t } = useTranslation(["meeting", "reading"]);
  const playback = usePlayer();
  const playing = usePlayback((state) => state.playing);
  return (
    <div className="player__do">
      <button
        className="btn btn--quiet btn--icon"
        type="button"
        aria-label={t("player.back")}
        onClick={() => playback.seekBy(-SKIP_MS)}
      >
        <Icon name="rewind" />
      </button>
      <button
        className="play"
        type="button"
        aria-label={t(playing ? "player.pause" : "player.play")}
        onClick={playback.toggle}
      >
        <Icon name={playing ? "pause" : "play"} />
      </button>
      <button
        className="btn btn--quiet btn--icon"
        type="button"
        aria-label={t("player.forward")}
        onClick={() => playback.seekBy(SKIP_MS)}
      >
        <Icon name="forward" />
      </button>
      <Time durationMs={durationMs} />
      <Speed />
      <button
        className="btn btn--quiet btn--icon"
        type="button"
        aria-label={t("reading:skipSilence")}
        title={t("reading:skipSilence")}
        aria-pressed={skipping}
        onClick={onSkipping}
      >
        <Icon name="skip-silence" />
      </button>
      {/* Its place is kept where the recording has none: the ruler beside it must not move when that becomes known. */}
      <button
        className={hasPicture ? "btn btn--quiet btn--icon" : "btn btn--quiet btn--icon is-absent"}
        type="button"
        aria-label={t("player.picture")}
        aria-pressed={pictureShown}
        onClick={onPicture}
      >
        <Icon name="film" />
      </button>
    </div>
  );
}

function Time({ durationMs }: { durationMs: number }) {
  const at = usePlayback((state) => formatMoment(state.ms));
  return (
    <p className="player__time">
      <b data-room={formatLength(durationMs)}>{at}</b> / {formatLength(durationMs)}
    </p>
  );
}

function Speed() {
  const { t, i18n } = useTranslation("meeting");
  const playback = usePlayer();
  const rate = usePlayback((state) => state.rate);
  const spoken = new Intl.NumberFormat(i18n.language).format(rate);
  return (
    <button
      className="btn btn--quiet num player__speed"
      type="button"
      aria-label={t("player.speed", { rate: spoken })}
      onClick={() => playback.setRate(nextRate(rate, 1, true))}
    >
      {spoken}×
    </button>
  );
}
