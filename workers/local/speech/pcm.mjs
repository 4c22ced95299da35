// Input of the recogniser: 16-bit mono at 16 kHz. Its loudness decides whether there is anything to recognise.
export const SAMPLE_RATE = 16_000;
export const PCM_BYTES_PER_SECOND = SAMPLE_RATE * 2;
/** Nothing quieter than this is speech in a recording: a quiet room is some -60 dB, a far voice some -45 dB of full scale. */
export const SPEECH_DBFS_MIN = -60;
/** The loudest stretch of this length is a piece's loudness, so that one word in a minute of silence counts. */
const STRETCH_SAMPLES = SAMPLE_RATE / 10;
/** Level that stands for digital silence, which has none. */
const SILENCE_DBFS = -120;

/** Level of the loudest tenth of a second in [fromMs, toMs), in dB of full scale. @param {Int16Array} pcm @param {number} fromMs @param {number} toMs */
export function loudnessOf(pcm, fromMs = 0, toMs = Number.POSITIVE_INFINITY) {
  const from = Math.max(0, Math.floor((fromMs * SAMPLE_RATE) / 1000));
  const to = Math.min(pcm.length, Math.ceil((toMs * SAMPLE_RATE) / 1000));
  let loudest = 0;
  for (let begin = from; begin < to; begin += STRETCH_SAMPLES) {
    const end = Math.min(to, begin + STRETCH_SAMPLES);
    let sum = 0;
    for (let at = begin; at < end; at += 1) sum += (pcm[at] ?? 0) ** 2;
    loudest = Math.max(loudest, sum / (end - begin));
  }
  return loudest === 0 ? SILENCE_DBFS : Math.max(SILENCE_DBFS, 10 * Math.log10(loudest / 0x8000 ** 2));
}
