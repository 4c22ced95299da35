/**
 * Measures the loudness of the inputs on the thread of the sound, which no hidden tab slows down: timers of a page that nobody looks at run
 * once a second, and the page that records is seldom the one that is looked at.
 */

/** TypeScript knows no worklets. */
declare const sampleRate: number;
declare const registerProcessor: (name: string, processor: unknown) => void;
declare const AudioWorkletProcessor: { new (): { readonly port: MessagePort } };

const FRAME_MS = 100;

class LevelProcessor extends AudioWorkletProcessor {
  #squares = [0, 0];
  #peaks = [0, 0];
  #connected = [false, false];
  #samples = 0;

  /** `inputs`: the microphone and the tab; one that is not connected has no channels. */
  process(inputs: Float32Array[][]): boolean {
    let length = 128;
    for (const index of [0, 1]) {
      const channel = inputs[index]?.[0];
      if (!channel) continue;
      length = channel.length;
      let squares = 0;
      let peak = 0;
      for (const sample of channel) {
        squares += sample * sample;
        const size = sample < 0 ? -sample : sample;
        if (size > peak) peak = size;
      }
      this.#squares[index] = (this.#squares[index] ?? 0) + squares;
      this.#peaks[index] = Math.max(this.#peaks[index] ?? 0, peak);
      this.#connected[index] = true;
    }
    this.#samples += length;
    if (this.#samples >= (sampleRate * FRAME_MS) / 1000) this.#report();
    return true;
  }

  #report(): void {
    const loudness = (index: number) =>
      this.#connected[index] === true
        ? { rms: Math.sqrt((this.#squares[index] ?? 0) / this.#samples), peak: this.#peaks[index] ?? 0 }
        : null;
    this.port.postMessage([loudness(0), loudness(1)]);
    this.#squares = [0, 0];
    this.#peaks = [0, 0];
    this.#connected = [false, false];
    this.#samples = 0;
  }
}

registerProcessor("acta-levels", LevelProcessor);
