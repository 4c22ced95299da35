import { type HereSource, type HereTrack, tracksOf } from "#app/domain/here/here.ts";
import { askEchoWorker } from "#app/features/here/capture/ask-echo-worker.ts";
import type { Capture, CaptureEvents, HereInput, Levels } from "#app/features/here/capture/capture.ts";
import { captureInputs, type OpenProblem } from "#app/features/here/capture/capture-inputs.ts";
import { type Encoder, loadRewriting, startEncoder } from "#app/features/here/capture/encoder.ts";
import { openGraph, SLOTS } from "#app/features/here/capture/sound-graph.ts";

export interface BrowserCapture extends Capture {
  /** Opens an input, in the place of the one before. Null when it is there. A tab needs a click. */
  open(input: HereInput, deviceId?: string): Promise<OpenProblem | null>;
  /** The devices were given back: nothing can be recorded any more. */
  isReleased(): boolean;
  /** Makes the tracks of a source, before the first start. An input that the source does not have, such as a tried microphone, is closed. */
  prepare(source: HereSource): void;
}

/** The sound of the page. */
export async function openCapture(): Promise<BrowserCapture> {
  const rewriting = await loadRewriting();
  const graph = await openGraph();
  const echo = askEchoWorker();
  const life = new AbortController();
  let tracks: readonly HereTrack[] = [];
  let encoders: Encoder[] = [];
  let events: CaptureEvents = { levels() {}, sound() {}, inputs() {}, piece() {}, failed() {} };
  const inputs = captureInputs({ graph, life: life.signal, onChange: () => events.inputs() });
  graph.listen(({ loudness, sound }) => {
    const levels: Levels = {};
    for (const [index, input] of SLOTS.entries()) {
      const heard = loudness[index];
      if (heard && inputs.isLive(input)) levels[input] = heard;
    }
    events.levels(levels);
    if (sound && levels.microphone && levels.tab) events.sound(sound);
  });

  return {
    get tracks() {
      return tracks;
    },
    inputs: inputs.facts,
    listen(next) {
      events = next;
    },
    async open(input, deviceId) {
      const problem = await inputs.open(input, deviceId);
      if (problem === null) events.inputs();
      return problem;
    },
    isReleased: () => life.signal.aborted,
    findEcho: echo.find,
    giveBack: graph.giveBack,
    reopen: async (input) => (await inputs.reopen(input)) === null,
    prepare(chosen) {
      tracks = tracksOf(chosen);
      inputs.keepThoseOf(chosen);
      for (const track of tracks) graph.addOutput(track);
      inputs.connect();
    },
    start() {
      graph.resume();
      encoders = [...graph.outputs].map(([track, { stream }]) =>
        startEncoder(stream, rewriting, (bytes, isLast) => events.piece(track, bytes, isLast), events.failed),
      );
    },
    async stop() {
      const stopping = encoders;
      encoders = [];
      await Promise.all(stopping.map((encoder) => encoder.stop()));
    },
    release() {
      // A dialog and its recording both give the devices back.
      if (life.signal.aborted) return;
      life.abort();
      inputs.close();
      echo.end();
      graph.close();
    },
  };
}
