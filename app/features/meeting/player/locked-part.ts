import { lazyPart } from "#app/i18n/lazy-part.tsx";
import { lazy } from "#app/i18n/lazy.ts";
import type { Plan } from "#app/domain/plan/plans.ts";

/** The plan opens recordings of the past `months`, and keeps this one locked since `lockedAt` (epoch ms). */
export type RecordingLock = { lockedAt: number; plan: Plan; months: number | null };

/** In the place of the player. Pages of other meetings never load it. */
export const LockedRecording = lazyPart(
  lazy(async () => (await import("#app/features/meeting/player/locked-recording.tsx")).LockedNotice, ["pricing"]),
);
