import { useState, useSyncExternalStore } from "react";
import { SECOND_MS } from "#app/domain/limits/units.ts";
import type { HereInput } from "#app/features/here/capture/capture.ts";
import type { SourceState } from "#app/features/here/capture/source-watch.ts";
import type { RecordingSession } from "#app/features/here/session/recording-session.ts";
import type { SessionState } from "#app/features/here/session/session-state.ts";

export function useSessionState(session: RecordingSession): SessionState {
  return useSyncExternalStore(session.subscribe, session.state, session.state);
}

/** The level of an input, from 0 to 100. It changes ten times a second, for hours: only for a part that shows nothing else. */
export function useInputLevel(session: RecordingSession, input: HereInput): number {
  const read = () => session.levels()[input]?.level ?? 0;
  return useSyncExternalStore(session.subscribeToLevels, read, read);
}

/** Null where the input is not open. */
export function useInputState(session: RecordingSession, input: HereInput): SourceState | null {
  const read = () => session.levels()[input]?.state ?? null;
  return useSyncExternalStore(session.subscribeToLevels, read, read);
}

/** Below it there is nothing to recognise (loud-stretches.ts, as a drawn level). */
const SPOKEN_LEVEL_MIN = 9;

/** The last second of the recording in which anything was heard, in ms. */
export function useSaidMs(session: RecordingSession): number {
  const [store] = useState(() => {
    let saidMs = session.recordedMs();
    return {
      subscribe: (told: () => void) =>
        session.subscribeToLevels(() => {
          const heard = Object.values(session.levels()).some(({ level }) => level >= SPOKEN_LEVEL_MIN);
          if (heard) saidMs = session.recordedMs();
          told();
        }),
      read: () => Math.floor(saidMs / SECOND_MS) * SECOND_MS,
    };
  });
  return useSyncExternalStore(store.subscribe, store.read, store.read);
}

/** Whole seconds of the recording so far, in ms. */
export function useRecordedMs(session: RecordingSession): number {
  const read = () => Math.floor(session.recordedMs() / SECOND_MS) * SECOND_MS;
  return useSyncExternalStore(session.subscribeToLevels, read, read);
}
