import {
  FOLDER_ENTRIES_MAX,
  IMPORT_FILES_MAX,
  UNZIPPED_BYTES_MAX,
  ZIP_BYTES_MAX,
  ZIP_ENTRIES_MAX,
} from "#app/domain/limits/imports.ts";
import { TRANSCRIPT_BYTES_MAX } from "#app/domain/limits/media.ts";
import { FILE_NAME_CHARS_MAX } from "#app/domain/limits/uploads.ts";
import { parseTranscriptExtension } from "#app/domain/transcript/given/parse-given-transcript.ts";
import { unzipEntry, type ZipEntry, zipEntries } from "#app/media/transcripts/read-zip.ts";
import { epochOf } from "#app/ui/date-time-picker/zoned-time.ts";

/** The properties of a File that are used here. A file of a folder or a ZIP has the name that it has there, without its folders. */
export type FoundFile = { name: string; size: number; modifiedAt: number | null; content: () => Promise<ArrayBuffer> };

export type OpenedFiles = {
  files: FoundFile[];
  /** ZIPs that cannot be opened. */
  damaged: string[];
  /** Names of files in folders and ZIPs that are no transcripts, as their names say. */
  leftOut: string[];
  /** There were more files than an import takes. */
  isCut: boolean;
};

type Budget = { files: number; bytes: number };

/** The files to import: of those that were chosen one by one all, so that each is answered; of folders and ZIPs the transcripts. */
export async function openFiles(
  chosen: readonly { file: File; isInFolder: boolean }[],
  { timeZone, room }: { timeZone: string; room: number },
): Promise<OpenedFiles> {
  const opened: OpenedFiles = { files: [], damaged: [], leftOut: [], isCut: false };
  const budget: Budget = { files: Math.min(room, IMPORT_FILES_MAX), bytes: UNZIPPED_BYTES_MAX };
  for (const { file, isInFolder } of chosen) {
    if (isHidden(file.name)) continue;
    if (/\.zip$/iu.test(file.name)) await openZip(file, { opened, budget, timeZone });
    else if (isInFolder && extensionOf(file.name) === null) opened.leftOut.push(file.name);
    else take(opened, budget, foundOf(file));
  }
  return opened;
}

function foundOf(file: File): FoundFile {
  const { name, size, lastModified } = file;
  return { name, size, modifiedAt: lastModified, content: () => file.arrayBuffer() };
}

function take(opened: OpenedFiles, budget: Budget, file: FoundFile): void {
  if (budget.files === 0) opened.isCut = true;
  else {
    budget.files -= 1;
    opened.files.push(file);
  }
}

async function openZip(
  zip: File,
  { opened, budget, timeZone }: { opened: OpenedFiles; budget: Budget; timeZone: string },
): Promise<void> {
  const content = zip.size > ZIP_BYTES_MAX ? null : await zip.arrayBuffer().catch(() => null);
  const bytes = content && new Uint8Array(content);
  const entries = bytes && zipEntries(bytes, ZIP_ENTRIES_MAX);
  if (bytes === null || entries === null) return void opened.damaged.push(zip.name);
  for (const entry of entries) {
    const name = (entry.name.split(/[\\/]/u).at(-1) ?? "").slice(-FILE_NAME_CHARS_MAX);
    if (name === "" || isHidden(entry.name)) continue;
    if (extensionOf(name) === null) opened.leftOut.push(name);
    else if (budget.files === 0) opened.isCut = true;
    else {
      // One byte more than a transcript may have: the file is then refused for its size, as any other.
      const unzipped = await unzipEntry(bytes, entry, Math.min(TRANSCRIPT_BYTES_MAX + 1, budget.bytes));
      if (unzipped === null) opened.damaged.push(name);
      else {
        budget.bytes -= unzipped.byteLength;
        take(opened, budget, zippedOf(name, unzipped, modifiedAtOf(entry, timeZone)));
      }
    }
  }
}

function zippedOf(name: string, bytes: Uint8Array, modifiedAt: number | null): FoundFile {
  // A Blob keeps its bytes outside of the page's memory.
  const blob = new Blob([bytes.slice()]);
  return { name, size: blob.size, modifiedAt, content: () => blob.arrayBuffer() };
}

function modifiedAtOf({ modifiedAt }: ZipEntry, timeZone: string): number | null {
  return modifiedAt && epochOf(modifiedAt, timeZone);
}

function extensionOf(name: string) {
  return parseTranscriptExtension(/\.[A-Za-z0-9]+$/u.exec(name)?.[0] ?? "");
}

/** Files that systems put beside others. */
function isHidden(path: string): boolean {
  return path.startsWith("__MACOSX/") || /(?:^|[\\/])\.[^\\/]*$/u.test(path);
}

/** All files of what was dropped, with those of folders. A browser that tells no entries gives its files. */
export async function droppedFiles(data: DataTransfer): Promise<{ file: File; isInFolder: boolean }[]> {
  const entries = [...data.items].flatMap((item) => item.webkitGetAsEntry() ?? []);
  if (entries.length === 0) return [...data.files].map((file) => ({ file, isInFolder: false }));
  const found: { file: File; isInFolder: boolean }[] = [];
  const open: { entry: FileSystemEntry; isInFolder: boolean }[] = entries.map((entry) => ({
    entry,
    isInFolder: false,
  }));
  for (let looked = 0; looked < FOLDER_ENTRIES_MAX; looked += 1) {
    const next = open.shift();
    if (next === undefined) break;
    const { entry, isInFolder } = next;
    if (isFile(entry)) {
      const file = await new Promise<File | null>((resolve) => {
        entry.file(resolve, () => resolve(null));
      });
      if (file) found.push({ file, isInFolder });
    } else if (isDirectory(entry))
      open.push(...(await childrenOf(entry)).map((child) => ({ entry: child, isInFolder: true })));
  }
  return found;
}

const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile;
const isDirectory = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory;

/** A directory is read in parts of some hundred entries, until one is empty. */
async function childrenOf(directory: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = directory.createReader();
  const children: FileSystemEntry[] = [];
  while (children.length < FOLDER_ENTRIES_MAX) {
    const part = await new Promise<FileSystemEntry[]>((resolve) => {
      reader.readEntries(resolve, () => resolve([]));
    });
    if (part.length === 0) break;
    children.push(...part);
  }
  return children;
}
