/**
 * The entry of a table under a text from outside; undefined where the table has none. Indexing alone also finds what every object inherits:
 * "constructor", and of a name that keeps its capitals "toString".
 */
export function ownEntry<Value>(table: Readonly<Record<string, Value>>, key: string): Value | undefined {
  return Object.hasOwn(table, key) ? table[key] : undefined;
}
