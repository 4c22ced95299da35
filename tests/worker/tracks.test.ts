import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { newRecordingId } from "#app/domain/ids.ts";
import type { SpokenSegment } from "#app/domain/transcript/segment.ts";
import { newOriginalKey } from "#app/server/storage/keys.ts";
import type { SpeechEngine } from "#app/server/ports/speech.ts";
import { markedTracks } from "#tests/support/marked-recording.ts";
import { type Bench, onBench } from "#tests/support/meeting-bench.ts";
import { type CutSound, cutSound } from "#tests/support/send-sound.ts";
import { acceptUpload } from "#workers/meeting/upload/accept-upload.ts";
import { takeSound } from "#workers/meeting/upload/upload-intake.ts";

const SECONDS = 660;
/** The mark of each frame: `ACTA@` and the time in ms. */
const MARK = /ACTA@(\d{8})([a-z]*)/u;

/** The sentences of each track, by its label, one a minute. The mix has those of both. */
const LINES: Record<string, (minute: number) => string[]> = {
  mic: (minute) => [`In minute ${minute} I ask about valves of size ${minute}.`],
  desk: (minute) => [`They answer after ${minute} that the harbour has ${minute} cranes.`],
  mix: (minute) => [...(LINES.mic?.(minute) ?? []), ...(LINES.desk?.(minute) ?? [])],
};

/** Hears which track a window's sound was cut from, and says the lines of its minutes. */
function listeningEngine() {
  const asked: string[] = [];
  const engine: Pick<SpeechEngine, "recognise"> = {
    async recognise({ audio }) {
      const text = new TextDecoder("latin1").decode(audio);
      const [, from = "0", label = ""] = MARK.exec(text) ?? [];
      asked.push(label);
      const startMs = Number(from);
      const endMs = Number([...text.matchAll(new RegExp(MARK, "gu"))].at(-1)?.[1] ?? 0);
      const segments: SpokenSegment[] = [];
      for (let minute = Math.ceil(startMs / 60_000); minute * 60_000 + 8000 < endMs; minute += 1) {
        for (const [line, words] of (LINES[label]?.(minute) ?? []).entries()) {
          const at = minute * 60_000 + (label === "desk" ? 4000 : line * 4000) - startMs;
          segments.push({ ...SPOKEN, startMs: at, endMs: at + 3000, text: words });
        }
      }
      return { segments, language: null };
    },
  };
  return { asked, engine };
}

const SPOKEN = {
  speaker: null,
  words: null,
  noSpeechProbability: null,
  meanLogProbability: null,
  compressionRatio: null,
};

const speechOf = (engine: Pick<SpeechEngine, "recognise">): SpeechEngine => ({ id: "listening", ...engine });
const said = ({ view }: Bench) => view()?.segments.map(({ text }) => text);
const everything = Array.from({ length: SECONDS / 60 }, (_, minute) => LINES.mix?.(minute) ?? []).flat();

test("microphone and desktop of one file are one transcript, in the order of time", async () => {
  const { asked, engine } = listeningEngine();
  const recording = markedTracks(SECONDS, ["mic", "desk"]);
  await onBench(recording, { deps: { speech: speechOf(engine) } }, async (bench) => {
    await bench.finish();
    expect(said(bench)).toEqual(everything);
    expect(asked.toSorted()).toEqual(["desk", "desk", "desk", "mic", "mic", "mic"]);
  });
});

test("no engine is asked about a silent track", async () => {
  const { asked, engine } = listeningEngine();
  const recording = markedTracks(SECONDS, [null, "desk"]);
  await onBench(recording, { deps: { speech: speechOf(engine) } }, async (bench) => {
    await bench.finish();
    expect(bench.view()?.head.status).toBe("SUMMARIZED");
    expect(said(bench)).toHaveLength(SECONDS / 60);
    expect(asked).toEqual(["desk", "desk", "desk"]);
  });
});

test("a mix beside its sources doubles no words", async () => {
  const { engine } = listeningEngine();
  const recording = markedTracks(SECONDS, ["mix", "mic", "desk"]);
  await onBench(recording, { deps: { speech: speechOf(engine) } }, async (bench) => {
    await bench.finish();
    expect(said(bench)).toEqual(everything);
  });
});

/** Lands these windows of the sound ahead of the video. */
async function send(bench: Bench, sound: CutSound): Promise<void> {
  for (const { wanted, audio } of sound.windows) {
    const places = await takeSound(bench.deps, bench.storage, { plan: sound.plan, wanted: [wanted], landed: [] });
    if (!places.ok) throw new Error(places.reason);
    for (const { key } of places.value.places) await env.RECORDINGS.put(key, audio);
    await takeSound(bench.deps, bench.storage, { wanted: [], landed: [wanted.index] });
  }
}

test("sound that comes ahead of its video brings all tracks, and the video changes nothing", async () => {
  const { asked, engine } = listeningEngine();
  const recording = markedTracks(SECONDS, ["mic", "desk"]);
  const recordingId = newRecordingId();
  const options = { recordingId, uploadKey: newOriginalKey(recordingId), deps: { speech: speechOf(engine) } };
  await onBench(new Uint8Array(), options, async (bench) => {
    await send(bench, await cutSound(recording));
    await bench.work.run();
    for (let turn = 0; turn < 20; turn += 1) await bench.work.run();
    expect(said(bench)).toEqual(everything);
    await env.RECORDINGS.put(bench.birth.uploadKey, recording);
    expect(await acceptUpload(bench.deps, bench.storage, bench.birth.details)).toEqual({ ok: true, value: null });
    await bench.finish();
    expect(said(bench)).toEqual(everything);
    expect(asked).toHaveLength(6);
  });
});
