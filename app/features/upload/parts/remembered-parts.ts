import * as z from "zod/mini";

/** A part that the store has acknowledged. */
export type LandedPart = { number: number; etag: string };

const remembered = z.array(z.object({ number: z.number(), etag: z.string() }));

/** Parts that the store has acknowledged but the server does not know yet: a tab that is closed in between sends no part twice. */
export interface RememberedParts {
  read(): LandedPart[];
  write(parts: readonly LandedPart[]): void;
}

type Storage = Pick<globalThis.Storage, "getItem" | "setItem" | "removeItem">;

/** Kept in the browser's storage, per meeting. Without storage a part may be sent twice, but the upload still works. */
export function rememberedParts(storage: Storage, meetId: string): RememberedParts {
  const key = `acta.parts.${meetId}`;
  return {
    read() {
      try {
        return remembered.safeParse(JSON.parse(storage.getItem(key) ?? "[]")).data ?? [];
      } catch {
        return [];
      }
    },
    write(parts) {
      try {
        if (parts.length === 0) storage.removeItem(key);
        else storage.setItem(key, JSON.stringify(parts));
      } catch {
        // The storage is full or forbidden, which this code cannot change.
      }
    },
  };
}
