import { viewOf } from "#app/media/byte-source.ts";
import { ELEMENT_HEAD_BYTES_MAX, readHead, readLength } from "#app/media/containers/ebml.ts";
import { box, IDENTITY_MATRIX, uint32s, UNDETERMINED_LANGUAGE } from "#app/media/mp4/write-m4a.ts";
import { OPUS_RATE, OPUS_UNIT, opusSetup, opusUnits } from "#app/media/pieces/lay-out-sound.ts";
import { refuse } from "#app/media/refuse-recording.ts";

/** Elements of WebM (RFC 9559). Those with blocks in them are entered, whatever length they claim; all others are passed. */
const ID = { segment: 0x18538067, cluster: 0x1f43b675, timestamp: 0xe7, group: 0xa0, simpleBlock: 0xa3, block: 0xa1 };
const ENTERED = new Set([ID.segment, ID.cluster, ID.group]);
/** Browsers count in milliseconds, which is what WebM means unless it says otherwise. */
const RATE_MS = OPUS_RATE / 1000;
/** Block times are whole milliseconds: what differs by more is a hole, and begins a run of its own. */
const JITTER = 20 * RATE_MS;
/** An element of sound from a microphone is a few hundred bytes. */
const ELEMENT_BYTES_MAX = 64 * 1024;
const TRACK_ID = 1;
const LACING = 0x06;
/** Flags of `tfhd` and `trun`: offsets count from the `moof`; each sample has its duration and size. */
const [MOOF_IS_BASE, SAMPLES_TELL] = [0x20000, 0x301];

type Run = { time: number; lengths: number[]; packets: Uint8Array[] };

export type FragmentWriter = {
  /** Takes the next bytes of the WebM, cut anywhere, and returns the fragments of the blocks that are whole; the first ones with a header. */
  push(bytes: Uint8Array): Uint8Array<ArrayBuffer>;
};

/**
 * Rewrites WebM with mono Opus, which Firefox and older Chromium record, as the fragmented MP4 that pieces are made of
 * (contracts/recording/here-piece.ts). The packets stay as they are.
 */
export function webmToFragments(): FragmentWriter {
  let rest = new Uint8Array(0);
  let clusterMs = 0;
  let end = 0;
  let sequence = 0;
  let hasHeader = false;
  const addBlock = (runs: Run[], block: Uint8Array) => {
    const trackBytes = readLength(block, 0)?.bytes ?? 0;
    if (trackBytes === 0 || block.byteLength < trackBytes + 3) return refuse("hostile");
    if (((block[trackBytes + 2] ?? 0) & LACING) !== 0) return refuse("hostile");
    const time = (clusterMs + viewOf(block).getInt16(trackBytes)) * RATE_MS;
    const packet = block.slice(trackBytes + 3);
    const length = opusUnits(packet, 0, packet.byteLength) * OPUS_UNIT;
    if (length === 0) return;
    const isNext = Math.abs(time - end) <= JITTER;
    const last = runs.at(-1);
    const run = isNext && last ? last : { time: isNext ? end : Math.max(time, 0), lengths: [], packets: [] };
    if (run !== last) runs.push(run);
    run.lengths.push(length);
    run.packets.push(packet);
    end = (isNext ? end : run.time) + length;
  };
  return {
    push(bytes) {
      const held = joined([rest, bytes]);
      const runs: Run[] = [];
      let at = 0;
      while (at < held.byteLength) {
        const head = readHead(held, at);
        if (head === null) {
          if (held.byteLength - at >= ELEMENT_HEAD_BYTES_MAX) refuse("hostile");
          break;
        }
        if (ENTERED.has(head.id)) {
          at += head.bytes;
          continue;
        }
        if (head.size === null || head.size > ELEMENT_BYTES_MAX) return refuse("hostile");
        const body = at + head.bytes;
        if (body + head.size > held.byteLength) break;
        at = body + head.size;
        const content = held.subarray(body, at);
        if (head.id === ID.timestamp) clusterMs = content.reduce((value, byte) => value * 256 + byte, 0);
        else if (head.id === ID.simpleBlock || head.id === ID.block) addBlock(runs, content);
      }
      rest = held.slice(at);
      const written = runs.map((run) => writeFragment(run, ++sequence));
      if (hasHeader || held.byteLength === 0) return joined(written);
      hasHeader = true;
      return joined([writeHeader(), ...written]);
    },
  };
}

/** `ftyp` and `moov` of one mono track in units of OPUS_RATE, whose samples are all in fragments. */
function writeHeader(): Uint8Array {
  const zeros = (count: number) => uint32s(new Uint32Array(count));
  const entry = box("Opus", 0, 1, zeros(2), 1 * 0x10000 + 16, 0, OPUS_RATE * 0x10000, opusSetup(1));
  const stbl = box(
    "stbl",
    box("stsd", 0, 1, entry),
    box("stts", 0, 0),
    box("stsc", 0, 0),
    box("stsz", 0, 0, 0),
    box("stco", 0, 0),
  );
  const dinf = box("dinf", box("dref", 0, 1, box("url ", 1)));
  const mdia = box(
    "mdia",
    box("mdhd", zeros(3), OPUS_RATE, 0, UNDETERMINED_LANGUAGE),
    box("hdlr", 0, 0, "soun", zeros(3), new Uint8Array(1)),
    box("minf", box("smhd", 0, 0), dinf, stbl),
  );
  const tkhd = box("tkhd", 7, 0, 0, TRACK_ID, zeros(4), 0, 0x01000000, ...IDENTITY_MATRIX, 0, 0);
  const mvhd = box("mvhd", zeros(3), OPUS_RATE, 0, 0x10000, 0x01000000, 0, 0, ...IDENTITY_MATRIX, zeros(6), 2);
  const trex = box("trex", 0, TRACK_ID, 1, 0, 0, 0);
  return joined([
    box("ftyp", "isom", 0x200, "isom", "iso6"),
    box("moov", mvhd, box("trak", tkhd, mdia), box("mvex", trex)),
  ]);
}

function writeFragment({ time, lengths, packets }: Run, sequence: number): Uint8Array {
  const samples = uint32s(lengths.flatMap((length, index) => [length, packets[index]?.byteLength ?? 0]));
  const moof = (dataOffset: number) =>
    box(
      "moof",
      box("mfhd", 0, sequence),
      box(
        "traf",
        box("tfhd", MOOF_IS_BASE, TRACK_ID),
        box("tfdt", 0x01000000, Math.floor(time / 2 ** 32), time % 2 ** 32),
        box("trun", SAMPLES_TELL, lengths.length, dataOffset, samples),
      ),
    );
  const headBytes = 8;
  return joined([moof(moof(0).byteLength + headBytes), box("mdat", ...packets)]);
}

function joined(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.byteLength, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.byteLength;
  }
  return whole;
}
