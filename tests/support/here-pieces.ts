import { type HerePiece, pieceHeaders, pieceParams } from "#app/contracts/recording/here-piece.ts";
import { putHerePiece } from "#app/contracts/endpoints/record-here.ts";
import { pathOf } from "#app/contracts/endpoint.ts";
import type { HereTrack } from "#app/domain/here/here.ts";
import { box } from "#app/media/mp4/write-m4a.ts";
import { bareHeader } from "#app/media/pieces/rebase-piece.ts";
import { readSegmentHeader } from "#app/media/pieces/segment-header.ts";
import { call } from "#tests/support/api.ts";
import { callPiece } from "#tests/support/call-fixture.ts";

/**
 * Pieces of a browser that records, for worker tests: the header is Chromium's own, and each packet of 20 ms holds the time of its sound,
 * which the stand-in for a speech engine reads (marked-recording.ts). A packet without sound is as small as an encoder makes it.
 */
const PACKET_MS = 20;
const PACKET_BYTES = 80;
const SILENT_BYTES = 3;

export type MadePiece = { piece: HerePiece; bytes: Uint8Array<ArrayBuffer> };
type Stretch = { startMs: number; endMs: number };

export async function madePiece(
  at: { track: HereTrack; segment: number; seq: number; startMs: number; endMs: number; segmentStartMs?: number },
  sound: { loud: readonly Stretch[]; echo?: readonly Stretch[]; isLast?: boolean },
): Promise<MadePiece> {
  const { track, segment, seq, startMs, endMs, segmentStartMs = 0 } = at;
  const first = await callPiece({ stream: "mix", segment: 1000, seq: 0 });
  const header = await readSegmentHeader(first);
  if (!header?.sound) throw new Error("the fixture has no sound");
  const { trackId, timescale } = header.sound;
  const isIn = (ms: number) => sound.loud.some((one) => one.startMs <= ms && ms < one.endMs);
  const packets = Array.from({ length: (endMs - startMs) / PACKET_MS }, (_, index) => {
    const ms = startMs + index * PACKET_MS;
    const packet = new Uint8Array(isIn(ms) ? PACKET_BYTES : SILENT_BYTES);
    // CELT, one frame of 20 ms.
    packet[0] = 0xf8;
    if (isIn(ms)) packet.set(new TextEncoder().encode(`ACTA@${String(ms).padStart(8, "0")}`), 1);
    return packet;
  });
  const duration = (PACKET_MS * timescale) / 1000;
  const time = Math.round(((startMs - segmentStartMs) * timescale) / 1000);
  const write = (offset: number) => {
    const entries = packets.flatMap((packet) => [duration, packet.byteLength]);
    const tfhd = box("tfhd", 0x20020, trackId, 0x2000000);
    const trun = box("trun", 0x301, packets.length, offset, ...entries);
    return box("moof", box("mfhd", 0, seq + 1), box("traf", tfhd, box("tfdt", 0x01000000, 0, time), trun));
  };
  const moof = write(write(0).byteLength + 8);
  const parts = [...(seq === 0 ? [bareHeader(first)] : []), moof, box("mdat", ...packets)];
  const bytes = new Uint8Array(await new Blob(parts.map((part) => new Uint8Array(part))).arrayBuffer());
  const within = (stretches: readonly Stretch[]) =>
    stretches
      .map((one) => ({ startMs: Math.max(startMs, one.startMs), endMs: Math.min(endMs, one.endMs) }))
      .filter((one) => one.startMs < one.endMs);
  const piece: HerePiece = {
    track,
    segment,
    seq,
    sha256: await digestOf(bytes),
    segmentStartMs,
    startMs,
    durationMs: endMs - startMs,
    isLast: sound.isLast ?? false,
    loud: within(sound.loud),
    echo: within(sound.echo ?? []),
  };
  return { piece, bytes };
}

export async function digestOf(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Puts a piece as a page does. */
export function putPiece(
  meetId: string,
  cookie: string,
  { piece, bytes }: MadePiece,
  over: Record<string, string> = {},
): Promise<Response> {
  const path = pathOf(putHerePiece, { meetId, ...pieceParams(piece) });
  return call(path, { method: "PUT", cookie, body: bytes, headers: { ...pieceHeaders(piece), ...over } });
}
