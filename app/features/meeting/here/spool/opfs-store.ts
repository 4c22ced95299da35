import type { FileAnswer, FileQuestion } from "#app/features/meeting/here/spool/opfs-messages.ts";
import { type FileStore, StoreFullError } from "#app/features/meeting/here/spool/file-store.ts";

type WithoutId<Question> = Question extends unknown ? Omit<Question, "id"> : never;
type Asked = { resolve: (answer: FileAnswer) => void; reject: (error: Error) => void };

let opened: FileStore | null = null;

/** The private files of this origin, in a worker that lives as long as the page. */
export function opfsStore(): FileStore {
  opened ??= openStore();
  return opened;
}

function openStore(): FileStore {
  const worker = new Worker(new URL("./opfs-worker.ts", import.meta.url), { type: "module" });
  const asked = new Map<number, Asked>();
  let questions = 0;
  const fail = (message: string) => {
    for (const { reject } of asked.values()) reject(new Error(message));
    asked.clear();
    // The next question starts another worker.
    opened = null;
  };
  worker.addEventListener("error", () => fail("the worker of the files has ended"));
  worker.addEventListener("message", ({ data }: MessageEvent<FileAnswer>) => {
    asked.get(data.id)?.resolve(data);
    asked.delete(data.id);
  });
  const ask = async (question: WithoutId<FileQuestion>): Promise<FileAnswer> => {
    questions += 1;
    const id = questions;
    const answer = await new Promise<FileAnswer>((resolve, reject) => {
      asked.set(id, { resolve, reject });
      // The bytes of a file are the worker's then. Copies would wait for its next garbage collection.
      worker.postMessage({ ...question, id }, question.type === "write" ? [question.bytes.buffer] : []);
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
