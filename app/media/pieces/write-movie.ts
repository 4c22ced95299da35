import { OPUS_RATE, opusSetup } from "#app/media/pieces/opus-packets.ts";
import { type PictureLayout, PICTURE_RATE } from "#app/media/pieces/lay-out-picture.ts";
import type { TrackTable } from "#app/media/pieces/track-table.ts";
import { box, IDENTITY_MATRIX, UNDETERMINED_LANGUAGE } from "#app/media/mp4/write-boxes.ts";

export type CallMovie = {
  /** When it was recorded, epoch milliseconds. */
  recordedAt: number;
  sound: { table: TrackTable; channels: number } | null;
  picture: PictureLayout | null;
};

/** MP4 counts seconds from 1904. */
const EPOCH_1904_S = 2_082_844_800;

export function writeFileType(): Uint8Array {
  return box("ftyp", "isom", 0x200, "isom", "iso2", "avc1", "mp41");
}

/** `moov` of the one file; offsets in it count from `mediaStart`. */
export function writeMovie({ recordedAt, sound, picture }: CallMovie, mediaStart: number): Uint8Array {
  const made = Math.floor(recordedAt / 1000) + EPOCH_1904_S;
  const pictureLength = Math.ceil(((picture?.table.length ?? 0) * OPUS_RATE) / PICTURE_RATE);
  const length = Math.max(sound?.table.length ?? 0, pictureLength);
  const traks: Uint8Array[] = [];
  if (picture !== null) {
    const { table, entries, width, height } = picture;
    const tkhd = trackHeader(1, { made, length: pictureLength, volume: 0, width, height });
    const media = { made, handler: "vide", rate: PICTURE_RATE, length: table.length };
    const stsd = box("stsd", 0, entries.length, ...entries);
    traks.push(box("trak", tkhd, mdia(media, box("vmhd", 1, 0, 0), stsd, table.finish(mediaStart))));
  }
  if (sound !== null) {
    const { table, channels } = sound;
    const tkhd = trackHeader(2, { made, length: table.length, volume: 0x01000000, width: 0, height: 0 });
    const media = { made, handler: "soun", rate: OPUS_RATE, length: table.length };
    const fields = [0, 1, 0, 0, channels * 0x10000 + 16, 0, OPUS_RATE * 0x10000];
    const stsd = box("stsd", 0, 1, box("Opus", ...fields, opusSetup(channels)));
    traks.push(box("trak", tkhd, mdia(media, box("smhd", 0, 0), stsd, table.finish(mediaStart))));
  }
  const reserved = [0, 0, 0, 0, 0, 0];
  const rest = [0x10000, 0x01000000, 0, 0, ...IDENTITY_MATRIX, ...reserved, 3];
  return box("moov", box("mvhd", 0, made, made, OPUS_RATE, length, ...rest), ...traks);
}

type Header = { made: number; length: number; volume: number; width: number; height: number };

function trackHeader(id: number, { made, length, volume, width, height }: Header): Uint8Array {
  const size = [width * 0x10000, height * 0x10000];
  return box("tkhd", 3, made, made, id, 0, length, 0, 0, 0, volume, ...IDENTITY_MATRIX, ...size);
}

type Media = { made: number; handler: string; rate: number; length: number };

function mdia(media: Media, kind: Uint8Array, stsd: Uint8Array, tables: Uint8Array[]): Uint8Array {
  const { made, handler, rate, length } = media;
  const mdhd = box("mdhd", 0, made, made, rate, length, UNDETERMINED_LANGUAGE);
  const hdlr = box("hdlr", 0, 0, handler, 0, 0, 0, new Uint8Array(1));
  const dinf = box("dinf", box("dref", 0, 1, box("url ", 1)));
  return box("mdia", mdhd, hdlr, box("minf", kind, dinf, box("stbl", stsd, ...tables)));
}
