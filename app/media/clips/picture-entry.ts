import type { MatroskaPicture } from "#app/media/containers/matroska-tracks.ts";
import { box, uint32s } from "#app/media/mp4/write-m4a.ts";

/**
 * A picture of Matroska as a sample entry of MP4; null for a codec that has none there. Chromium plays VP8, VP9 and AVC there, Firefox VP9 and
 * AVC but no VP8 (tried with both); AV1 and HEVC, and Safari, were not tried.
 */
export function pictureEntry({ codec, setup, width, height }: MatroskaPicture): Uint8Array | null {
  switch (codec) {
    case "V_VP8":
      return entry("vp08", width, height, box("vpcC", 0x01000000, VP8));
    case "V_VP9":
      return entry("vp09", width, height, box("vpcC", 0x01000000, vp9Configuration(setup)));
    case "V_AV1":
      return setup.byteLength < 4 ? null : entry("av01", width, height, box("av1C", setup));
    case "V_MPEG4/ISO/AVC":
      return setup.byteLength < 7 ? null : entry("avc1", width, height, box("avcC", setup));
    case "V_MPEGH/ISO/HEVC":
      return setup.byteLength < 23 ? null : entry("hvc1", width, height, box("hvcC", setup));
    default:
      return null;
  }
}

/** VP Codec ISO Media File Format Binding 1.0: profile, level, bits with chroma and range, three numbers of colour, no further setup. */
const UNSPECIFIED_COLOUR = 2;
const configuration = (profile: number, level: number, bits: number, chroma: number) =>
  Uint8Array.of(
    profile,
    level,
    (bits << 4) | (chroma << 1),
    UNSPECIFIED_COLOUR,
    UNSPECIFIED_COLOUR,
    UNSPECIFIED_COLOUR,
    0,
    0,
  );
const VP8 = configuration(0, 10, 8, 1);

/** WebM keeps the features of VP9 as pairs of id, length of one byte, and value; browsers write none. */
function vp9Configuration(setup: Uint8Array): Uint8Array {
  const features = new Map<number, number>();
  for (let at = 0; at + 2 < setup.byteLength; at += 2 + (setup[at + 1] ?? 0))
    features.set(setup[at] ?? 0, setup[at + 2] ?? 0);
  const [profile, level, bits, chroma] = [1, 2, 3, 4].map((id) => features.get(id));
  return configuration(profile ?? 0, level ?? 31, bits ?? 8, chroma ?? 1);
}

/** ISO/IEC 14496-12 §12.1.3: 72 dots an inch, one picture a sample, no name of an encoder, 24 bits of colour. */
function entry(type: string, width: number, height: number, setup: Uint8Array): Uint8Array {
  const size = width * 0x10000 + height;
  const fields = [0, 1, 0, 0, 0, 0, size, 0x0048_0000, 0x0048_0000, 0];
  return box(type, uint32s(fields), Uint8Array.of(0, 1), new Uint8Array(32), Uint8Array.of(0, 24, 0xff, 0xff), setup);
}
