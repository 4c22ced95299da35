import type { ForwardBytes } from "#app/media/containers/forward-bytes.ts";
import { refuse } from "#app/media/refuse-recording.ts";

/** Tags that stand one behind the other. */
const TAGS_MAX = 8;

/** Passes over ID3v2, which stands before the sound, sometimes more than once. */
export async function passId3(forward: ForwardBytes): Promise<void> {
  for (let tags = 0; tags < TAGS_MAX && (await forward.fill(10)); tags++) {
    const bytes = forward.bytes(10);
    if (bytes[0] !== 0x49 || bytes[1] !== 0x44 || bytes[2] !== 0x33) return;
    const [a, b, c, d] = [bytes[6] ?? 0, bytes[7] ?? 0, bytes[8] ?? 0, bytes[9] ?? 0];
    const footer = ((bytes[5] ?? 0) & 0x10) === 0 ? 0 : 10;
    forward.pass(10 + (((a & 127) << 21) | ((b & 127) << 14) | ((c & 127) << 7) | (d & 127)) + footer);
    if (forward.position > forward.size) refuse("truncated");
  }
}
