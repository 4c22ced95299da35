import { useEffect, useState } from "react";
import { usePerson } from "#app/features/here/session/use-person.ts";
import { hasRecordingsFolder } from "#app/features/here/spool/has-files.ts";
import { lazy } from "#app/i18n/lazy.ts";
import { WhenLoaded } from "#app/i18n/use-lazy.tsx";

const waitingRecordings = lazy(
  async () => (await import("#app/features/here/waiting/waiting-recordings.tsx")).WaitingRecordings,
  ["recordHere"],
);

/** Recordings that wait in this browser. Most browsers never record, and load nothing of it. `now`: the server's clock. */
export function LookForRecordings({ now }: { now: number }) {
  const person = usePerson();
  // Home is read again and again, and what waits is not.
  const [serverNow] = useState(now);
  const [hasAny, setAny] = useState(false);
  useEffect(() => void hasRecordingsFolder().then(setAny), []);
  return hasAny && person && <WhenLoaded part={waitingRecordings} props={{ person, serverNow }} />;
}
