import { useEffect, useState } from "react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { HereProblems } from "#app/features/meeting/here/here-problems.tsx";
import type { RecordingSession } from "#app/features/here/session/recording-session.ts";
import { useCurrentSession } from "#app/features/here/session/running-session.ts";
import { usePerson } from "#app/features/here/session/use-person.ts";
import { useSessionState } from "#app/features/here/session/use-session.ts";
import { hasRecordingsFolder } from "#app/features/here/spool/has-files.ts";
import { opfsStore } from "#app/features/here/spool/opfs-store.ts";
import { openWaiting, type RecordingSpool } from "#app/features/here/spool/recording-spool.ts";
import { KeptFiles } from "#app/features/here/waiting/kept-files.tsx";
import { Notice } from "#app/ui/notice.tsx";
import "#app/features/here/here.css";

/**
 * Above the minutes of a recording: what this browser has of it and the server did not take. In the tab that recorded, that may be in memory
 * only; later, and in other tabs, it is what the disk has.
 */
export function HereKept({ meetId }: { meetId: string }) {
  const session = useCurrentSession();
  if (session?.meetId === meetId) return <KeptByTab session={session} />;
  return <KeptOnDisk meetId={meetId} />;
}

function KeptByTab({ session }: { session: RecordingSession }) {
  const { phase } = useSessionState(session);
  if (phase !== "kept" && phase !== "gone") return null;
  return (
    <>
      <HereProblems session={session} />
      <div className="here-block">
        <KeptFiles spool={session.spool} />
      </div>
    </>
  );
}

function KeptOnDisk({ meetId }: { meetId: string }) {
  const { t } = useTranslation("recordHere");
  const userId = usePerson()?.id ?? null;
  const [kept, setKept] = useState<RecordingSpool | null>(null);
  useEffect(() => {
    let isOver = false;
    const look = async () => {
      if (userId === null || !(await hasRecordingsFolder())) return;
      const found = await openWaiting({ store: opfsStore(), userId });
      if (!isOver) setKept(found.find((spool) => isKeptOf(meetId, spool)) ?? null);
    };
    // Files that cannot be read now are on Home.
    look().catch(() => undefined);
    return () => {
      isOver = true;
    };
  }, [meetId, userId]);
  if (kept === null) return null;
  return (
    <div className="here-block">
      <Notice role="status">{t("trouble.kept")}</Notice>
      <KeptFiles spool={kept} />
    </div>
  );
}

function isKeptOf(meetId: string, spool: RecordingSpool): boolean {
  const about = spool.about();
  return about.meetId === meetId && about.isFinished === true;
}
