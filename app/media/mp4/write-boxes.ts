/** A box is its type and what it holds: numbers are 32-bit fields, text is four letters, bytes and boxes stand as they are. */
export type Field = number | string | Uint8Array;

export const IDENTITY_MATRIX = [0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000];
/** "und", and the field behind it. */
export const UNDETERMINED_LANGUAGE = 0x55c40000;

export function box(type: string, ...fields: Field[]): Uint8Array {
  const parts = fields.map((field) =>
    typeof field === "number" ? uint32s([field]) : typeof field === "string" ? letters(field) : field,
  );
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.byteLength, 8));
  bytes.set(uint32s([bytes.byteLength]));
  bytes.set(letters(type), 4);
  let at = 8;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.byteLength;
  }
  return bytes;
}

export function letters(text: string): Uint8Array {
  const bytes = new Uint8Array(text.length);
  for (let index = 0; index < text.length; index++) bytes[index] = text.charCodeAt(index);
  return bytes;
}

/** Numbers as 32 bits each, high byte first. */
export function uint32s(values: ArrayLike<number>): Uint8Array {
  const bytes = new Uint8Array(values.length * 4);
  const view = new DataView(bytes.buffer);
  for (let index = 0; index < values.length; index++) view.setUint32(index * 4, values[index] ?? 0);
  return bytes;
}
