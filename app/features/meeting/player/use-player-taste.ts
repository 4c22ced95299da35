import { useCallback, useEffect, useState } from "react";
import { FIRST_TASTE, type PlayerTaste, readTaste, saveTaste } from "#app/features/meeting/player/remembered.ts";

/** What somebody likes about playing, remembered by this browser; read after hydration, which must agree with the server. */
export function usePlayerTaste(): [PlayerTaste, (change: Partial<PlayerTaste>) => void] {
  const [taste, setTaste] = useState(FIRST_TASTE);
  // oxlint-disable-next-line react/set-state-in-effect -- the server cannot know it
  useEffect(() => setTaste(readTaste()), []);
  const change = useCallback((part: Partial<PlayerTaste>) => {
    const next = { ...readTaste(), ...part };
    saveTaste(next);
    setTaste(next);
  }, []);
  return [taste, change];
}
