import type { Measured } from "#app/features/here/capture/echo-finder.ts";
import { ECHO_RATE } from "#app/media/echo/find-echo.ts";

/**
 * Measures the loudness of the inputs on the thread of the sound, which no hidden tab slows down: timers of a page that nobody looks at run
 * once a second, and the page that records is seldom the one that is looked at.
 */

/** TypeScript knows no worklets. */
declare const sampleRate: number;
declare const registerProcessor: (name: string, processor: unknown) => void;
declare const AudioWorkletProcessor: { new (): { readonly port: MessagePort } };

const FRAME_MS = 100;
/** Room for the sound of a frame, which ends with the first block of samples after FRAME_MS. */
const SOUND_LENGTH_MAX = (ECHO_RATE * FRAME_MS * 2) / 1000;

/** `sum` and `summed`: the samples since the last one of `sound`, which is the mean of several. `length`: how much of `sound` is used. */
type Slot = {
  squares: number;
  peak: number;
  isConnected: boolean;
  sum: number;
  summed: number;
  sound: Float32Array;
  length: number;
};
const emptySlot = (): Slot => ({
  squares: 0,
  peak: 0,
  isConnected: false,
  sum: 0,
  summed: 0,
  sound: new Float32Array(SOUND_LENGTH_MAX),
  length: 0,
});

class LevelProcessor extends AudioWorkletProcessor {
  readonly slots: readonly [Slot, Slot] = [emptySlot(), emptySlot()];
  samples = 0;
  /** Buffers of sound that the page has given back: new ones would be garbage of four megabytes a minute there. */
  readonly spare: ArrayBuffer[] = [];

  constructor() {
    super();
    this.port.addEventListener("message", ({ data }: MessageEvent<ArrayBuffer[]>) => {
      this.spare.push(...data);
    });
    this.port.start();
  }

  /** `inputs`: the microphone and the tab; one that is not connected has no channels. Runs 375 times a second, so it makes no objects. */
  process(inputs: Float32Array[][]): boolean {
    const microphone = inputs[0]?.[0];
    const tab = inputs[1]?.[0];
    const isPair = microphone !== undefined && tab !== undefined;
    if (microphone) measure(this.slots[0], microphone, isPair);
    if (tab) measure(this.slots[1], tab, isPair);
    this.samples += (microphone ?? tab)?.length ?? 128;
    if (this.samples >= (sampleRate * FRAME_MS) / 1000) this.report();
    return true;
  }

  report(): void {
    const [microphone, tab] = this.slots;
    const loudness = this.slots.map(({ squares, peak, isConnected }) =>
      isConnected ? { rms: Math.sqrt(squares / this.samples), peak } : null,
    );
    const isPair = microphone.length > 0 && microphone.length === tab.length;
    const sound = isPair ? { microphone: this.copyOf(microphone), tab: this.copyOf(tab) } : null;
    const measured: Measured = { loudness, sound };
    this.port.postMessage(measured, sound ? [sound.microphone.buffer, sound.tab.buffer] : []);
    for (const slot of this.slots) Object.assign(slot, { squares: 0, peak: 0, isConnected: false, length: 0 });
    this.samples = 0;
  }

  copyOf({ sound, length }: Slot): Float32Array<ArrayBuffer> {
    const copy = new Float32Array(this.spare.pop() ?? new ArrayBuffer(sound.byteLength), 0, length);
    copy.set(sound.subarray(0, length));
    return copy;
  }
}

/** Every sample of the recording passes here: only local numbers in the loop. `isKept`: the sound is compared with that of the other input. */
function measure(slot: Slot, channel: Float32Array, isKept: boolean): void {
  const perSound = sampleRate / ECHO_RATE;
  const { sound } = slot;
  let { squares, peak, sum, summed, length } = slot;
  for (const sample of channel) {
    squares += sample * sample;
    const size = sample < 0 ? -sample : sample;
    if (size > peak) peak = size;
    if (!isKept) continue;
    // The mean of six samples: enough of a filter for a correlation.
    sum += sample;
    summed += 1;
    if (summed < perSound) continue;
    if (length < SOUND_LENGTH_MAX) sound[length] = sum / summed;
    length += 1;
    sum = 0;
    summed = 0;
  }
  slot.isConnected = true;
  slot.squares = squares;
  slot.peak = peak;
  slot.sum = sum;
  slot.summed = summed;
  slot.length = Math.min(length, SOUND_LENGTH_MAX);
}

registerProcessor("acta-levels", LevelProcessor);
