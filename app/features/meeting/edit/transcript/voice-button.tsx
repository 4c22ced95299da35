import { useEffect, useRef, useState } from "react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import type { VoiceSample } from "#app/domain/transcript/voice-sample.ts";
import { type Playback, usePlayer } from "#app/features/meeting/player/playback.ts";
import { Button } from "#app/ui/button.tsx";
import { Icon } from "#app/ui/icon.tsx";

/** Plays some seconds of a speaker on the page's player, which then stands again where it was. */
export function VoiceButton({ name, sample }: { name: string; sample: VoiceSample }) {
  const { t } = useTranslation("edit");
  const player = usePlayer();
  const [isPlaying, setPlaying] = useState(false);
  const stop = useRef<(() => void) | null>(null);
  useEffect(() => () => stop.current?.(), []);
  const toggle = () => {
    if (stop.current) return stop.current();
    setPlaying(true);
    stop.current = playSample(player, sample, () => {
      stop.current = null;
      setPlaying(false);
    });
  };
  const label = t(isPlaying ? "speakers.stop" : "speakers.listen", { name });
  return (
    <Button icon aria-label={label} title={label} onClick={toggle}>
      <Icon name={isPlaying ? "pause" : "play"} />
    </Button>
  );
}

/** Plays the sample. Returns what stops it; `onEnd` is called once, when it was stopped or has come to its end. */
export function playSample(player: Playback, { startMs, endMs }: VoiceSample, onEnd: () => void): () => void {
  const { ms: before, playing } = player.getState();
  // Not `playFrom`: the transcript stays where it is.
  player.seek(startMs);
  if (!playing) player.toggle();
  let hasBegun = player.getState().playing;
  const stop = () => {
    unsubscribe();
    if (player.getState().playing) player.toggle();
    player.seek(before);
    onEnd();
  };
  const unsubscribe = player.subscribe(() => {
    const { ms, playing: isPlaying, failed } = player.getState();
    hasBegun ||= isPlaying;
    // Somebody else may have jumped, stopped, or begun another sample.
    if (failed || ms >= endMs || ms < startMs - 1000 || (hasBegun && !isPlaying)) stop();
  });
  return stop;
}
