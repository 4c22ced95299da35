/** The shortest frame: header, its checksum, a subframe of one value, and the frame's checksum. */
const FRAME_BYTES_MIN = 10;

/** Number of samples (per channel) in a FLAC frame, from its header (RFC 9639 §9.1); null when the bytes are not a frame. */
export function flacBlockSize(bytes: Uint8Array, at: number, size: number): number | null {
  if (size < FRAME_BYTES_MIN) return null;
  const [first = 0, second = 0, third = 0] = [bytes[at], bytes[at + 1], bytes[at + 2]];
  if (first !== 0xff || (second & 0xfe) !== 0xf8) return null;
  const code = third >> 4;
  if (code === 0) return null;
  if (code === 1) return 192;
  if (code <= 5) return 576 << (code - 2);
  if (code >= 8) return 256 << (code - 8);
  // The frame's number comes before the block size, encoded like a UTF-8 character.
  const lead = bytes[at + 4] ?? 0;
  const numberBytes = lead < 0x80 ? 1 : Math.clz32(~(lead << 24));
  const next = at + 4 + numberBytes;
  return code === 6 ? (bytes[next] ?? 0) + 1 : (bytes[next] ?? 0) * 256 + (bytes[next + 1] ?? 0) + 1;
}
