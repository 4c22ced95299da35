import { box } from "#app/media/mp4/write-m4a.ts";
import type { CallSegment } from "#app/media/pieces/append-piece.ts";

/** Pieces as Chromium's MediaRecorder cuts them, with samples of a few made-up bytes: for calls longer than a fixture can be. */
const SOUND_RATE = 48_000;
const PICTURE_RATE = 30_000;
const PACKET_MS = 20;
const FRAME_MS = 40;
const [SOUND, PICTURE] = [2, 1];

/** A segment that was never recorded: sound of 20 ms packets, and with `picture` 25 frames a second. */
export function madeSegment(stream: "mix" | "tab", segment: number, startedAt: number): CallSegment {
  const entry = box("avc1", ...Array.from({ length: 20 }, () => 0), new Uint8Array(6));
  const sound = { trackId: SOUND, timescale: SOUND_RATE, channels: 1 };
  const picture = { trackId: PICTURE, timescale: PICTURE_RATE, width: 1280, height: 720, entry };
  return {
    stream,
    segment,
    startedAt,
    header: { sound, picture: stream === "tab" ? picture : null, defaults: new Map() },
  };
}

/** The piece of [startMs, endMs) of a segment; its first frame is a key. `tremble` is how many ms a time stamp may be off. */
export function madePiece({ header }: CallSegment, startMs: number, endMs: number, tremble = 1): Uint8Array {
  const wobble = (ms: number) => (ms === startMs || ms >= endMs ? 0 : ((ms / 20) % 3) * 0.5 * tremble);
  const times = (stepMs: number, rate: number) => {
    const at = (ms: number) => Math.round(((ms + wobble(ms)) * rate) / 1000);
    const count = Math.ceil((endMs - startMs) / stepMs);
    return Array.from({ length: count }, (_, index) => {
      const ms = startMs + index * stepMs;
      return at(Math.min(ms + stepMs, endMs)) - at(ms);
    });
  };
  const tracks = [
    ...(header.picture === null
      ? []
      : [{ id: PICTURE, rate: PICTURE_RATE, durations: times(FRAME_MS, PICTURE_RATE), bytes: 12 }]),
    { id: SOUND, rate: SOUND_RATE, durations: times(PACKET_MS, SOUND_RATE), bytes: 6 },
  ];
  const write = (offsets: number[]) =>
    box(
      "moof",
      box("mfhd", 0, 1),
      ...tracks.map(({ id, rate, durations, bytes }, index) => {
        const tfhd = box("tfhd", 0x20020, id, id === PICTURE ? 0x10000 : 0x2000000);
        const tfdt = box("tfdt", 0x01000000, 0, Math.round((startMs * rate) / 1000));
        const entries = durations.flatMap((duration) => [duration, bytes]);
        return box(
          "traf",
          tfhd,
          tfdt,
          box("trun", 0x305, durations.length, offsets[index] ?? 0, 0x2000000, ...entries),
        );
      }),
    );
  let at = write(tracks.map(() => 0)).byteLength + 8;
  const offsets = tracks.map(({ durations, bytes }) => {
    at += durations.length * bytes;
    return at - durations.length * bytes;
  });
  // CELT, one frame of 20 ms, and some bytes that are none.
  const media = tracks.flatMap(({ durations, id, bytes }) =>
    durations.map(() => new Uint8Array(bytes).fill(id === SOUND ? 0xf8 : startMs & 0xff)),
  );
  const moof = write(offsets);
  return new Uint8Array(Buffer.concat([moof, box("mdat", ...media)]));
}
