import { PlainProgress } from "#app/features/meeting/document/progress-part.tsx";
import { laterPart } from "#app/i18n/later-part.tsx";

export const CallPart = laterPart(
  async () => (await import("#app/features/meeting/call/call-document.tsx")).CallDocument,
  { lost: PlainProgress },
);

export const RecorderPart = laterPart(
  async () => (await import("#app/features/meeting/call/call-recorder.tsx")).CallRecorder,
);
