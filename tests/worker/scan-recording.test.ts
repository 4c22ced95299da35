import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { afterEach, expect, test, vi } from "vitest";
import type { MeetId } from "#app/domain/ids.ts";
import { STEP_ATTEMPTS_MAX } from "#app/domain/limits/steps.ts";
import type { ByteSource } from "#app/media/byte-source.ts";
import { openDatabase } from "#app/server/db/database.ts";
import { usageLedger } from "#app/server/db/schema-usage.ts";
import type { RecordingStore } from "#app/server/ports/recording-store.ts";
import { UpstreamError } from "#app/server/ports/upstream-error.ts";
import { standInForSpeech } from "#tests/fakes/speech-server.ts";
import { markedFragments, marksOf } from "#tests/support/marked-recording.ts";
import { type Bench, onBench } from "#tests/support/meeting-bench.ts";
import { meetingWork } from "#workers/meeting/meeting-loop.ts";
import { openMedia } from "#workers/meeting/upload/recording-media.ts";

/** A recording in fragments that is too large to be read while somebody waits: the scan is a step of the pipeline. */

afterEach(() => {
  vi.restoreAllMocks();
});

const SECONDS = 400;
const BYTES = markedFragments(SECONDS, 4000);
/** Every recording in fragments is a large one here. */
const media = openMedia({ scanAtOnceBytesMax: 0, checkpointBytes: 200_000 });

const journalRows = ({ storage }: Bench) =>
  storage.sql.exec<{ rows: number }>("SELECT count(*) AS rows FROM scan_journal").one().rows;

async function usageOf(meetId: MeetId) {
  const [row] = await openDatabase(env.DB).select().from(usageLedger).where(eq(usageLedger.meetId, meetId));
  return row?.state;
}

const PIECE_BYTES = 50_000;

/** Streams as `store` does, and says what is read; `broken` decides, by the bytes that were streamed, when it stops. */
function watchStreams(store: RecordingStore, broken: (streamed: number) => Error | null | "hang") {
  const seen = { starts: [] as number[], bytes: 0 };
  const watched = (source: ByteSource): ByteSource => ({
    size: source.size,
    read: (start, end) => source.read(start, end),
    stream(start, end) {
      const stream = source.stream(start, end);
      // The store's chunks are large: they come in small pieces, so that there is a middle.
      let rest = new Uint8Array(0);
      seen.starts.push(start);
      return {
        cancel: () => stream.cancel(),
        async next() {
          const how = broken(seen.bytes);
          if (how === "hang") return new Promise(() => {});
          if (how !== null) throw how;
          if (rest.byteLength === 0) rest = (await stream.next())?.slice() ?? rest;
          if (rest.byteLength === 0) return null;
          const piece = rest.subarray(0, PIECE_BYTES);
          rest = rest.subarray(PIECE_BYTES);
          seen.bytes += piece.byteLength;
          return piece;
        },
      };
    },
  });
  const broke: RecordingStore = { ...store, open: (key, version) => watched(store.open(key, version)) };
  return { seen, store: broke };
}

test("a large recording in fragments is accepted at once, scanned, and goes on as any other", async () => {
  standInForSpeech();
  await onBench(BYTES, { deps: { media } }, async (bench) => {
    expect(bench.accepted).toEqual({ ok: true, value: null });
    expect(bench.view()?.head).toMatchObject({ status: "RECORDED", durationMs: null, playable: true, wantedMs: 0 });
    expect(await bench.finish()).toEqual([]);
    expect(bench.view()?.head).toMatchObject({ status: "SUMMARIZED", gaps: [], transcriptSource: "speech" });
    expect(bench.view()?.head.durationMs).toBe(SECONDS * 1000);
    expect(bench.view()?.segments.map(({ text }) => text)).toEqual(marksOf(SECONDS));
    expect(journalRows(bench)).toBe(0);
    expect(await usageOf(bench.birth.meetId)).toBe("counted");
  });
});

test("a scan whose process dies in the middle is gone on with by the next one, and is not a lost attempt", async () => {
  standInForSpeech();
  await onBench(BYTES, { deps: { media } }, async (bench) => {
    const { deps, storage } = bench;
    const whole = deps.store;
    // The first life never comes back from a read: it is left behind, as SIGKILL leaves it.
    const first = watchStreams(whole, (streamed) => (streamed > 1_000_000 ? "hang" : null));
    deps.store = first.store;
    const dead = meetingWork({ deps, storage, holder: "first life", changed: () => {} });
    void dead.run();
    await vi.waitFor(() => expect(first.seen.bytes).toBeGreaterThan(1_000_000), 20_000);
    expect(journalRows(bench)).toBeGreaterThan(2);
    expect(storage.sql.exec("SELECT attempts FROM outbox WHERE key = '1/scan-recording'").one()).toEqual({
      attempts: 0,
    });

    const second = watchStreams(whole, () => null);
    deps.store = second.store;
    await bench.finish();
    expect(second.seen.starts[0]).toBeGreaterThan(700_000);
    expect(bench.view()?.head).toMatchObject({ status: "SUMMARIZED", durationMs: SECONDS * 1000, gaps: [] });
    expect(bench.view()?.segments.map(({ text }) => text)).toEqual(marksOf(SECONDS));
  });
});

test("a store that breaks off again and again is read on from where it was, as long as there is progress", async () => {
  standInForSpeech();
  await onBench(BYTES, { deps: { media } }, async (bench) => {
    const { deps } = bench;
    const whole = deps.store;
    let breaks = 0;
    let last = 0;
    const flaky = watchStreams(whole, (streamed) => {
      if (streamed - last < 210_000 || bench.view()?.head.durationMs !== null) return null;
      last = streamed;
      breaks++;
      return new UpstreamError({ service: "r2", retryable: true });
    });
    deps.store = flaky.store;
    await bench.finish();
    expect(breaks).toBeGreaterThan(STEP_ATTEMPTS_MAX);
    expect(bench.view()?.head.status).toBe("SUMMARIZED");
  });
});

test("a store that stays down parks the meeting where a person can go on, with what was scanned", async () => {
  standInForSpeech();
  await onBench(BYTES, { deps: { media } }, async (bench) => {
    const { deps } = bench;
    const whole = deps.store;
    const down = watchStreams(whole, (streamed) =>
      streamed > 1_000_000 ? new UpstreamError({ service: "r2", retryable: true }) : null,
    );
    deps.store = down.store;
    await bench.finish();
    expect(bench.view()?.head).toMatchObject({ status: "ERROR_TRANSCRIPT", reason: "internal", retryable: true });
    expect(await usageOf(bench.birth.meetId)).toBe("released");
    const up = watchStreams(whole, () => null);
    deps.store = up.store;
    bench.apply({ type: "retry-asked" });
    await bench.finish();
    expect(up.seen.starts[0]).toBeGreaterThan(700_000);
    expect(bench.view()?.head.status).toBe("SUMMARIZED");
    expect(await usageOf(bench.birth.meetId)).toBe("counted");
  });
});

test("a recording that ends in the middle is used as far as it is there, and says so", async () => {
  standInForSpeech();
  await onBench(BYTES.slice(0, -500), { deps: { media } }, async (bench) => {
    expect(bench.accepted).toEqual({ ok: true, value: null });
    await bench.finish();
    const head = bench.view()?.head;
    expect(head).toMatchObject({ status: "SUMMARIZED", cutOff: true, gaps: [] });
    expect(head?.durationMs).toBeGreaterThan((SECONDS - 30) * 1000);
    expect(await usageOf(bench.birth.meetId)).toBe("counted");
  });
});

test.each([
  { what: "holds no sound", bytes: markedFragments(0), reason: "truncated" },
  { what: "is rubbish behind its head", bytes: damaged(), reason: "hostile" },
])("a recording that $what is a recording error by the scan: $reason, and does not count", async (input) => {
  const speech = standInForSpeech();
  await onBench(input.bytes, { deps: { media } }, async (bench) => {
    expect(bench.accepted).toEqual({ ok: true, value: null });
    await bench.finish();
    expect(bench.view()?.head).toMatchObject({
      status: "ERROR_RECORDED",
      reason: input.reason,
      retryable: false,
      playable: false,
    });
    expect(await usageOf(bench.birth.meetId)).toBe("released");
    expect(journalRows(bench)).toBe(0);
  });
  expect(speech.asked).toEqual([]);
});

test("other bytes under the key while it is scanned: the recording was changed", async () => {
  standInForSpeech();
  await onBench(BYTES, { deps: { media } }, async (bench) => {
    await env.RECORDINGS.put(bench.birth.uploadKey, markedFragments(20));
    await bench.finish();
    expect(bench.view()?.head).toMatchObject({ status: "ERROR_RECORDED", reason: "changed" });
  });
});

test("a meeting that is discarded while it is scanned leaves nothing, and the scan stores nothing more", async () => {
  standInForSpeech();
  await onBench(BYTES, { deps: { media } }, async (bench) => {
    const { deps } = bench;
    let discarded = false;
    const { store } = watchStreams(deps.store, (streamed) => {
      if (streamed > 1_000_000 && !discarded) {
        discarded = true;
        bench.apply({ type: "discarded" });
      }
      return null;
    });
    deps.store = store;
    await bench.finish();
    expect(discarded).toBe(true);
    expect(bench.view()).toBeNull();
    expect(journalRows(bench)).toBe(0);
    expect((await env.RECORDINGS.list({ prefix: `recordings/${bench.birth.recordingId}/` })).objects).toEqual([]);
  });
});

/** The first fragment after the middle says that it is longer than it is. */
function damaged(): Uint8Array {
  const bytes = BYTES.slice();
  const text = new TextDecoder("latin1").decode(bytes);
  bytes[text.indexOf("traf", bytes.byteLength / 2) - 1] = 1;
  return bytes;
}
