import type { FileAnswer, FileQuestion } from "#app/features/here/spool/opfs-messages.ts";
import { type FileStore, StoreFullError } from "#app/features/here/spool/file-store.ts";

/**
 * Questions to one worker; the next one starts another. Each opened file leaves some 16 kB of handles in the browser's own memory, of which
 * the garbage collector sees little: a worker that lives for hours would make the page's process grow by two megabytes a minute.
 */
const QUESTIONS_MAX = 250;

type WithoutId<Question> = Question extends unknown ? Omit<Question, "id"> : never;
type Asked = { resolve: (answer: FileAnswer) => void; reject: (error: Error) => void };

let opened: FileStore | null = null;

/** The private files of this origin, in a worker that lives as long as the page. */
export function opfsStore(): FileStore {
  opened ??= openStore();
  return opened;
}

function openStore(): FileStore {
  let worker: Worker | null = null;
  const asked = new Map<number, Asked>();
  let questions = 0;
  /** The number of the question with which the worker was started. */
  let startedWith = 0;
  const start = () => {
    startedWith = questions;
    const started = new Worker(new URL("./opfs-worker.ts", import.meta.url), { type: "module" });
    started.addEventListener("error", () => {
      started.terminate();
      // The next question starts another worker: a recording keeps its store for hours.
      if (worker === started) worker = null;
      for (const { reject } of asked.values()) reject(new Error("the worker of the files has ended"));
      asked.clear();
    });
    started.addEventListener("message", ({ data }: MessageEvent<FileAnswer>) => {
      asked.get(data.id)?.resolve(data);
      asked.delete(data.id);
      // It has no file open where it was asked nothing more.
      if (asked.size > 0 || questions - startedWith < QUESTIONS_MAX || worker !== started) return;
      started.terminate();
      worker = null;
    });
    return started;
  };
  const ask = async (question: WithoutId<FileQuestion>): Promise<FileAnswer> => {
    questions += 1;
    const id = questions;
    worker ??= start();
    const to = worker;
    const answer = await new Promise<FileAnswer>((resolve, reject) => {
      asked.set(id, { resolve, reject });
      // The bytes of a file are the worker's then. Copies would wait for its next garbage collection.
      to.postMessage({ ...question, id }, question.type === "write" ? [question.bytes.buffer] : []);
    });
    if (answer.type === "full") throw new StoreFullError();
    if (answer.type === "failed") throw new Error(answer.message);
    return answer;
  };
  return {
    async list(folder) {
      const answer = await ask({ type: "list", path: folder });
      return answer.type === "listed" ? answer.paths : [];
    },
    async read(path) {
      const answer = await ask({ type: "read", path });
      return answer.type === "read" ? answer.bytes : null;
    },
    async write(path, bytes) {
      await ask({ type: "write", path, bytes });
    },
    async remove(path) {
      await ask({ type: "remove", path });
    },
  };
}
