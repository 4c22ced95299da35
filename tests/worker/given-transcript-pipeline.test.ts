import { env } from "cloudflare:workers";
import { afterEach, expect, test, vi } from "vitest";
import { newRecordingId } from "#app/domain/ids.ts";
import { TRANSCRIPT_BYTES_MAX } from "#app/domain/limits/media.ts";
import type { LogFields } from "#app/server/log.ts";
import type { SpeechEngine } from "#app/server/ports/speech.ts";
import { newTranscriptKey } from "#app/server/storage/keys.ts";
import { fixture } from "#tests/support/fixture.ts";
import { markedRecording } from "#tests/support/marked-recording.ts";
import { type Bench, onBench } from "#tests/support/meeting-bench.ts";
import { transcriptFixture } from "#tests/support/transcript-fixture.ts";
import { readGivenTranscript } from "#workers/meeting/store/text-sources.ts";

afterEach(() => {
  vi.restoreAllMocks();
});

const utf8 = (text: string) => new TextEncoder().encode(text);
const zoom = await transcriptFixture("zoom.vtt");

/** Fails when it is asked: a given transcript needs no speech engine. */
const noSpeech: SpeechEngine = {
  id: "nobody",
  recognise: () => Promise.reject(new Error("a speech engine was asked")),
};

/** A recording with a transcript beside it, under a clock of the test's own. */
async function onTranscript(
  recording: Uint8Array,
  transcript: Uint8Array,
  use: (bench: Bench & { logged: [string, LogFields | undefined][] }) => Promise<void>,
  speech = noSpeech,
): Promise<void> {
  const recordingId = newRecordingId();
  const key = newTranscriptKey(recordingId, "vtt");
  await env.RECORDINGS.put(key, transcript);
  const logged: [string, LogFields | undefined][] = [];
  const deps = { speech, log: (event: string, fields?: LogFields) => void logged.push([event, fields]) };
  const options = { recordingId, transcript: { key, expectedBytes: transcript.byteLength }, deps };
  await onBench(recording, options, (bench) => use({ ...bench, logged }));
}

/** A cue a second, of two people in turn, from the start to `endSeconds`. */
function talkUntil(endSeconds: number): Uint8Array {
  const clock = (seconds: number) => new Date(seconds * 1000).toISOString().slice(11, 23);
  const cues = Array.from({ length: endSeconds }, (_, second) => {
    const name = second % 2 === 0 ? "Laia Font" : "Jonas Weber";
    return `${clock(second)} --> ${clock(second + 1)}\n<v ${name}>Line ${second} of the talk.</v>\n`;
  });
  return utf8(`WEBVTT\n\n${cues.join("\n")}`);
}

test("a video without sound is taken with its transcript: no speech engine is asked, and it can be played", async () => {
  await onTranscript(await fixture("no-audio.mp4"), zoom, async ({ accepted, finish, view }) => {
    expect(accepted).toEqual({ ok: true, value: null });
    expect(await finish()).toEqual([]);
    expect(view()?.head).toMatchObject({ status: "SUMMARIZED", transcriptSource: "given", playable: true });
    expect(view()?.head.durationMs).toBeGreaterThan(0);
    expect(view()?.segments).toHaveLength(6);
  });
});

test("a given transcript takes precedence over captions, keeps its names, and no speech engine is asked", async () => {
  await onTranscript(await fixture("talk-captions.mp4"), zoom, async ({ accepted, finish, view, storage }) => {
    expect(accepted).toEqual({ ok: true, value: null });
    expect(await finish()).toEqual([]);
    expect(view()?.head).toMatchObject({ status: "SUMMARIZED", transcriptSource: "given", gaps: [] });
    expect(view()?.head.recognisedMs).toBe(view()?.head.wantedMs);
    expect(view()?.segments).toHaveLength(6);
    expect(view()?.segments[2]).toMatchObject({ speaker: "ian (he/him)", startMs: 8120, endMs: 11_800 });
    expect(view()?.summary?.fields.length).toBeGreaterThan(0);
    // The transcript's bytes are not kept once they have become text.
    expect(readGivenTranscript(storage.sql)).toBeNull();
  });
});

test.each([
  { what: "of the same length", endSeconds: 590, length: null },
  { what: "of the first third only", endSeconds: 200, length: "much-shorter" },
  { what: "of a longer meeting", endSeconds: 900, length: "much-longer" },
])("a transcript $what is taken, and said to be so", async ({ endSeconds, length }) => {
  await onTranscript(markedRecording(600), talkUntil(endSeconds), async ({ finish, view, storage, logged, birth }) => {
    await finish();
    expect(view()?.head).toMatchObject({ status: "SUMMARIZED", transcriptLength: length });
    const events = storage.sql.exec<{ event: string }>("SELECT event FROM event_log ORDER BY sequence").toArray();
    expect(events.filter(({ event }) => event === "transcript-misfits")).toHaveLength(length === null ? 0 : 1);
    const said = logged.filter(([event]) => event === "meeting.transcript.misfits").map(([, fields]) => fields);
    const line = {
      meetId: birth.meetId,
      source: "given",
      length,
      endMs: endSeconds * 1000,
      durationMs: expect.any(Number) as number,
    };
    expect(said).toEqual(length === null ? [] : [line]);
    expect(JSON.stringify(logged)).not.toContain("of the talk");
  });
});

test("an object that stops after it took the transcript continues from its stored copy", async () => {
  await onTranscript(markedRecording(30), talkUntil(30), async ({ birth, finish, view, storage }) => {
    // The file itself may go; the object keeps the accepted bytes.
    await env.RECORDINGS.delete(birth.transcript?.key ?? "");
    expect(readGivenTranscript(storage.sql)?.byteLength).toBeGreaterThan(1000);
    await finish();
    expect(view()?.head.status).toBe("SUMMARIZED");
  });
});

test("submitted again while the transcript is inspected: its content is no longer the awaited one", async () => {
  const { acceptUpload } = await import("#workers/meeting/upload/accept-upload.ts");
  const { beginMeeting } = await import("#workers/meeting/store/begin-meeting.ts");
  await onBench(markedRecording(30), { transcript: { key: "recordings/none", expectedBytes: null } }, async (bench) => {
    const { accepted, birth, deps, storage } = bench;
    expect(accepted).toEqual({ ok: false, reason: "transcript-missing" });
    const head: typeof deps.store.head = (key) => {
      if (key === "recordings/none") beginMeeting(storage, { ...birth, uploadKey: "later" }, deps.now());
      return deps.store.head(key);
    };
    const outcome = await acceptUpload({ ...deps, store: { ...deps.store, head } }, storage, birth.details);
    expect(outcome).toEqual({ ok: false, reason: "bytes-missing" });
  });
});

/** As large as may be: some 58,000 cues of sixteen hours. */
function largestTranscript(): { bytes: Uint8Array; cues: number } {
  const encoder = new TextEncoder();
  const pieces = ["WEBVTT\n\n"];
  let bytes = 8;
  let cues = 0;
  for (;;) {
    const at = new Date(cues * 1000).toISOString().slice(11, 23);
    const until = new Date(cues * 1000 + 900).toISOString().slice(11, 23);
    const said = `Número ${cues}: the clinic, the contract and the booking page were discussed at some length, señora.`;
    const piece = `${at} --> ${until}\n<v Speaker ${cues % 7}>${said}</v>\n\n`;
    const length = encoder.encode(piece).byteLength;
    if (bytes + length > TRANSCRIPT_BYTES_MAX) break;
    pieces.push(piece);
    bytes += length;
    cues += 1;
  }
  return { bytes: encoder.encode(pieces.join("") + "\n".repeat(TRANSCRIPT_BYTES_MAX - bytes)), cues };
}

/** Of so many bytes that a test which compared them one by one would need more memory than the object. */
async function digest(bytes: Uint8Array | null): Promise<string> {
  const hash = await crypto.subtle.digest("SHA-256", new Uint8Array(bytes ?? []));
  return Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

test("a transcript of eight mebibytes is stored, read and shown, every cue of it", async () => {
  const { bytes, cues } = largestTranscript();
  expect([bytes.byteLength, cues > 50_000]).toEqual([TRANSCRIPT_BYTES_MAX, true]);
  await onTranscript(markedRecording(30), bytes, async ({ accepted, work, view, storage }) => {
    expect(accepted).toEqual({ ok: true, value: null });
    expect(await digest(readGivenTranscript(storage.sql))).toBe(await digest(bytes));
    await work.run(({ type }) => type !== "merge-windows");
    // Halfway, when the text comes out of the pieces, and at the end, when every segment has a row of its own.
    expect(view()?.segments).toHaveLength(cues);
    await work.run(({ type }) => type !== "summarise");
    // Once, because a view of this size takes seconds.
    const shown = view();
    expect(shown?.head).toMatchObject({ status: "TRANSCRIPTED", transcriptLength: "much-longer" });
    const segments = shown?.segments ?? [];
    expect(segments).toHaveLength(cues);
    expect(segments.at(-1)?.text).toContain(`Número ${cues - 1}:`);
    expect(segments[7]).toMatchObject({ id: "w0-7", startMs: 7000, speaker: "Speaker 0" });
    const rows = storage.sql
      .exec<{ chars: number }>("SELECT length(segments) AS chars FROM recognised_pieces")
      .toArray();
    expect(rows.length).toBeGreaterThan(5);
    for (const { chars } of rows) expect(chars).toBeLessThan(1024 * 1024);
  });
}, 60_000);
