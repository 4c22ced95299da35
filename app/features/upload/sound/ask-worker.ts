import type { MeetingLanguage } from "#app/domain/meeting-languages.ts";
import { SOUND_CUT_MS_MAX, SOUND_OPEN_MS_MAX } from "#app/domain/limits/media.ts";
import type { UploadRefusal } from "#app/domain/meeting/status.ts";
import { kindOfFile } from "#app/features/upload/form/chosen-file.ts";
import type { CutWindow, SoundPlan } from "#app/features/upload/sound/open-sound.ts";
import type { SoundAnswer, SoundQuestion } from "#app/features/upload/sound/sound-messages.ts";

/** A recording's sound, as it comes out of the worker. */
export type SoundFile = {
  plan: SoundPlan;
  bytes: number[];
  /** Rejects where the file cannot be read any more. */
  cut(index: number): Promise<CutWindow>;
  /** Ends the worker; nothing is cut any more. */
  end(): void;
};

export type LookedAt =
  | { name: "sound"; sound: SoundFile }
  | { name: "refused"; reason: UploadRefusal }
  /** Captions stand for the sound; or this browser cannot look, and the server will. */
  | { name: "none" };

/**
 * Looks at a file in a worker of its own, which ends with `signal`. Never rejects: where there are no workers, its script does
 * not come, it falls or takes too long, the upload goes on without it.
 */
export async function lookAtFile(file: File, language: MeetingLanguage, signal: AbortSignal): Promise<LookedAt> {
  const worker = startWorker(signal);
  if (worker === null) return { name: "none" };
  const opened = await worker
    .ask({ type: "open", file, kind: kindOfFile(file), language }, SOUND_OPEN_MS_MAX)
    .catch(() => null);
  if (opened?.type === "opened") {
    const { plan, bytes } = opened;
    return { name: "sound", sound: { plan, bytes, cut: (index) => cutWindow(worker, index), end: worker.end } };
  }
  worker.end();
  return opened?.type === "refused" ? { name: "refused", reason: opened.reason } : { name: "none" };
}

async function cutWindow(worker: AskedWorker, index: number): Promise<CutWindow> {
  const answer = await worker.ask({ type: "cut", index }, SOUND_CUT_MS_MAX);
  if (answer.type !== "cut") throw new Error("the window could not be cut");
  return answer.window;
}

type AskedWorker = NonNullable<ReturnType<typeof startWorker>>;

/** Null where this browser starts no workers. */
function startWorker(signal: AbortSignal) {
  let worker: Worker;
  try {
    worker = new Worker(new URL("./sound-worker.ts", import.meta.url), { type: "module" });
  } catch {
    return null;
  }
  const asked = new Set<{ isAnswered: (answer: SoundAnswer) => boolean; end: (answer: SoundAnswer | null) => void }>();
  let hasEnded = false;
  const end = () => {
    hasEnded = true;
    worker.terminate();
    signal.removeEventListener("abort", end);
    for (const question of asked) question.end(null);
  };
  worker.addEventListener("message", ({ data }: MessageEvent<SoundAnswer>) => {
    for (const question of asked) if (question.isAnswered(data)) question.end(data);
  });
  worker.addEventListener("error", end);
  signal.addEventListener("abort", end);
  if (signal.aborted) end();
  return {
    end,
    ask(question: SoundQuestion, msMax: number): Promise<SoundAnswer> {
      const wanted = question.type === "cut" ? question.index : null;
      return new Promise((resolve, reject) => {
        const waiting = {
          isAnswered: (answer: SoundAnswer) => indexOf(answer) === wanted,
          end: (answer: SoundAnswer | null) => {
            clearTimeout(timer);
            asked.delete(waiting);
            if (answer) resolve(answer);
            else reject(new Error("the worker has ended"));
          },
        };
        const timer = setTimeout(() => waiting.end(null), msMax);
        asked.add(waiting);
        if (hasEnded) return waiting.end(null);
        // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no other origin
        worker.postMessage(question);
      });
    },
  };
}

/** Which window an answer is about; null where it is about the file. */
function indexOf(answer: SoundAnswer): number | null {
  return answer.type === "cut" || answer.type === "failed" ? answer.index : null;
}
