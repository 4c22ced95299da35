import { invariant } from "#app/domain/invariant.ts";
import { PCM_WINDOW_RATE_MIN, QUIET_DBFS_MAX, SILENCE_MS_MIN } from "#app/domain/limits/media.ts";
import { type PcmFormat, pcmFrameBytes, unpackPcm } from "#app/media/pcm/pcm-format.ts";
import { pcmReader } from "#app/media/pcm/read-pcm.ts";
import type { Silence } from "#app/media/windows/find-silences.ts";
import type { WindowContent } from "#app/media/windows/plan-windows.ts";

export interface WavWriter {
  /** Takes the bytes of the window's frames in order, split anywhere. */
  push(bytes: Uint8Array): void;
  finish(): { file: Uint8Array<ArrayBuffer>; silences: Silence[] };
}

const HEADER_BYTES = 44;
/** Length of the low-pass filter on each side of a kept sample, in kept samples. */
const FILTER_REACH = 12;
/** Share of the new rate's band that passes: the rest is the filter's slope. */
const PASS_BAND = 0.92;
const QUIET_BLOCKS_A_SECOND = 10;

/**
 * Channels of a window of PCM. A call recorder has a person in each of two, at no more than 16 kHz: they stay apart, so that whoever tells
 * voices from each other has them. More, or faster ones, would not fit what engines accept, and are mixed.
 */
function channelsKept({ channels, sampleRate }: PcmFormat): 1 | 2 {
  return channels === 2 && sampleRate <= PCM_WINDOW_RATE_MIN ? 2 : 1;
}

/**
 * Writes a window of PCM as a WAV file: 16 bits, one channel (the mean of all) or two, and every n-th sample where the rate allows it, after
 * a low-pass filter. Five minutes of 48 kHz stereo are 58 MB; engines accept 25 and use 16 kHz anyway. The played part (`skip`, `length`) is
 * exact to the sample: one for each n input samples.
 */
export function openWav(content: WindowContent): WavWriter {
  const recorded = unpackPcm(content.setup, content);
  const { sampleRate } = recorded;
  const channels = channelsKept(recorded);
  // The samples of two channels stand in turn, as one channel of twice as many.
  const format = channels === 2 ? { ...recorded, channels: 1 } : recorded;
  const frameBytes = pcmFrameBytes(format);
  const read = pcmReader(format);
  const factor = Math.max(1, Math.floor(sampleRate / PCM_WINDOW_RATE_MIN));
  const framesOf = (units: number) => Math.round((units * sampleRate) / content.timescale) * channels;
  const first = framesOf(content.skip);
  const kept = Math.ceil(framesOf(content.length) / factor);
  const file = new Uint8Array(HEADER_BYTES + kept * 2);
  const written16 = { bits: 16, float: false, bigEndian: false, unsigned: false };
  file.set(writeWavHead({ ...written16, sampleRate: Math.round(sampleRate / factor), channels }, kept * 2));
  const out = new DataView(file.buffer, HEADER_BYTES);
  const taps = lowPass(factor);
  const reach = (taps.length - 1) / 2;
  const silences = quietStretches((sampleRate * channels) / factor);

  /** Mono samples from frame `heldFrom` on, `held` of them; samples that no later output needs are dropped. */
  let mono = new Float32Array(sampleRate);
  let heldFrom = -reach;
  let held = reach;
  let written = 0;

  function writeReady(): void {
    for (; written < kept; written++) {
      const centre = first + written * factor;
      const from = centre - reach - heldFrom;
      if (from + taps.length > held) break;
      let value = 0;
      for (let tap = 0; tap < taps.length; tap++) value += (taps[tap] ?? 0) * (mono[from + tap] ?? 0);
      const clipped = Math.max(-32_768, Math.min(32_767, Math.round(value * 32_768)));
      out.setInt16(written * 2, clipped, true);
      silences.add(clipped);
    }
    const unneeded = Math.min(first + written * factor - reach - heldFrom, held);
    if (unneeded <= 0) return;
    mono.copyWithin(0, unneeded, held);
    held -= unneeded;
    heldFrom += unneeded;
  }
  function take(bytes: Uint8Array, frames: number): void {
    for (let done = 0; done < frames; ) {
      if (held === mono.length) writeReady();
      // The samples kept for the filter are a small part of the buffer, which has room for one second.
      invariant(held < mono.length, "a window's samples are written as they come");
      const now = Math.min(frames - done, mono.length - held);
      read(bytes, done * frameBytes, now, mono, held);
      held += now;
      done += now;
    }
  }
  return {
    push: wholeFrames(frameBytes, take),
    finish() {
      writeReady();
      // The frames after the last one are silence.
      while (written < kept) {
        const longer = new Float32Array(held + sampleRate);
        longer.set(mono.subarray(0, held));
        mono = longer;
        held = longer.length;
        writeReady();
      }
      return { file, silences: silences.finish() };
    },
  };
}

/** Passes on whole frames from bytes that are split anywhere. */
function wholeFrames(frameBytes: number, take: (bytes: Uint8Array, frames: number) => void) {
  const carry = new Uint8Array(frameBytes);
  let carried = 0;
  return (bytes: Uint8Array): void => {
    let at = 0;
    if (carried > 0) {
      at = Math.min(frameBytes - carried, bytes.byteLength);
      carry.set(bytes.subarray(0, at), carried);
      carried += at;
      if (carried < frameBytes) return;
      take(carry, 1);
      carried = 0;
    }
    const frames = Math.floor((bytes.byteLength - at) / frameBytes);
    take(bytes.subarray(at), frames);
    at += frames * frameBytes;
    carry.set(bytes.subarray(at));
    carried = bytes.byteLength - at;
  };
}

/** A windowed sinc (Blackman) for keeping every `factor`-th sample; for factor 1, the sample itself. */
function lowPass(factor: number): Float32Array {
  if (factor === 1) return Float32Array.of(1);
  const reach = FILTER_REACH * factor;
  const cutoff = PASS_BAND / factor;
  const taps = Float64Array.from({ length: 2 * reach + 1 }, (_, tap) => {
    const x = (tap - reach) * cutoff;
    const turn = (Math.PI * tap) / reach;
    const shape = 0.42 - 0.5 * Math.cos(turn) + 0.08 * Math.cos(2 * turn);
    return shape * (x === 0 ? 1 : Math.sin(Math.PI * x) / (Math.PI * x));
  });
  const sum = taps.reduce((total, tap) => total + tap, 0);
  return Float32Array.from(taps, (tap) => tap / sum);
}

/**
 * Stretches that are quieter than any voice, in blocks of a tenth of a second. The sound itself is measured here, so that a room's noise
 * counts as silence too.
 */
function quietStretches(rate: number) {
  const block = Math.round(rate / QUIET_BLOCKS_A_SECOND);
  const quietest = block * (32_768 * 10 ** (QUIET_DBFS_MAX / 20)) ** 2;
  const silences: Silence[] = [];
  let energy = 0;
  let count = 0;
  let since: number | null = null;
  const ms = (sample: number) => (sample * 1000) / rate;
  const close = (until: number) => {
    if (since !== null && ms(until - since) >= SILENCE_MS_MIN) silences.push({ startMs: ms(since), endMs: ms(until) });
    since = null;
  };
  return {
    add(sample: number): void {
      energy += sample * sample;
      count++;
      if (count % block !== 0) return;
      if (energy <= quietest) since ??= count - block;
      else close(count - block);
      energy = 0;
    },
    finish(): Silence[] {
      close(count);
      return silences;
    },
  };
}

/** RIFF/WAVE up to its sound, of which there are so many bytes. Players know low byte first, and 8 bits that count from 128. */
export function writeWavHead(
  { sampleRate, channels, bits, float, law }: PcmFormat,
  bytes: number,
): Uint8Array<ArrayBuffer> {
  const head = new Uint8Array(HEADER_BYTES);
  const view = new DataView(head.buffer);
  const tag = (at: number, name: string) => {
    for (let letter = 0; letter < 4; letter++) view.setUint8(at + letter, name.charCodeAt(letter));
  };
  const frameBytes = (channels * bits) / 8;
  tag(0, "RIFF");
  view.setUint32(4, HEADER_BYTES - 8 + bytes, true);
  tag(8, "WAVE");
  tag(12, "fmt ");
  view.setUint32(16, 16, true);
  view.setUint16(20, law === "a" ? 6 : law === "mu" ? 7 : float ? 3 : 1, true);
  view.setUint16(22, channels, true);
  view.setUint32(24, sampleRate, true);
  view.setUint32(28, sampleRate * frameBytes, true);
  view.setUint16(32, frameBytes, true);
  view.setUint16(34, bits, true);
  tag(36, "data");
  view.setUint32(40, bytes, true);
  return head;
}
