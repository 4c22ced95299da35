import { useCallback, useEffect, useState } from "react";
import {
  DEFAULT_PREFERENCES,
  type PlayerPreferences,
  readPreferences,
  savePreferences,
} from "#app/features/meeting/player/remembered.ts";

/** The player settings that this browser keeps; read after hydration, because hydration must match the server's HTML. */
export function usePlayerPreferences(): [PlayerPreferences, (change: Partial<PlayerPreferences>) => void] {
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
