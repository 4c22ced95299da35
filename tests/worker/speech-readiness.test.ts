import { afterEach, expect, test, vi } from "vitest";
import { SpeechMissing, SpeechNotReady, type SpeechEngine } from "#app/server/ports/speech.ts";
import { STEP_ATTEMPTS_MAX } from "#app/domain/limits/steps.ts";
import { standInForSpeech } from "#tests/fakes/speech-server.ts";
import { fixture } from "#tests/support/fixture.ts";
import { markedRecording, marksOf } from "#tests/support/marked-recording.ts";
import { onBench } from "#tests/support/meeting-bench.ts";
import { openAiSpeech } from "#app/server/adapters/openai/openai-speech.ts";

afterEach(() => {
  vi.restoreAllMocks();
});

/** An engine that has to be made ready: `prepare` as the test says, then the stand-in answers. */
function engineWith(prepare: NonNullable<SpeechEngine["prepare"]>, more: Partial<SpeechEngine> = {}): SpeechEngine {
  const engine = openAiSpeech({ baseUrl: "http://speech.test", model: null, apiKey: null });
  return { ...engine, prepare, ...more };
}

const SECOND_MS = 1000;
const READY = { name: "small", instead: null };

test("while the model is fetched the meeting waits and shows how far it is; then it goes on by itself", async () => {
  const speech = standInForSpeech();
  const asks: string[] = [];
  const percents: (number | undefined)[] = [];
  /** More turns than a failing step has attempts. */
  const turns = 3 * STEP_ATTEMPTS_MAX;
  const deps = {
    speech: engineWith(async ({ ask }) => {
      asks.push(ask);
      const receivedBytes = asks.length * 6;
      if (asks.length <= turns) {
        throw new SpeechNotReady({ download: { receivedBytes, totalBytes: 100 }, retryAfterMs: 2 * SECOND_MS });
      }
      return READY;
    }),
  };
  await onBench(await fixture("talk.mp4"), { deps }, async ({ birth, clock, finish, view, work }) => {
    for (let turn = 0; turn < turns; turn += 1) {
      await work.run();
      percents.push(view()?.head.speechDownload?.percent);
      expect(view()?.head).toMatchObject({ status: "TRANSCRIBING", retryable: false });
      clock.now += 2 * SECOND_MS;
    }
    expect(speech.asked, "the recording is not read before the engine is ready").toEqual([]);
    await finish();
    expect(view()?.head.status).toBe("SUMMARIZED");
    expect(view()?.head.speechDownload).toBeUndefined();
    expect(new Set(asks)).toEqual(new Set([`${birth.meetId}/1`]));
  });
  expect(percents).toEqual(percents.map((_, turn) => 6 * (turn + 1)));
});

test("a model that cannot be had: a state that says so, nothing lost, and one click goes on once it is there", async () => {
  standInForSpeech();
  const asks: string[] = [];
  let missing = true;
  const deps = {
    speech: engineWith(async ({ ask }) => {
      asks.push(ask);
      if (missing) throw new SpeechMissing("model");
      return READY;
    }),
  };
  await onBench(await fixture("talk.mp4"), { deps }, async ({ apply, birth, finish, view }) => {
    expect(await finish(), "nothing is tried again by itself").toEqual([]);
    expect(view()?.head).toMatchObject({
      status: "ERROR_TRANSCRIPT",
      reason: "speech-model-missing",
      retryable: true,
      playable: true,
    });
    missing = false;
    apply({ type: "retry-asked" });
    await finish();
    expect(view()?.head).toMatchObject({ status: "SUMMARIZED", reason: null });
    expect(asks, "who asks again is somebody new").toEqual([`${birth.meetId}/1`, `${birth.meetId}/2`]);
  });
});

test("a platform without an engine is said to be one", async () => {
  const deps = { speech: engineWith(() => Promise.reject(new SpeechMissing("engine"))) };
  await onBench(await fixture("talk.mp4"), { deps }, async ({ finish, view }) => {
    await finish();
    expect(view()?.head).toMatchObject({ status: "ERROR_TRANSCRIPT", reason: "speech-engine-missing" });
  });
});

test("a machine that is slower than talk is waited for, window by window, as long as it takes", async () => {
  standInForSpeech();
  const seconds = 660;
  const engine = engineWith(() => Promise.resolve(READY));
  const times = new Map<number, number>();
  const slow: SpeechEngine["recognise"] = (window) => {
    const asked = (times.get(window.audio.length) ?? 0) + 1;
    times.set(window.audio.length, asked);
    if (asked <= 2 * STEP_ATTEMPTS_MAX) {
      return Promise.reject(new SpeechNotReady({ download: null, retryAfterMs: 2 * SECOND_MS }));
    }
    return engine.recognise(window);
  };
  const deps = { speech: { ...engine, recognise: slow } };
  await onBench(new Uint8Array(markedRecording(seconds)), { deps }, async ({ finish, view }) => {
    await finish();
    expect(view()?.head.status).toBe("SUMMARIZED");
    expect(view()?.segments.map(({ text }) => text)).toEqual(marksOf(seconds));
  });
});

const LINE = {
  speaker: null,
  words: null,
  noSpeechProbability: null,
  meanLogProbability: null,
  compressionRatio: null,
};

/** An engine that tells a part of its first window, and then waits for the test. */
function workingEngine() {
  const engine = engineWith(() => Promise.resolve({ name: "small", instead: "parakeet" }));
  let end: (outcome: "done" | Error) => void = () => {};
  const outcome = new Promise<"done" | Error>((resolve) => (end = resolve));
  const seen: { stopped: boolean; told: () => void } = { stopped: false, told: () => {} };
  const told = new Promise<void>((resolve) => (seen.told = resolve));
  const recognise: SpeechEngine["recognise"] = async ({ signal, onPart }) => {
    const first = { ...LINE, startMs: 1000, endMs: 3000, text: "The first words are here already." };
    onPart?.({ speech: { segments: [first], language: "en" }, untilMs: 4000, pace: 0.25, ahead: 0 });
    seen.told();
    const stopped = new Promise<Error>((resolve) => {
      signal.addEventListener("abort", () => {
        seen.stopped = true;
        resolve(new DOMException("stopped", "AbortError"));
      });
    });
    const ended = await Promise.race([outcome, stopped]);
    if (ended !== "done") throw ended;
    return { segments: [first], language: "en" };
  };
  return { speech: { ...engine, recognise }, told, seen, end: (how: "done" | Error) => end(how) };
}

test("words are shown while their window is still being recognised, with what is left, and the smaller model is named", async () => {
  const { speech, told, end } = workingEngine();
  await onBench(await fixture("talk.mp4"), { deps: { speech } }, async ({ finish, view }) => {
    const whole = finish();
    await told;
    expect(view()?.segments.map(({ text }) => text)).toEqual(["The first words are here already."]);
    expect(view()?.head).toMatchObject({
      status: "TRANSCRIBING",
      recognisedMs: 4000,
      speech: { pace: 0.25, ahead: 0, instead: "parakeet" },
    });
    end("done");
    await whole;
    expect(view()?.head.status).toBe("SUMMARIZED");
    expect(view()?.head.speech).toBeUndefined();
  });
});

test("part of a window is not shown after its engine failed for good", async () => {
  const { speech, end } = workingEngine();
  end(new SpeechMissing("engine"));
  await onBench(await fixture("talk.mp4"), { deps: { speech } }, async ({ finish, view }) => {
    await finish();
    expect(view()?.head).toMatchObject({ status: "ERROR_TRANSCRIPT", recognisedMs: 4000 });
    expect(view()?.segments).toEqual([]);
  });
});

test("a meeting that is deleted stops its engine at once", async () => {
  const { speech, told, seen } = workingEngine();
  await onBench(await fixture("talk.mp4"), { deps: { speech } }, async ({ apply, work, view }) => {
    const running = work.run();
    await told;
    apply({ type: "discarded" });
    work.stopUnwanted();
    await running;
    expect(seen.stopped).toBe(true);
    expect(view()).toBeNull();
  });
});
