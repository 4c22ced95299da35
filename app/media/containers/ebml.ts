import { refuse } from "#app/media/refuse-recording.ts";

/** EBML (RFC 8794): nested elements, each with an id, a length and content. */
export type Element = { id: number; body: number; end: number };

/** An id takes up to 4 bytes and a length up to 8. */
export const ELEMENT_HEAD_BYTES_MAX = 12;
const ELEMENTS_MAX = 4096;

/**
 * The head of an element. `size` is null for an element of unknown length, which ends where another of its level begins. Null when the
 * bytes are not a head.
 */
export function readHead(bytes: Uint8Array, at: number): { id: number; size: number | null; bytes: number } | null {
  const first = bytes[at] ?? 0;
  const idBytes = Math.clz32(first) - 23;
  if (idBytes > 4 || at + idBytes >= bytes.byteLength) return null;
  let id = 0;
  for (let index = 0; index < idBytes; index++) id = id * 256 + (bytes[at + index] ?? 0);
  const size = readLength(bytes, at + idBytes);
  return size === null ? null : { id, size: size.value, bytes: idBytes + size.bytes };
}

/** A number whose first bits give its length in bytes; all ones means unknown. */
export function readLength(bytes: Uint8Array, at: number): { value: number | null; bytes: number } | null {
  const first = bytes[at] ?? 0;
  const count = Math.clz32(first) - 23;
  if (count > 8 || at + count > bytes.byteLength) return null;
  let value = first & (0xff >> count);
  let isUnknown = value === 0xff >> count;
  for (let index = 1; index < count; index++) {
    const byte = bytes[at + index] ?? 0;
    value = value * 256 + byte;
    isUnknown &&= byte === 0xff;
  }
  if (isUnknown) return { value: null, bytes: count };
  return { value: Number.isSafeInteger(value) ? value : Number.POSITIVE_INFINITY, bytes: count };
}

/** The child elements in order. Refuses a child that extends past its parent's end. */
export function innerElements(bytes: Uint8Array, start = 0, end = bytes.byteLength): Element[] {
  const found: Element[] = [];
  for (let at = start; at < end; ) {
    const head = readHead(bytes, at);
    if (head === null || head.size === null || found.length === ELEMENTS_MAX) return refuse("hostile");
    const body = at + head.bytes;
    if (body + head.size > end) refuse("hostile");
    found.push({ id: head.id, body, end: body + head.size });
    at = body + head.size;
  }
  return found;
}

export function uintOf(bytes: Uint8Array, { body, end }: Element): number {
  if (end - body > 8) refuse("hostile");
  let value = 0;
  for (let at = body; at < end; at++) value = value * 256 + (bytes[at] ?? 0);
  return Number.isSafeInteger(value) ? value : Number.POSITIVE_INFINITY;
}

export function floatOf(bytes: Uint8Array, { body, end }: Element): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset + body, end - body);
  return end - body === 4 ? view.getFloat32(0) : end - body === 8 ? view.getFloat64(0) : 0;
}

export function textOf(bytes: Uint8Array, { body, end }: Element): string {
  return String.fromCharCode(...bytes.subarray(body, Math.min(end, body + 256))).replace(/\0+$/, "");
}
