import type { CallEvent, CallEventOf } from "#app/domain/call/call-state.ts";
import type { CallId } from "#app/domain/ids.ts";
import { HOSTED_MEDIA_AWAITED_MS_MAX } from "#app/domain/limits/calls.ts";
import { faultOf } from "#app/server/log.ts";
import type { RecorderMedia } from "#app/server/ports/recorder.ts";
import type { StoredObject } from "#app/server/ports/recording-store.ts";
import { UpstreamError } from "#app/server/ports/upstream-error.ts";
import { callWindowKey, newCallFileKey } from "#app/server/storage/keys.ts";
import type { CallSound } from "#workers/call/call-sound.ts";
import type { CallDeps } from "#workers/call/deps.ts";
import { type CallRow, readCall } from "#workers/call/call-rows.ts";
import { publish, applyCallEvent } from "#workers/call/apply-event.ts";
import { readProgress, saveProgress } from "#workers/call/store-joined.ts";
import { recordingMedia } from "#workers/meeting/upload/recording-media.ts";

/**
 * The sound of calls with a hosted recorder: it sends no pieces and gives one file at the end. The file is fetched into our bucket
 * and cut into windows like an upload; then the same events are published as for any other call.
 */

/** The file in our bucket; `told` is the number of its windows that were published. */
type HostedFile = { key: string; version: StoredObject; durationMs: number; told: number };
const FILE = "hosted-file";
/** Names of the bots that recorded before the last one, the newest first. */
const EARLIER_BOTS = "earlier-bots";

/** Notes a bot that recorded before the recorder lost it: its file may be there at the end, when the bot after it has none. */
export function noteEarlierBot(sql: SqlStorage, callId: CallId, botRef: string): void {
  saveProgress(sql, callId, EARLIER_BOTS, [botRef, ...earlierBots(sql, callId).filter((known) => known !== botRef)]);
}

function earlierBots(sql: SqlStorage, callId: CallId): string[] {
  return readProgress<string[]>(sql, callId, EARLIER_BOTS) ?? [];
}

export class HostedSound implements CallSound {
  readonly #deps: CallDeps;
  readonly #storage: DurableObjectStorage;
  readonly #sql: SqlStorage;

  constructor(deps: CallDeps, storage: DurableObjectStorage) {
    this.#deps = deps;
    this.#storage = storage;
    this.#sql = storage.sql;
  }

  async #fetchFile(call: CallRow, media: RecorderMedia): Promise<{ key: string; version: StoredObject }> {
    const key = newCallFileKey(call.recordingId);
    let response: Response;
    try {
      response = await fetch(media.url, { redirect: "follow" });
    } catch (cause) {
      throw new UpstreamError({ service: "recorder", retryable: true, cause });
    }
    if (!response.ok || response.body === null) {
      throw new UpstreamError({ service: "recorder", status: response.status, retryable: true });
    }
    return { key, version: await this.#deps.store.put(key, response.body, "video/mp4") };
  }

  /** Inspects the file; null when it has no audio that can be read. */
  async #inspect(call: CallRow, { key, version }: { key: string; version: StoredObject }) {
    const source = this.#deps.store.open(key, version);
    const language = call.details?.language ?? "en";
    const looked = await recordingMedia.inspect(source, language);
    if (!looked.ok) return null;
    if (looked.value !== "needs-scan") return { source, ...looked.value };
    const entries: Uint8Array[] = [];
    const journal = { entries: () => entries, append: (entry: Uint8Array) => void entries.push(entry) };
    const signal = new AbortController().signal;
    const scanned = await recordingMedia.scan(source, language, { journal, signal });
    return scanned.ok ? { source, ...scanned.value } : null;
  }

  async #tellWindows(call: CallRow, file: HostedFile): Promise<boolean> {
    const inspected = await this.#inspect(call, file);
    if (inspected === null) return false;
    const { durationMs } = inspected;
    saveProgress(this.#sql, call.callId, FILE, { ...file, durationMs });
    for (const plan of inspected.plan.slice(file.told)) {
      const { audio, audioStartMs, audioEndMs, silences } = await recordingMedia.extract(inspected.source, plan);
      const { index, startMs, endMs } = plan;
      await this.#deps.store.put(callWindowKey(call.recordingId, index), audio, "audio/mp4");
      this.#storage.transactionSync(() => {
        const published = { type: "window", index, startMs, endMs, audioStartMs, audioEndMs, silences } as const;
        publish(this.#sql, call.callId, { ...published, speakers: [] }, this.#deps.now());
        saveProgress(this.#sql, call.callId, FILE, { ...file, durationMs, told: index + 1 });
      });
    }
    return true;
  }

  #isLate({ state }: CallRow): boolean {
    return this.#deps.now() - state.since > HOSTED_MEDIA_AWAITED_MS_MAX;
  }

  /** The file of the last bot; when that has none in time, the file of one before it. */
  async #findMedia(call: CallRow): Promise<RecorderMedia | null> {
    const earlier = this.#isLate(call) ? earlierBots(this.#sql, call.callId) : [];
    for (const botRef of [call.botRef, ...earlier]) {
      const report = botRef === null ? null : await this.#deps.recorder?.report(botRef);
      if (report?.media) return report.media;
    }
    return null;
  }

  /** Fetches the file once it is available, and publishes its windows. */
  async #take(call: CallRow): Promise<"told" | "nothing" | "not-yet"> {
    let file = readProgress<HostedFile>(this.#sql, call.callId, FILE);
    if (file === null) {
      const media = await this.#findMedia(call);
      if (media === null) return this.#isLate(call) ? "nothing" : "not-yet";
      const fetched = await this.#fetchFile(call, media);
      file = { ...fetched, durationMs: 0, told: 0 };
      saveProgress(this.#sql, call.callId, FILE, file);
    }
    return (await this.#tellWindows(call, file)) ? "told" : "nothing";
  }

  /** Does nothing: a hosted recorder sends nothing before the end. */
  async advance(): Promise<void> {}
  async end(callId: CallId) {
    const call = readCall(this.#sql, callId);
    if (call?.state.status !== "closing") return;
    const outcome = await this.#take(call).catch((error: unknown) => {
      this.#deps.log("call.media.failed", { callId, error: faultOf(error) });
      return this.#isLate(call) ? ("nothing" as const) : ("not-yet" as const);
    });
    if (outcome === "not-yet") return;
    const durationMs = readProgress<HostedFile>(this.#sql, callId, FILE)?.durationMs ?? 0;
    const told: CallEvent =
      outcome === "told" ? { type: "sound-told", durationMs, gaps: [] } : { type: "nothing-recorded" };
    applyCallEvent(this.#storage, callId, told, { now: this.#deps.now() });
  }

  async finishFile(call: CallRow): Promise<CallEventOf<"file-stored"> | CallEventOf<"nothing-recorded">> {
    const file = readProgress<HostedFile>(this.#sql, call.callId, FILE);
    if (file === null) return { type: "nothing-recorded" };
    const { key, durationMs } = file;
    const version = { sizeBytes: file.version.size, etag: file.version.etag };
    return { type: "file-stored", key, version, durationMs };
  }

  async discardFile(call: CallRow) {
    const file = readProgress<HostedFile>(this.#sql, call.callId, FILE);
    if (file !== null) await this.#deps.store.remove(file.key);
  }
}
