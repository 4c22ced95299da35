import type { Measured } from "#app/features/meeting/here/capture/echo-finder.ts";
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

type Slot = { squares: number; peak: number; isConnected: boolean; sum: number; summed: number; sound: number[] };
const emptySlot = (): Slot => ({ squares: 0, peak: 0, isConnected: false, sum: 0, summed: 0, sound: [] });

class LevelProcessor extends AudioWorkletProcessor {
  #slots: [Slot, Slot] = [emptySlot(), emptySlot()];
  #samples = 0;

  /** `inputs`: the microphone and the tab; one that is not connected has no channels. */
  process(inputs: Float32Array[][]): boolean {
    let length = 128;
    for (const [index, slot] of this.#slots.entries()) {
      const channel = inputs[index]?.[0];
      if (!channel) continue;
      length = channel.length;
      measure(slot, channel);
    }
    this.#samples += length;
    if (this.#samples >= (sampleRate * FRAME_MS) / 1000) this.#report();
    return true;
  }

  #report(): void {
    const [microphone, tab] = this.#slots;
    const loudness = this.#slots.map(({ squares, peak, isConnected }) =>
      isConnected ? { rms: Math.sqrt(squares / this.#samples), peak } : null,
    );
    const isPair = microphone.sound.length > 0 && microphone.sound.length === tab.sound.length;
    const sound = isPair
      ? { microphone: Float32Array.from(microphone.sound), tab: Float32Array.from(tab.sound) }
      : null;
    const measured: Measured = { loudness, sound };
    this.port.postMessage(measured, sound ? [sound.microphone.buffer, sound.tab.buffer] : []);
    this.#slots = [emptySlot(), emptySlot()];
    this.#samples = 0;
  }
}

function measure(slot: Slot, channel: Float32Array): void {
  slot.isConnected = true;
  for (const sample of channel) {
    slot.squares += sample * sample;
    slot.peak = Math.max(slot.peak, Math.abs(sample));
    // The mean of six samples: enough of a filter for a correlation.
    slot.sum += sample;
    slot.summed += 1;
    if (slot.summed < sampleRate / ECHO_RATE) continue;
    slot.sound.push(slot.sum / slot.summed);
    slot.sum = 0;
    slot.summed = 0;
  }
}

registerProcessor("acta-levels", LevelProcessor);
