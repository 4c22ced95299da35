import { ALL_FORMATS, CustomSource, EncodedPacketSink, Input } from "mediabunny";
import { kindOfExtension } from "#app/domain/recording-kind.ts";
import { probeKind } from "#app/media/containers/probe-kind.ts";
import { joinPieces, listSamples } from "#app/media/mp4/sample-list.ts";
import { sampleTime, timelineEndMs } from "#app/media/mp4/timeline.ts";
import { r2ByteSource } from "#app/server/adapters/r2/r2-recording-store.ts";

/** The bench's Worker: reads all packets of a recording's sound with our readers or with mediabunny, over the same R2 binding. */

type Env = { RECORDINGS: R2Bucket };

/** `refused`: the reason or the error; null if the file was read to its end. `digest` is of the packets' lengths in order. */
export type Scanned = {
  refused: string | null;
  packets: number;
  bytes: number;
  digest: number;
  startMs: number;
  endMs: number;
  gets: number;
  bytesRead: number;
};

export default {
  async fetch(request: Request, env: Env): Promise<Response> {
    const url = new URL(request.url);
    if (request.method === "PUT") {
      await env.RECORDINGS.put("recording", request.body);
      return new Response("stored");
    }
    const kind = kindOfExtension(url.searchParams.get("kind") ?? "");
    if (kind === null) return new Response("no such kind", { status: 404 });
    const done: Scanned = {
      refused: null,
      packets: 0,
      bytes: 0,
      digest: 0,
      startMs: 0,
      endMs: 0,
      gets: 0,
      bytesRead: 0,
    };
    const counted: Pick<R2Bucket, "get"> = {
      get(...args: Parameters<R2Bucket["get"]>) {
        done.gets += 1;
        const range = args[1]?.range;
        if (range && "length" in range) done.bytesRead += range.length ?? 0;
        return env.RECORDINGS.get(...args);
      },
    };
    const head = await env.RECORDINGS.head("recording");
    if (head === null) return new Response("no recording", { status: 404 });
    const source = r2ByteSource(counted, "recording", { size: head.size, etag: head.etag });
    try {
      if (url.pathname === "/own") await scanOwn(source, kind, done);
      else await scanMediabunny(source, done);
    } catch (error) {
      done.refused = error instanceof Error ? `${error.name}: ${error.message.slice(0, 80)}` : "unknown";
    }
    return Response.json(done);
  },
};

type Source = ReturnType<typeof r2ByteSource>;

function count(done: Scanned, size: number): void {
  done.packets += 1;
  done.bytes += size;
  done.digest = (Math.imul(done.digest, 31) + size) >>> 0;
}

async function scanOwn(source: Source, kind: Parameters<typeof probeKind>[1], done: Scanned): Promise<void> {
  const probe = await probeKind(source, kind, { fragments: "scan" });
  if (!probe.ok) {
    done.refused = probe.reason;
    return;
  }
  const { audio } = probe.value;
  const list = listSamples(audio.samples, 0, audio.samples.count);
  const { sizes } = audio.inPieces ? joinPieces(list) : list;
  for (const size of sizes) count(done, size);
  done.startMs = (sampleTime(audio.samples, 0) * 1000) / audio.timescale;
  done.endMs = timelineEndMs(audio.parts, audio.timescale);
}

const BLOCK_BYTES = 4 * 1024 * 1024;
const BLOCKS_KEPT = 3;

/**
 * Without prefetching mediabunny reads once per packet, so it reads through a cache of blocks. `packets()` is paced by a clock that
 * stands still in a Worker; `getNextPacket` is not.
 */
async function scanMediabunny(source: Source, done: Scanned): Promise<void> {
  const blocks = new Map<number, Uint8Array>();
  const blockAt = async (index: number): Promise<Uint8Array> => {
    const known = blocks.get(index);
    if (known) return known;
    for (const first of blocks.keys()) {
      if (blocks.size < BLOCKS_KEPT) break;
      blocks.delete(first);
    }
    const block = await source.read(index * BLOCK_BYTES, Math.min((index + 1) * BLOCK_BYTES, source.size));
    blocks.set(index, block);
    return block;
  };
  const input = new Input({
    formats: ALL_FORMATS,
    source: new CustomSource({
      getSize: () => source.size,
      async read(start, end) {
        const bytes = new Uint8Array(end - start);
        for (let at = start; at < end; ) {
          const block = await blockAt(Math.floor(at / BLOCK_BYTES));
          const from = at % BLOCK_BYTES;
          const part = block.subarray(from, Math.min(block.length, from + end - at));
          bytes.set(part, at - start);
          at += part.length;
        }
        return bytes;
      },
      // Ours is the cache. In a large one of its own, a read per packet makes a walk over the earlier reads: quadratic.
      maxCacheSize: 64 * 1024,
      prefetchProfile: "none",
    }),
  });
  try {
    const track = await input.getPrimaryAudioTrack();
    if (track === null) {
      done.refused = "no-audio";
      return;
    }
    const sink = new EncodedPacketSink(track);
    for (let packet = await sink.getFirstPacket(); packet !== null; packet = await sink.getNextPacket(packet)) {
      if (done.packets === 0) done.startMs = packet.timestamp * 1000;
      count(done, packet.byteLength);
      done.endMs = (packet.timestamp + packet.duration) * 1000;
    }
  } finally {
    input.dispose();
  }
}
