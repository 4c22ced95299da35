import { type FolderFiles, seal, unseal } from "#app/features/here/spool/file-store.ts";
import type { PieceName } from "#app/features/here/spool/here-piece.ts";

type Segment = Pick<PieceName, "track" | "segment">;

/** The headers of the segments' streams, each in a file. One that the disk does not take lasts as long as the page. */
export function segmentHeaders(files: FolderFiles) {
  const headers = new Map<string, Uint8Array<ArrayBuffer>>();
  const unwritten = new Set<string>();
  const nameOf = ({ track, segment }: Segment) => `header-${track}-${segment}`;
  const write = async (name: string, header: Uint8Array<ArrayBuffer>) => {
    headers.set(name, header);
    unwritten.add(name);
    try {
      await files.write(name, await seal(header));
      unwritten.delete(name);
    } catch {
      await files.remove(name);
    }
  };
  return {
    write: (segment: Segment, header: Uint8Array<ArrayBuffer>) => write(nameOf(segment), header),
    /** Names of those that the disk did not take. */
    unwritten: unwritten as ReadonlySet<string>,
    async writeAgain(name: string): Promise<void> {
      const header = headers.get(name);
      if (header) await write(name, header);
    },
    read: async (segment: Segment): Promise<Uint8Array<ArrayBuffer> | null> => {
      const name = nameOf(segment);
      return headers.get(name) ?? unseal(await files.read(name));
    },
  };
}
