/** The four-byte header of each frame of MPEG audio (ISO/IEC 11172-3 §2.4.2.3, 13818-3). */
export type Mp3Frame = {
  isMpeg1: boolean;
  layer: 1 | 2 | 3;
  sampleRate: number;
  channels: number;
  /** Size of the whole frame; 0 when the bit rate is "free" and only the next frame shows it. */
  bytes: number;
  /** Samples in a frame of layer III. */
  samples: number;
};

const KBITS_MPEG1 = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320];
const KBITS_MPEG2 = [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160];
const RATES_MPEG1 = [44_100, 48_000, 32_000];

/** Null when the bytes are not a frame header. Sizes are right for layer III only. */
export function readMp3Frame(bytes: Uint8Array, at = 0): Mp3Frame | null {
  const [first, second, third, fourth] = [bytes[at] ?? 0, bytes[at + 1] ?? 0, bytes[at + 2] ?? 0, bytes[at + 3] ?? 0];
  if (first !== 0xff || (second & 0xe0) !== 0xe0) return null;
  // 0 is MPEG-2.5, 2 is MPEG-2, 3 is MPEG-1; 1 is reserved.
  const version = (second >> 3) & 3;
  const layers = (second >> 1) & 3;
  const rate = RATES_MPEG1[(third >> 2) & 3];
  if (version === 1 || layers === 0 || rate === undefined || third >> 4 === 15 || (fourth & 3) === 2) return null;
  const isMpeg1 = version === 3;
  const sampleRate = isMpeg1 ? rate : version === 2 ? rate / 2 : rate / 4;
  const kbits = (isMpeg1 ? KBITS_MPEG1 : KBITS_MPEG2)[third >> 4] ?? 0;
  const bytesOf = Math.floor(((isMpeg1 ? 144_000 : 72_000) * kbits) / sampleRate) + ((third >> 1) & 1);
  return {
    isMpeg1,
    layer: layers === 3 ? 1 : layers === 2 ? 2 : 3,
    sampleRate,
    channels: fourth >> 6 === 3 ? 1 : 2,
    bytes: kbits === 0 ? 0 : bytesOf,
    samples: isMpeg1 ? 1152 : 576,
  };
}

export function isSameSound(left: Mp3Frame, right: Mp3Frame): boolean {
  return left.isMpeg1 === right.isMpeg1 && left.layer === right.layer && left.sampleRate === right.sampleRate;
}

export type Mp3Info = {
  /** Number of frames after this one, null when it is not stated. */
  frames: number | null;
  /** Bytes of the file from this frame on, null when it is not stated. */
  bytes: number | null;
  /** Samples to drop before and after the sound: the encoder's values, corrected by DECODER_DELAY. */
  delay: number;
  padding: number;
};

/** A decoder's own delay, in samples: the decoded sound begins that much later. */
const DECODER_DELAY = 529;
const SHORT_SIDE = { mono: 17, stereo: 32 };
const SHORTER_SIDE = { mono: 9, stereo: 17 };

/**
 * The first frame of most files holds no sound but the encoder's facts about the rest (Xing's, with LAME's fields). Null when it is a frame
 * of sound.
 */
export function readMp3Info(frame: Mp3Frame, bytes: Uint8Array): Mp3Info | null {
  const sides = frame.isMpeg1 ? SHORT_SIDE : SHORTER_SIDE;
  const at = 4 + (frame.channels === 1 ? sides.mono : sides.stereo);
  if (at + 8 > bytes.byteLength) return null;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const tag = letters(bytes, at);
  if (tag !== "Xing" && tag !== "Info") {
    const isVbri = bytes.byteLength >= 54 && letters(bytes, 36) === "VBRI";
    return isVbri ? { frames: view.getUint32(50), bytes: view.getUint32(46), delay: 0, padding: 0 } : null;
  }
  const flags = view.getUint32(at + 4);
  let next = at + 8;
  const has = (flag: number) => (flags & flag) !== 0;
  const frames = has(1) && next + 4 <= bytes.byteLength ? view.getUint32(next) : null;
  next += has(1) ? 4 : 0;
  const told = has(2) && next + 4 <= bytes.byteLength ? view.getUint32(next) : null;
  next += (has(2) ? 4 : 0) + (has(4) ? 100 : 0) + (has(8) ? 4 : 0);
  const known = next + 24 <= bytes.byteLength && /^(?:LAME|Lav[fc])$/.test(letters(bytes, next));
  if (!known) return { frames, bytes: told, delay: 0, padding: 0 };
  const pads = (view.getUint16(next + 21) << 8) | view.getUint8(next + 23);
  return {
    frames,
    bytes: told,
    delay: (pads >>> 12) + DECODER_DELAY,
    padding: Math.max((pads & 0xfff) - DECODER_DELAY, 0),
  };
}

function letters(bytes: Uint8Array, at: number): string {
  return String.fromCharCode(...bytes.subarray(at, at + 4));
}
