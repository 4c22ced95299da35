import { type ComponentType, Suspense, useEffect, useState } from "react";
import type { MeetingView } from "#app/contracts/meeting-view.ts";
import { linesOf } from "#app/features/meeting/edit/edit-marks.tsx";
import { laterPart } from "#app/i18n/later-part.tsx";
import { loadLaterTexts } from "#app/i18n/later-texts.ts";

const AGAIN_MS = 5000;
const TRIES_MAX = 5;

type Props = { view: MeetingView };

const load = async () => (await import("#app/features/meeting/document/document-notes.tsx")).DocumentNotes;
const OnServer = laterPart<Props>(load);

/**
 * What stands over the minutes of some meetings. The server draws it, so that it has its place from the first moment and
 * moves nothing; its script and texts come only where there is something to be said, and are asked for again where they
 * did not come.
 */
export function NotesPlace({ view }: Props) {
  if (!hasNotes(view)) return null;
  if (typeof document !== "undefined") return <InBrowser view={view} />;
  return (
    <div>
      <Suspense>
        <OnServer view={view} />
      </Suspense>
    </div>
  );
}

/**
 * Until the script is here, what the server drew stands, whatever news comes meanwhile: a boundary that waits for its
 * hydration would be thrown away by it, and what is below would jump twice.
 */
function InBrowser({ view }: Props) {
  const [Notes, setNotes] = useState<ComponentType<Props> | null>(null);
  const [tries, setTries] = useState(0);
  useEffect(() => {
    if (Notes || tries >= TRIES_MAX) return;
    const ask = () =>
      Promise.all([load(), loadLaterTexts()]).then(
        ([part]) => setNotes(() => part),
        () => setTries(tries + 1),
      );
    const timer = setTimeout(() => void ask(), tries === 0 ? 0 : AGAIN_MS);
    return () => clearTimeout(timer);
  }, [Notes, tries]);
  if (!Notes) {
    // oxlint-disable-next-line react/no-danger -- empty: React leaves what stands inside alone
    return <div dangerouslySetInnerHTML={AS_IT_STANDS} suppressHydrationWarning />;
  }
  return (
    <div key="notes">
      <Notes view={view} />
    </div>
  );
}

const AS_IT_STANDS = { __html: "" };

function hasNotes({ head, summary }: MeetingView): boolean {
  if (head.video || head.transcriptLength !== null || head.rewriteFailed) return true;
  if (!summary) return false;
  return Boolean(summary.standsIn || summary.spoken) || linesOf(summary).some((line) => line.outdated);
}
