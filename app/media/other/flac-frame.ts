/** The shortest head, its sum, a subframe of one value, and the sum of all. */
const FRAME_BYTES_MIN = 10;

/** How many samples (of each channel) a FLAC frame holds, out of its head (RFC 9639 §9.1); null where the bytes are no frame. */
export function flacBlockSize(bytes: Uint8Array, at: number, size: number): number | null {
  if (size < FRAME_BYTES_MIN) return null;
  const [first = 0, second = 0, third = 0] = [bytes[at], bytes[at + 1], bytes[at + 2]];
  if (first !== 0xff || (second & 0xfe) !== 0xf8) return null;
  const code = third >> 4;
  if (code === 0) return null;
  if (code === 1) return 192;
  if (code <= 5) return 576 << (code - 2);
  if (code >= 8) return 256 << (code - 8);
  // The number of the frame stands between, as long as UTF-8 would have it.
  const lead = bytes[at + 4] ?? 0;
  const numberBytes = lead < 0x80 ? 1 : Math.clz32(~(lead << 24));
  const next = at + 4 + numberBytes;
  return code === 6 ? (bytes[next] ?? 0) + 1 : (bytes[next] ?? 0) * 256 + (bytes[next + 1] ?? 0) + 1;
}
