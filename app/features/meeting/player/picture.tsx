import { type RefObject, useEffect, useState } from "react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import type { PageView } from "#app/contracts/meeting/meeting-view.ts";
import { Icon } from "#app/ui/icon.tsx";

type PictureProps = {
  view: PageView;
  media: RefObject<HTMLVideoElement>;
  shown: boolean;
  onClose: () => void;
  captions: boolean;
  onCaptions: () => void;
};

/**
 * The media element. Its picture floats above the player when it is asked for, small or large; sound plays without it. Nothing of the
 * recording is loaded before it is played or its picture is shown: most visits only read.
 */
export function Picture({ view, media, shown, onClose, captions, onCaptions }: PictureProps) {
  const { t } = useTranslation(["reading", "meeting"]);
  const [large, setLarge] = useState(false);
  const { head, segments } = view;
  const address = `/api/acta/meetings/${head.meetId}`;
  useEffect(() => showCaptions(media.current, shown && captions), [media, shown, captions]);
  const size = large ? "player__picture is-large" : "player__picture";
  return (
    <div className={shown ? size : "sr"}>
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- they stand below, as soon as there is a text */}
      <video
        ref={media}
        src={`${address}/recording`}
        preload={shown ? "metadata" : "none"}
        playsInline
        tabIndex={-1}
        aria-label={t("meeting:player.recording")}
      >
        {segments.length > 0 && (
          <track
            kind="captions"
            src={`${address}/export/vtt?v=${head.sequence}`}
            srcLang={head.language}
            label={t("picture.captions")}
          />
        )}
      </video>
      {shown && (
        <div className="player__picture-do">
          <button
            className="btn btn--line btn--icon"
            type="button"
            aria-label={t("picture.captions")}
            aria-pressed={captions}
            onClick={onCaptions}
          >
            <Icon name="captions" />
          </button>
          <button
            className="btn btn--line btn--icon"
            type="button"
            aria-label={t(large ? "picture.smaller" : "picture.larger")}
            onClick={() => setLarge(!large)}
          >
            <Icon name={large ? "minus" : "larger"} />
          </button>
          <button className="btn btn--line btn--icon" type="button" aria-label={t("picture.close")} onClick={onClose}>
            <Icon name="close" />
          </button>
        </div>
      )}
    </div>
  );
}

/** A track that is not shown is disabled: it is not even fetched. */
function showCaptions(media: HTMLVideoElement | null, shown: boolean): void {
  const track = media?.textTracks[0];
  if (track) track.mode = shown ? "showing" : "disabled";
}
