import { createContext, useContext, useSyncExternalStore } from "react";
import { invariant } from "#app/domain/invariant.ts";
import { PLAYBACK_AT_REST, type Playback, type PlaybackState } from "#app/features/meeting/player/playback.ts";

const Player = createContext<Playback | null>(null);

export const PlaybackProvider = Player.Provider;

export function usePlayer(): Playback {
  const playback = useContext(Player);
  invariant(playback, "a part of the player stands outside of the meeting page");
  return playback;
}

/** One value of the player's state; draws again only when that value changes, so it must be a primitive. */
export function usePlayback<Value extends string | number | boolean | null>(
  read: (state: PlaybackState) => Value,
): Value {
  const playback = usePlayer();
  return useSyncExternalStore(
    playback.subscribe,
    () => read(playback.getState()),
    () => read(PLAYBACK_AT_REST),
  );
}

/** Whether one of these segments is being spoken now. */
export function useIsSpoken(segmentIds: readonly string[]): boolean {
  return usePlayback(({ spokenId }) => spokenId !== null && segmentIds.includes(spokenId));
}
