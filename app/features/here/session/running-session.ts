import { useSyncExternalStore } from "react";
import type { RecordingSession } from "#app/features/here/session/recording-session.ts";

/** The one recording of this tab. It goes on whatever page of Acta the tab shows. Small, because every page asks for it. */

let current: RecordingSession | null = null;
const listeners = new Set<() => void>();

export function currentSession(): RecordingSession | null {
  return current;
}

export function useCurrentSession(): RecordingSession | null {
  return useSyncExternalStore(subscribe, currentSession, () => null);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function showSession(session: RecordingSession | null): void {
  current = session;
  for (const listener of listeners) listener();
}
