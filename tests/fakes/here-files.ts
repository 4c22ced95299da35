import { type FileStore, StoreFullError } from "#app/features/here/spool/file-store.ts";

/** Files in memory that can be full, and a process that can be killed while it writes. */
export type FakeFiles = FileStore & {
  files: Map<string, Uint8Array<ArrayBuffer>>;
  isFull: boolean;
  /** Nothing can be written or removed, as where the browser took the files away. */
  isBroken: boolean;
  /** The next write stops after this number of bytes and never answers: the browser was killed. */
  killAtByte: number | null;
};

export function fakeFiles(): FakeFiles {
  const files = new Map<string, Uint8Array<ArrayBuffer>>();
  const below = (path: string, folder: string) => folder === "" || path === folder || path.startsWith(`${folder}/`);
  const store: FakeFiles = {
    files,
    isFull: false,
    isBroken: false,
    killAtByte: null,
    list: async (folder) => [...files.keys()].filter((path) => below(path, folder)),
    read: async (path) => files.get(path) ?? null,
    async write(path, bytes) {
      if (store.killAtByte !== null) {
        files.set(path, bytes.slice(0, store.killAtByte));
        store.killAtByte = null;
        return new Promise(() => {});
      }
      if (store.isBroken) throw new Error("no such folder");
      if (store.isFull) {
        files.set(path, bytes.slice(0, 1));
        throw new StoreFullError();
      }
      files.set(path, bytes.slice());
    },
    async remove(path) {
      if (store.isBroken) throw new Error("no such folder");
      for (const each of files.keys()) if (below(each, path)) files.delete(each);
    },
  };
  return store;
}
