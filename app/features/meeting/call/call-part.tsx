import { PlainProgress } from "#app/features/meeting/document/progress-part.tsx";
import { lazy } from "#app/i18n/lazy.ts";
import { lazyPart } from "#app/i18n/lazy-part.tsx";

export const CallPart = lazyPart(
  lazy(async () => (await import("#app/features/meeting/call/call-document.tsx")).CallDocument, ["call", "progress"]),
  { lost: PlainProgress },
);

export const RecorderPart = lazyPart(
  lazy(async () => (await import("#app/features/meeting/call/call-recorder.tsx")).CallRecorder, ["call"]),
);
