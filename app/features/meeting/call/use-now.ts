import { useEffect, useState } from "react";

const SECOND_MS = 1000;

/** The clock, a second at a time; null on the server and in the first moment, where its clock would be another's. */
export function useNow(isRunning: boolean): number | null {
  const [now, setNow] = useState<number | null>(null);
  useEffect(() => {
    setNow(Date.now());
    if (!isRunning) return;
    const timer = setInterval(() => setNow(Date.now()), SECOND_MS);
    return () => clearInterval(timer);
  }, [isRunning]);
  return now;
}
