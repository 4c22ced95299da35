import { lazyPart } from "#app/i18n/lazy-part.tsx";
import { lazy } from "#app/i18n/lazy.ts";
import type { Plan } from "#app/domain/plan/plans.ts";

/** The plan keeps the recording locked since `lockedAt` (epoch ms). */
export type RecordingLock = { lockedAt: number; plan: Plan };

/** In the place of the player. Pages of other meetings never load it. */
export const LockedRecording = lazyPart(
  lazy(async () => (await import("#app/features/meeting/player/locked-recording.tsx")).LockedNotice, ["pricing"]),
);
