import { type FileAnswer, type FileQuestion, HERE_FOLDER } from "#app/features/here/spool/opfs-messages.ts";
import { releaseInBrowser } from "#app/media/release-in-browser.ts";

/**
 * The web worker that has the recordings' files. Only a worker gets synchronous access handles, whose `flush` puts the bytes on the disk
 * before it returns: what the page was told is there stays there when the browser is killed.
 */

/** TypeScript's types of a worker are those of a page, which has no such handles. */
type AccessHandle = {
  read(into: Uint8Array<ArrayBuffer>): number;
  write(bytes: Uint8Array<ArrayBuffer>): number;
  truncate(size: number): void;
  getSize(): number;
  flush(): void;
  close(): void;
};
type SyncFile = FileSystemFileHandle & { createSyncAccessHandle(): Promise<AccessHandle> };

/** Folders stay open: a recording writes a file each second into the same one. */
const folders = new Map<string, Promise<FileSystemDirectoryHandle>>();

function folderAt(names: readonly string[]): Promise<FileSystemDirectoryHandle> {
  const path = names.join("/");
  const known = folders.get(path);
  if (known) return known;
  const opened = (async () => {
    const [last] = names.slice(-1);
    if (last === undefined)
      return (await navigator.storage.getDirectory()).getDirectoryHandle(HERE_FOLDER, { create: true });
    return (await folderAt(names.slice(0, -1))).getDirectoryHandle(last, { create: true });
  })();
  folders.set(path, opened);
  opened.catch(() => folders.delete(path));
  return opened;
}

/** Null where one of the folders is not there. Makes none: a list must leave no folder of an account behind. */
async function existingFolder(names: readonly string[]): Promise<FileSystemDirectoryHandle | null> {
  try {
    let folder = await (await navigator.storage.getDirectory()).getDirectoryHandle(HERE_FOLDER);
    for (const name of names) folder = await folder.getDirectoryHandle(name);
    return folder;
  } catch (error) {
    if (isNamed(error, "NotFoundError")) return null;
    throw error;
  }
}

/** The folder of a recording that is written here is open. A removed one says of each file that it is not there. */
function openFolder(names: readonly string[]): Promise<FileSystemDirectoryHandle | null> {
  return folders.get(names.join("/")) ?? existingFolder(names);
}

const namesIn = (path: string) => path.split("/").filter((name) => name !== "");

async function list(path: string): Promise<string[]> {
  const folder = await existingFolder(namesIn(path));
  const found: string[] = [];
  if (folder === null) return found;
  // TypeScript's types of a folder do not say that it can be walked.
  const entries = folder as unknown as { entries(): AsyncIterable<[string, FileSystemHandle]> };
  for await (const [name, handle] of entries.entries()) {
    const below = path === "" ? name : `${path}/${name}`;
    if (handle.kind === "file") found.push(below);
    else found.push(...(await list(below)));
  }
  return found;
}

async function fileAt(path: string, create: boolean): Promise<SyncFile | null> {
  const names = namesIn(path);
  const name = names.pop();
  const folder = create ? await folderAt(names) : await openFolder(names);
  if (folder === null || name === undefined) return null;
  try {
    return (await folder.getFileHandle(name, { create })) as SyncFile;
  } catch (error) {
    if (!create && isNamed(error, "NotFoundError")) return null;
    throw error;
  }
}

async function write(path: string, bytes: Uint8Array<ArrayBuffer>): Promise<void> {
  const file = await fileAt(path, true);
  const handle = await file?.createSyncAccessHandle();
  if (!handle) throw new Error("no name");
  try {
    handle.truncate(0);
    if (handle.write(bytes) < bytes.byteLength) throw new DOMException("", "QuotaExceededError");
    handle.flush();
  } finally {
    handle.close();
    // The page has given the bytes away. A megabyte a minute would wait for the next garbage collection.
    releaseInBrowser(bytes.buffer);
  }
}

async function read(path: string): Promise<Uint8Array<ArrayBuffer> | null> {
  const handle = await (await fileAt(path, false))?.createSyncAccessHandle();
  if (!handle) return null;
  try {
    const bytes = new Uint8Array(handle.getSize());
    handle.read(bytes);
    return bytes;
  } finally {
    handle.close();
  }
}

async function remove(path: string): Promise<void> {
  const names = namesIn(path);
  const name = names.pop();
  for (const known of folders.keys()) if (known === path || known.startsWith(`${path}/`)) folders.delete(known);
  const folder = await openFolder(names);
  if (folder === null || name === undefined) return;
  try {
    await folder.removeEntry(name, { recursive: true });
  } catch (error) {
    if (!isNamed(error, "NotFoundError")) throw error;
  }
}

async function answer(question: FileQuestion): Promise<FileAnswer> {
  const { id } = question;
  switch (question.type) {
    case "list":
      return { id, type: "listed", paths: await list(question.path) };
    case "read":
      return { id, type: "read", bytes: await read(question.path) };
    case "write":
      await write(question.path, question.bytes);
      return { id, type: "done" };
    default:
      await remove(question.path);
      return { id, type: "done" };
  }
}

function isNamed(error: unknown, name: string): boolean {
  return error instanceof DOMException && error.name === name;
}

/** One after the other: a file has one handle at a time. */
let last = Promise.resolve();

addEventListener("message", ({ data }: MessageEvent<FileQuestion>) => {
  last = answerAfter(last, data);
});

async function answerAfter(before: Promise<void>, question: FileQuestion): Promise<void> {
  await before;
  try {
    say(await answer(question));
  } catch (error) {
    if (isNamed(error, "QuotaExceededError")) say({ id: question.id, type: "full" });
    else say({ id: question.id, type: "failed", message: String(error) });
  }
}

function say(message: FileAnswer): void {
  globalThis.postMessage(message, { transfer: message.type === "read" && message.bytes ? [message.bytes.buffer] : [] });
}
