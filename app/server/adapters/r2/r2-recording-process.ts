import * as z from "zod";
import { WINDOW_CLAIM_MS } from "#app/domain/limits/steps.ts";
import type { RecordingProcess } from "#app/server/ports/recording-store.ts";
import { UpstreamError } from "#app/server/ports/upstream-error.ts";
import { windowClaimKey } from "#app/server/storage/keys.ts";

/**
 * Claims as small objects in the bucket: made only when none exists, taken over only by etag from an expired one or one of the same
 * holder. They are removed with the recording, and need no table and no central object.
 */
const claimNote = z.object({ holder: z.string(), until: z.number() });

export function r2RecordingProcess(bucket: R2Bucket): RecordingProcess {
  const look = async (key: string) => {
    const standing = await asked(bucket.get(key));
    const note = standing && claimNote.safeParse(await asked(standing.json()).catch(() => null)).data;
    return { standing, note };
  };
  return {
    async claim(window, holder, now) {
      const key = windowClaimKey(window);
      const { standing, note } = await look(key);
      if (note && note.holder !== holder && note.until > now) return null;
      const onlyIf = standing ? { etagMatches: standing.etag } : { etagDoesNotMatch: "*" };
      const body = JSON.stringify({ holder, until: now + WINDOW_CLAIM_MS });
      const written = await asked(bucket.put(key, body, { onlyIf, httpMetadata: { contentType: "application/json" } }));
      // Another holder was faster.
      if (written === null) return null;
      return { release: () => asked(bucket.delete(key)) };
    },
    async forget(window, holder) {
      const key = windowClaimKey(window);
      const { note } = await look(key);
      if (note?.holder === holder) await asked(bucket.delete(key));
    },
  };
}

async function asked<Value>(answer: Promise<Value>): Promise<Value> {
  try {
    return await answer;
  } catch (cause) {
    throw new UpstreamError({ service: "r2", retryable: true, cause });
  }
}
