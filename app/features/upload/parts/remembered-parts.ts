import * as z from "zod/mini";

/** A part that the store has acknowledged. */
export type LandedPart = { number: number; etag: string };

const remembered = z.array(z.object({ number: z.number(), etag: z.string() }));

/** What the store has acknowledged and the server was not told yet: a tab that is killed in between sends no part twice. */
export interface RememberedParts {
  read(): LandedPart[];
  write(parts: readonly LandedPart[]): void;
}

type Storage = Pick<globalThis.Storage, "getItem" | "setItem" | "removeItem">;

/** Kept in the browser, under the meeting. A browser that keeps nothing costs a part, not the upload. */
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
        // Full, or forbidden: nothing to be done about it here.
      }
    },
  };
}
