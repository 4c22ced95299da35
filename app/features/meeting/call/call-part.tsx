import { Suspense, useDeferredValue } from "react";
import type { MeetingHead, MeetingView } from "#app/contracts/meeting-view.ts";
import { isUnderway } from "#app/features/meeting/document/build-steps.ts";
import { MeetingEnded } from "#app/features/meeting/document/meeting-ended.tsx";
import { MeetingUnderway } from "#app/features/meeting/document/meeting-underway.tsx";
import { laterPart } from "#app/i18n/later-part.tsx";

type DocumentProps = { head: MeetingHead; hasText: boolean };

/** Without its script the page still says how far the meeting is, in words that it has. */
function Plain(props: DocumentProps) {
  return isUnderway(props.head.status) ? <MeetingUnderway {...props} /> : <MeetingEnded {...props} />;
}

const Document = laterPart<DocumentProps>(
  async () => (await import("#app/features/meeting/call/call-document.tsx")).CallDocument,
  Plain,
);
const Recorder = laterPart<{ view: MeetingView }>(
  async () => (await import("#app/features/meeting/call/call-recorder.tsx")).CallRecorder,
);

/** Deferred: news that comes before the script has would throw away what the server drew. */
export function CallPart({ head, hasText }: DocumentProps) {
  const shown = useDeferredValue(head);
  const isRead = useDeferredValue(hasText);
  return (
    <Suspense fallback={null}>
      <Document head={shown} hasText={isRead} />
    </Suspense>
  );
}

export function RecorderPart({ view }: { view: MeetingView }) {
  const shown = useDeferredValue(view);
  return (
    <Suspense fallback={null}>
      <Recorder view={shown} />
    </Suspense>
  );
}
