import { useCallback, useEffect, useState } from "react";
import {
  DEFAULT_PREFERENCES,
  type PlayerPreferences,
  readPreferences,
  savePreferences,
} from "#app/features/meeting/player/remembered.ts";

/** What somebody likes about playing, remembered by this browser; read after hydration, which must agree with the server. */
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
