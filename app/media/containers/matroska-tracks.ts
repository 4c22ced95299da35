import type { MeetingLanguage } from "#app/domain/meeting-languages.ts";
import { TRACKS_MAX } from "#app/domain/limits/media.ts";
import { type Element, floatOf, innerElements, textOf, uintOf } from "#app/media/containers/ebml.ts";
import { flacBlockSize } from "#app/media/containers/flac-frame.ts";
import { readMp3Frame } from "#app/media/containers/mp3-frame.ts";
import { aacConfig, flacConfig, mp3Config, opusConfig } from "#app/media/containers/sound-setup.ts";
import { readVorbisPrivate, vorbisLengths, type VorbisSound } from "#app/media/containers/vorbis-setup.ts";
import { trackLanguage } from "#app/media/track-language.ts";
import type { SoundConfig } from "#app/media/mp4/read-sound-entry.ts";
import { isSanePcm, packPcm, pcmFrameBytes } from "#app/media/pcm/pcm-format.ts";
import { OPUS_RATE, OPUS_UNIT, opusUnits } from "#app/media/pieces/lay-out-sound.ts";
import { refuse } from "#app/media/refuse-recording.ts";
import { ownEntry } from "#app/domain/own-entry.ts";

/** A track's sound as Matroska describes it. */
export type MatroskaCodec = { codec: string; setup: Uint8Array; sampleRate: number; channels: number; bits: number };

type MatroskaSound = {
  config: SoundConfig;
  timescale: number;
  /** Amount decoded before the first played sound, in the track's units. */
  preSkip: number;
  /**
   * Duration of a frame, in the track's units; 0 when the bytes are not a frame. `before`: block size of the frame before (Vorbis only).
   */
  duration(bytes: Uint8Array, at: number, size: number, before: number): number;
  /** Block size of a frame (Vorbis only). */
  block?: VorbisSound["block"];
};

const AAC_FRAME = 1024;
const MPEG1_RATE_MIN = 32_000;
/** With SBR a frame holds twice as many samples, at the output rate. */
const SBR_TYPES = new Set([5, 29]);

/** The setup and frame durations of a codec; null for a codec that no window can contain (AC-3, DTS, ALAC, …). */
function readMatroskaSound(track: MatroskaCodec): MatroskaSound | null {
  const { codec, setup, sampleRate, channels } = track;
  switch (codec) {
    case "A_OPUS": {
      const opus = opusConfig(setup);
      if (opus === null) return null;
      const duration: MatroskaSound["duration"] = (bytes, at, size) => opusUnits(bytes, at, size) * OPUS_UNIT;
      return { config: opus.config, timescale: OPUS_RATE, preSkip: opus.preSkip, duration };
    }
    case "A_VORBIS": {
      const vorbis = readVorbisPrivate(setup);
      if (vorbis === null) return null;
      const { config, firstLength, block } = vorbis;
      const lengthOf = vorbisLengths(vorbis);
      const duration: MatroskaSound["duration"] = (bytes, at, size, before) => lengthOf(bytes, at, size, before).length;
      return { config, timescale: config.sampleRate, preSkip: firstLength, duration, block };
    }
    case "A_AAC": {
      const config = aacConfig(setup, { sampleRate, channels });
      if (config === null) return null;
      const frame = SBR_TYPES.has(config.objectType ?? 0) ? AAC_FRAME * 2 : AAC_FRAME;
      return { config, timescale: config.sampleRate, preSkip: 0, duration: () => frame };
    }
    case "A_MPEG/L3": {
      const config = mp3Config({ sampleRate, channels }, sampleRate >= MPEG1_RATE_MIN);
      if (config === null) return null;
      const duration: MatroskaSound["duration"] = (bytes, at) => {
        const frame = readMp3Frame(bytes, at);
        return frame?.layer === 3 && frame.sampleRate === sampleRate ? frame.samples : 0;
      };
      return { config, timescale: sampleRate, preSkip: 0, duration };
    }
    case "A_FLAC": {
      const config = flacConfig(setup);
      if (config === null) return null;
      const duration: MatroskaSound["duration"] = (bytes, at, size) => flacBlockSize(bytes, at, size) ?? 0;
      return { config, timescale: config.sampleRate, preSkip: 0, duration };
    }
    default:
      return readPcm(track);
  }
}

const PCM: Record<string, { float: boolean; bigEndian: boolean }> = {
  "A_PCM/INT/LIT": { float: false, bigEndian: false },
  "A_PCM/INT/BIG": { float: false, bigEndian: true },
  "A_PCM/FLOAT/IEEE": { float: true, bigEndian: false },
};

function readPcm({ codec, sampleRate, channels, bits }: MatroskaCodec): MatroskaSound | null {
  const kind = ownEntry(PCM, codec);
  if (kind === undefined) return null;
  const format = { sampleRate, channels, bits, ...kind, unsigned: bits === 8 };
  if (!isSanePcm(format)) return null;
  const frameBytes = pcmFrameBytes(format);
  return {
    config: { codec: "pcm", entryType: "lpcm", setup: packPcm(format), sampleRate, channels, objectType: null },
    timescale: sampleRate,
    preSkip: 0,
    duration: (_bytes, _at, size) => (size % frameBytes === 0 ? size / frameBytes : 0),
  };
}

/** Ids of Matroska's elements (RFC 9559), as far as a recording's sound needs them. */
const ID = {
  entry: 0xae,
  number: 0xd7,
  type: 0x83,
  enabled: 0xb9,
  isDefault: 0x88,
  language: 0x22b59c,
  languageTag: 0x22b59d,
  codec: 0x86,
  codecPrivate: 0x63a2,
  video: 0xe0,
  width: 0xb0,
  height: 0xba,
  audio: 0xe1,
  rate: 0xb5,
  channels: 0x9f,
  bits: 0x6264,
  encodings: 0x6d80,
  encoding: 0x6240,
  encodingType: 0x5033,
};
const SOUND = 2;
const VIDEO = 1;
const ENCRYPTION = 1;
/** BCP 47 begins with the short code where there is one. */
const SHORT_CODES: Record<string, string> = { es: "spa", en: "eng", fr: "fra", ca: "cat" };

export type MatroskaTrack = { number: number; language: string; sound: MatroskaSound };
/** A picture as Matroska describes it; without a codec where its frames cannot be copied. */
export type MatroskaPicture = { codec: string; setup: Uint8Array; width: number; height: number };
export type MatroskaTracks = {
  sound: MatroskaTrack;
  /** The other tracks that can be read, in the order of the file. */
  others: readonly MatroskaTrack[];
  hasVideo: boolean;
  pictures: ReadonlyMap<number, MatroskaPicture>;
};

type Entry = {
  number: number;
  language: string;
  rank: number;
  encrypted: boolean;
  sound: MatroskaSound | null;
};

/**
 * The sound that will be heard: the one in the meeting's language, else the one that players turn on, else the first that can be
 * taken. Refuses where there is none, with what stands in its way.
 */
export function chooseMatroskaSound(bytes: Uint8Array, language: MeetingLanguage | null): MatroskaTracks {
  const found: Entry[] = [];
  const pictures = new Map<number, MatroskaPicture>();
  const entries = innerElements(bytes).filter(({ id }) => id === ID.entry);
  if (entries.length > TRACKS_MAX) refuse("hostile");
  for (const entry of entries) {
    const fields = fieldsOf(bytes, entry);
    const type = fields.uint(ID.type, 0);
    const number = fields.uint(ID.number, 0);
    if (type === VIDEO) pictures.set(number, pictureOf(bytes, fields));
    if (type !== SOUND) continue;
    const spoken = languageOf(fields.text(ID.languageTag) ?? fields.text(ID.language) ?? "eng");
    const isOn = fields.uint(ID.enabled, 1) === 1;
    const rank =
      (trackLanguage(spoken) === language ? 4 : 0) + (isOn ? 2 : 0) + (fields.uint(ID.isDefault, 1) === 1 ? 1 : 0);
    const encodings = encodingTypes(bytes, fields.element(ID.encodings));
    const audio = fieldsOf(bytes, fields.element(ID.audio));
    const sound = readMatroskaSound({
      codec: fields.text(ID.codec) ?? "",
      setup: fields.bytes(ID.codecPrivate),
      sampleRate: Math.round(audio.float(ID.rate, 8000)),
      channels: audio.uint(ID.channels, 1),
      bits: audio.uint(ID.bits, 0),
    });
    // Frames that were pressed once more, or lack their beginning, are no frames that could be copied.
    const usable = encodings.length === 0 ? sound : null;
    found.push({ number, language: spoken, rank, encrypted: encodings.includes(ENCRYPTION), sound: usable });
  }
  const [best] = found.filter(({ sound }) => sound !== null).toSorted((left, right) => right.rank - left.rank);
  if (best?.sound) {
    const { number, language: spoken, sound } = best;
    const others = found.flatMap((entry): MatroskaTrack[] =>
      entry.sound === null || entry === best
        ? []
        : [{ number: entry.number, language: entry.language, sound: entry.sound }],
    );
    return { sound: { number, language: spoken, sound }, others, hasVideo: pictures.size > 0, pictures };
  }
  if (found.some(({ encrypted }) => encrypted)) refuse("encrypted");
  return refuse(found.length > 0 ? "unsupported-codec" : "no-audio");
}

function pictureOf(bytes: Uint8Array, fields: ReturnType<typeof fieldsOf>): MatroskaPicture {
  const shown = fieldsOf(bytes, fields.element(ID.video));
  const isPlain = encodingTypes(bytes, fields.element(ID.encodings)).length === 0;
  return {
    codec: isPlain ? (fields.text(ID.codec) ?? "") : "",
    setup: fields.bytes(ID.codecPrivate),
    width: shown.uint(ID.width, 0),
    height: shown.uint(ID.height, 0),
  };
}

function encodingTypes(bytes: Uint8Array, encodings: Element | null): number[] {
  if (encodings === null) return [];
  return innerElements(bytes, encodings.body, encodings.end)
    .filter(({ id }) => id === ID.encoding)
    .map((encoding) => fieldsOf(bytes, encoding).uint(ID.encodingType, 0));
}

function fieldsOf(bytes: Uint8Array, parent: Element | null) {
  const inner = parent === null ? [] : innerElements(bytes, parent.body, parent.end);
  const element = (id: number) => inner.find((one) => one.id === id) ?? null;
  const read = <Value>(id: number, of: (bytes: Uint8Array, element: Element) => Value): Value | null => {
    const one = element(id);
    return one === null ? null : of(bytes, one);
  };
  return {
    element,
    uint: (id: number, usual: number) => read(id, uintOf) ?? usual,
    float: (id: number, usual: number) => read(id, floatOf) ?? usual,
    text: (id: number) => read(id, textOf),
    bytes: (id: number) => read(id, (all, { body, end }) => all.slice(body, end)) ?? new Uint8Array(0),
  };
}

function languageOf(code: string): string {
  const [first = ""] = code.toLowerCase().split("-");
  return ownEntry(SHORT_CODES, first) ?? first;
}
