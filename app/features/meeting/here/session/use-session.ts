import { useSyncExternalStore } from "react";
import { SECOND_MS } from "#app/domain/limits/units.ts";
import type { RecordingSession, SessionState } from "#app/features/meeting/here/session/recording-session.ts";
import type { SessionLevels } from "#app/features/meeting/here/session/watch-inputs.ts";

export function useSessionState(session: RecordingSession): SessionState {
  return useSyncExternalStore(session.subscribe, session.state, session.state);
}

/** Ten times a second: only for a part that shows nothing else. */
export function useSessionLevels(session: RecordingSession): SessionLevels {
  return useSyncExternalStore(session.subscribeToLevels, session.levels, session.levels);
}

/** Whole seconds of the recording so far, in ms. */
export function useRecordedMs(session: RecordingSession): number {
  const read = () => Math.floor(session.recordedMs() / SECOND_MS) * SECOND_MS;
  return useSyncExternalStore(session.subscribeToLevels, read, read);
}
