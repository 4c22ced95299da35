import { runAtOnce } from "#app/domain/turns.ts";
import { newSample } from "#app/domain/meeting/states.ts";
import type { SampleBirth } from "#app/server/ports/meeting-process.ts";
import { addExchange, saveExchange } from "#workers/meeting/store/chat.ts";
import { insertMeeting } from "#workers/meeting/store/begin-meeting.ts";
import { readMeeting } from "#workers/meeting/store/store.ts";
import { saveStagedSegments, saveSummary, stageSegments } from "#workers/meeting/store/transcript.ts";

/** Creates a sample meeting with all that it holds, in one transaction. From then on it is a meeting like any other. Idempotent. */
export function beginSample(storage: DurableObjectStorage, birth: SampleBirth, now: number): void {
  const { content, sound, createdBy: userId } = birth;
  storage.transactionSync(() => {
    const { sql } = storage;
    if (readMeeting(sql) !== null) return;
    const state = newSample({ durationMs: content.durationMs, version: sound?.version ?? null }, now);
    const upload = { uploadKey: sound?.key ?? "", expectedBytes: null, transcript: null };
    insertMeeting(sql, birth, upload, { state, now });
    runAtOnce(stageSegments(sql, content.segments));
    saveStagedSegments(sql);
    saveSummary(sql, state.run, content.summary);
    for (const [index, { question, answer }] of content.exchanges.entries()) {
      const asked = addExchange(storage, { userId, key: `sample-${index}`, question, suggestion: null, now });
      saveExchange(sql, asked.id, "answered", answer);
    }
  });
}
