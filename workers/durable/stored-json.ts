import { invariant } from "#app/domain/invariant.ts";

/**
 * JSON that an object keeps in a column, with the version of its shape beside its fields. An object may sleep for years, so what it wrote
 * then is upgraded when it is read; it is written in the newest shape with the next change.
 */
export interface StoredJson<Value> {
  write(value: Value): string;
  /** Throws where newer code wrote it. */
  read(text: string): Value;
}

/** Makes the next version of what code of an earlier version has stored. Pure; never changed once it was released. */
export type Upgrade = (stored: Readonly<Record<string, unknown>>) => Record<string, unknown>;

/**
 * `upgrades` is append only: the first makes version 2 of version 1. A value without a version was stored before versions existed,
 * and is version 1. Earlier releases of this code wrote the stored values, so they are upgraded and not validated.
 */
export function storedJson<Value extends object & { version?: never }>(
  what: string,
  upgrades: readonly Upgrade[],
): StoredJson<Value> {
  const current = upgrades.length + 1;
  return {
    write: (value) => JSON.stringify({ version: current, ...value }),
    read(text) {
      const { version = 1, ...stored } = JSON.parse(text) as { version?: number } & Record<string, unknown>;
      invariant(version <= current, `${what} of version ${version}, this code knows ${current}`);
      return upgrades.slice(version - 1).reduce((fields, upgrade) => upgrade(fields), stored) as Value;
    },
  };
}
