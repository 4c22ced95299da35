import { useEffect, useState } from "react";
import { callApi } from "#app/contracts/call-api.ts";
import { readFolders } from "#app/contracts/endpoints/folders.ts";
import type { Folders } from "#app/contracts/folders.ts";
import { ANSWER_MS_MAX } from "#app/domain/limits/screens.ts";

/** All folders, with what one meeting has. Undefined while they are being read, null where they could not be. */
export function useFolders(meetId: string | null) {
  const [all, setAll] = useState<Folders | null>();
  useEffect(() => {
    const leave = new AbortController();
    const query = meetId === null ? {} : { query: { meeting: meetId } };
    const read = async () => {
      const end = await callApi(readFolders, { ...query, timeoutMs: ANSWER_MS_MAX, signal: leave.signal });
      if (!leave.signal.aborted) setAll(end.ok ? end.value : null);
    };
    void read();
    return () => leave.abort();
  }, [meetId]);
  return { all, setAll };
}
