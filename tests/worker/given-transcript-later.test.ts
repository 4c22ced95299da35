import { afterEach, expect, test, vi } from "vitest";
import { TRANSCRIPT_BYTES_MAX } from "#app/domain/limits/media.ts";
import { UpstreamError } from "#app/server/ports/upstream-error.ts";
import { fixture } from "#tests/support/fixture.ts";
import { type Bench, onBench } from "#tests/support/meeting-bench.ts";
import { transcriptFixture } from "#tests/support/transcript-fixture.ts";
import { correctSegment, nameSpeaker, readSpeakers } from "#workers/meeting/store/corrections.ts";
import { readGivenTranscript } from "#workers/meeting/store/text-sources.ts";
import { saveRecognised } from "#workers/meeting/store/transcript.ts";
import { giveTranscript } from "#workers/meeting/upload/give-transcript.ts";
import { replacedTranscript } from "#workers/meeting/view.ts";

/** A transcript that a person gives after the meeting has ended: the first one, or another in place of the present one. */

afterEach(() => {
  vi.restoreAllMocks();
});

const zoom = await transcriptFixture("zoom.vtt");
const utf8 = (text: string) => new TextEncoder().encode(text);
const OTHER = utf8("WEBVTT\n\n00:01.000 --> 00:04.000\n<v Laia Font>We decided to open the clinic in March.\n");
const give = (bench: Bench, bytes: Uint8Array) => giveTranscript(bench.deps, bench.storage, { bytes, by: "nora" });
const noSpeech = {
  id: "nobody",
  recognise: () => Promise.reject(new UpstreamError({ service: "speech", retryable: false, status: 401 })),
};

test("a recording that nobody could transcribe becomes minutes with a transcript, and no speech engine is asked again", async () => {
  await onBench(await fixture("talk.mp4"), { deps: { speech: noSpeech } }, async (bench) => {
    await bench.finish();
    expect(bench.view()?.head).toMatchObject({ status: "ERROR_TRANSCRIPT", takesTranscript: "first" });
    expect(await give(bench, zoom)).toEqual({ ok: true, value: null });
    expect(bench.view()?.head.status).toBe("TRANSCRIBING");
    expect(bench.view()?.head).not.toHaveProperty("takesTranscript");
    expect(await give(bench, OTHER)).toEqual({ ok: false, reason: "meeting-busy" });
    await bench.finish();
    expect(bench.view()?.head).toMatchObject({
      status: "SUMMARIZED",
      transcriptSource: "given",
      takesTranscript: "first",
    });
    expect(bench.view()?.segments).toHaveLength(6);
    expect(bench.view()?.segments[2]).toMatchObject({ speaker: "ian (he/him)" });
    expect(replacedTranscript(bench.storage.sql)).toBeNull();
    expect(readGivenTranscript(bench.storage.sql)).toBeNull();
  });
});

test("a given transcript replaces captions: the old words are kept with their corrections, which do not touch the new ones", async () => {
  await onBench(await fixture("talk-captions.mp4"), {}, async (bench) => {
    const { storage, view } = bench;
    await bench.finish();
    const [first] = view()?.segments ?? [];
    if (!first) throw new Error("no segments");
    correctSegment(storage.sql, { id: first.id, text: "Corrected by hand.", by: "nora", at: 1 });
    nameSpeaker(storage.sql, { label: "Laia Font", name: "Somebody else", by: "nora" });
    const before = view()?.summary?.version ?? 0;
    expect(await give(bench, OTHER)).toEqual({ ok: true, value: null });
    await bench.finish();
    expect(view()?.head).toMatchObject({ status: "SUMMARIZED", takesTranscript: "again" });
    expect(view()?.segments.map(({ text, speaker }) => [speaker, text])).toEqual([
      ["Laia Font", "We decided to open the clinic in March."],
    ]);
    expect(view()?.segments.map(({ id }) => id)).not.toContain(first.id);
    expect(readSpeakers(storage.sql)).toMatchObject([{ label: "Laia Font", name: null }]);
    // The earlier minutes stay as a version.
    expect(view()?.summary?.version).toBeGreaterThan(before);
    const kept = replacedTranscript(storage.sql);
    expect(kept?.vtt).toMatch(/^WEBVTT/);
    expect(kept?.vtt).toContain("Corrected by hand.");
    // The replaced one can be given again.
    expect(await give(bench, utf8(kept?.vtt ?? ""))).toEqual({ ok: true, value: null });
    await bench.finish();
    expect(view()?.segments[0]?.text).toContain("Corrected by hand.");
    expect(replacedTranscript(storage.sql)?.vtt).toContain("open the clinic in March");
  });
});

test("the text that was recognised before a recording failed is kept when a transcript takes its place", async () => {
  await onBench(await fixture("talk.mp4"), { deps: { speech: noSpeech } }, async (bench) => {
    await bench.finish();
    const said = { startMs: 1000, endMs: 4000, text: "The first half was understood.", speaker: null, words: null };
    saveRecognised(bench.storage.sql, { index: 0, startMs: 0, endMs: 24_000, segments: [said] }, { dropped: 0 });
    expect(bench.view()?.segments).toHaveLength(1);
    expect(await give(bench, OTHER)).toEqual({ ok: true, value: null });
    await bench.finish();
    expect(bench.view()?.head).toMatchObject({ status: "SUMMARIZED", takesTranscript: "again" });
    expect(bench.view()?.segments.map(({ text }) => text)).toEqual(["We decided to open the clinic in March."]);
    expect(replacedTranscript(bench.storage.sql)?.vtt).toContain("The first half was understood.");
  });
});

test.each([
  ["prose", utf8("Minutes of the meeting, as prose."), "transcript-unreadable"],
  ["nothing", new Uint8Array(0), "transcript-empty"],
  ["no words", utf8("WEBVTT\n\n00:01.000 --> 00:02.000\n♪\n"), "transcript-empty"],
  ["too much", new Uint8Array(TRANSCRIPT_BYTES_MAX + 1), "transcript-too-large"],
] as const)("a file with %s is refused and changes nothing", async (_what, bytes, reason) => {
  await onBench(await fixture("talk-captions.mp4"), {}, async (bench) => {
    await bench.finish();
    const before = bench.view();
    expect(await give(bench, bytes)).toMatchObject({ ok: false, reason });
    expect(bench.view()).toEqual(before);
  });
});

test("no transcript is taken while the meeting is being transcribed, or after it is gone", async () => {
  await onBench(await fixture("talk-captions.mp4"), {}, async (bench) => {
    expect(await give(bench, zoom)).toEqual({ ok: false, reason: "meeting-busy" });
    await bench.finish();
    bench.apply({ type: "discarded" });
    expect(await give(bench, zoom)).toEqual({ ok: false, reason: "not-found" });
    expect(replacedTranscript(bench.storage.sql)).toBeNull();
  });
});
