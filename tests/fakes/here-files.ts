import { type FileStore, StoreFullError } from "#app/features/meeting/here/spool/file-store.ts";

/** Files in memory that can be full, and a process that can be killed while it writes. */
export type FakeFiles = FileStore & {
  files: Map<string, Uint8Array<ArrayBuffer>>;
  isFull: boolean;
  /** The next write stops after this number of bytes, as if the browser was killed. */
  killAtByte: number | null;
};

export function fakeFiles(): FakeFiles {
  const files = new Map<string, Uint8Array<ArrayBuffer>>();
  const below = (path: string, folder: string) => folder === "" || path === folder || path.startsWith(`${folder}/`);
  const store: FakeFiles = {
    files,
    isFull: false,
    killAtByte: null,
    list: async (folder) => [...files.keys()].filter((path) => below(path, folder)),
    read: async (path) => files.get(path) ?? null,
    async write(path, bytes) {
      if (store.killAtByte !== null) {
        files.set(path, bytes.slice(0, store.killAtByte));
        store.killAtByte = null;
        throw new Error("killed");
      }
      if (store.isFull) {
        files.set(path, bytes.slice(0, 1));
        throw new StoreFullError();
      }
      files.set(path, bytes.slice());
    },
    async remove(path) {
      for (const each of files.keys()) if (below(each, path)) files.delete(each);
    },
  };
  return store;
}
