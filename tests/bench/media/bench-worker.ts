import { WINDOWS_IN_FLIGHT_MAX } from "#app/domain/limits/steps.ts";
import { probeRecording } from "#app/media/probe-recording.ts";
import { extractWindow, releaseAudio } from "#app/media/windows/extract-window.ts";
import { planWindows, type WindowPlan } from "#app/media/windows/plan-windows.ts";
import { r2ByteSource } from "#app/server/adapters/r2/r2-recording-store.ts";

/** The bench's Worker: runs the product's own reader in workerd over a real R2 binding, and counts its calls. */

type Env = { RECORDINGS: R2Bucket };

/** Counts of one extraction; `gets` are the reads of the recording. */
export type Extracted = { windows: number; audioBytes: number; heads: number; gets: number; puts: number };

export default {
  async fetch(request: Request, env: Env): Promise<Response> {
    const url = new URL(request.url);
    switch (`${request.method} ${url.pathname}`) {
      case "PUT /recording":
        await env.RECORDINGS.put("recording", request.body);
        return new Response("stored");
      case "GET /read": {
        const source = await openCounted(env.RECORDINGS, { gets: 0 });
        const stream = source.stream(0, source.size);
        let bytes = 0;
        for (let chunk = await stream.next(); chunk !== null; chunk = await stream.next()) bytes += chunk.byteLength;
        return Response.json({ bytes });
      }
      case "GET /save":
        return Response.json(await saveAlone(env.RECORDINGS, url.searchParams));
      case "GET /floor":
        return Response.json(await readAndSave(env.RECORDINGS, url.searchParams));
      case "GET /extract":
        return Response.json(await extract(env.RECORDINGS, url.searchParams.get("save") === "yes"));
      default:
        return new Response("no such thing", { status: 404 });
    }
  },
};

/** Saves as many windows of that size as `extract` does, without cutting them out of a recording. */
async function saveAlone(bucket: R2Bucket, of: URLSearchParams): Promise<{ windows: number }> {
  const windows = Number(of.get("windows"));
  const audio = new Uint8Array(Math.ceil(Number(of.get("bytes")) / windows));
  for (let window = 0; window < windows; window++) await bucket.put(`alone-${window}`, audio);
  return { windows };
}

/**
 * The minimum cost of a program that reads the recording and stores that much audio: one stream from end to end, and after
 * each part of it a put of prepared bytes. The recording is not parsed, and nothing is cut.
 */
async function readAndSave(bucket: R2Bucket, of: URLSearchParams): Promise<{ windows: number; bytes: number }> {
  const windows = Number(of.get("windows"));
  const audio = new Uint8Array(Math.ceil(Number(of.get("bytes")) / windows));
  const source = await openCounted(bucket, { gets: 0 });
  const stream = source.stream(0, source.size);
  let bytes = 0;
  for (let window = 0; window < windows; window++) {
    const until = (source.size * (window + 1)) / windows;
    while (bytes < until) bytes += (await stream.next())?.byteLength ?? Number.NaN;
    if (Number.isNaN(bytes)) throw new Error("stream ended early");
    await bucket.put(`floor-${window}`, audio);
  }
  await stream.cancel();
  return { windows, bytes };
}

async function openCounted(bucket: R2Bucket, counts: { gets: number }) {
  const head = await bucket.head("recording");
  if (head === null) throw new Error("no recording");
  const counted: Pick<R2Bucket, "get"> = {
    get(...args: Parameters<R2Bucket["get"]>) {
      counts.gets++;
      return bucket.get(...args);
    },
  };
  return r2ByteSource(counted, "recording", { size: head.size, etag: head.etag });
}

/** Extracts as the pipeline does: one probe, then the windows, WINDOWS_IN_FLIGHT_MAX at once. */
async function extract(bucket: R2Bucket, save: boolean): Promise<Extracted> {
  const done: Extracted = { windows: 0, audioBytes: 0, heads: 1, gets: 0, puts: 0 };
  const source = await openCounted(bucket, done);
  let probe: Awaited<ReturnType<typeof probeRecording>> | null = await probeRecording(source, { fragments: "scan" });
  if (!probe.ok) throw new Error(probe.reason);
  const plans: WindowPlan[] = planWindows(probe.value);
  // In the pipeline the tables are released by now: the plans are in the object's storage.
  probe = null;
  const windows = plans.values();
  const takeWindows = async () => {
    for (const plan of windows) {
      const { audio } = await extractWindow(source, plan);
      done.windows++;
      done.audioBytes += audio.byteLength;
      if (save) {
        done.puts++;
        await bucket.put(`window-${plan.index}`, audio);
      }
      releaseAudio(audio);
    }
  };
  await Promise.all(Array.from({ length: WINDOWS_IN_FLIGHT_MAX }, takeWindows));
  return done;
}
