import { viewOf } from "#app/media/byte-source.ts";
import { innerBoxes } from "#app/media/mp4/walk-boxes.ts";

/** Encoding of a caption track's samples: 3GPP timed text (and QuickTime's), or WebVTT. */
export type CaptionFormat = "timed-text" | "webvtt";

/** One caption of a sample. Captions with the same `source` in adjacent samples are one caption that the writer had to split. */
export type SampleCaption = { text: string; source: number | null };

/** The captions that a sample shows; empty for a gap between two captions. */
export function decodeSample(format: CaptionFormat, sample: Uint8Array): SampleCaption[] {
  const captions = format === "webvtt" ? decodeWebVtt(sample) : [{ text: decodeTimedText(sample), source: null }];
  return captions
    .map(({ text, source }) => ({ text: text.replaceAll("\0", "").replaceAll(/\r\n?/g, "\n").trim(), source }))
    .filter(({ text }) => text !== "");
}

/**
 * ISO/IEC 14496-30: a `vttc` box for each cue shown, with its text in `payl` and, when the cue continues in the next sample, its number in
 * `vsid`; or one `vtte` box that shows nothing. Settings and comments contain no spoken text.
 */
function decodeWebVtt(sample: Uint8Array): SampleCaption[] {
  const captions: SampleCaption[] = [];
  for (const box of innerBoxes(sample, 0, sample.byteLength)) {
    if (box.type !== "vttc") continue;
    let text = "";
    let source: number | null = null;
    for (const part of innerBoxes(sample, box.body, box.end)) {
      const bytes = sample.subarray(part.body, part.end);
      if (part.type === "payl") text = new TextDecoder().decode(bytes);
      if (part.type === "vsid" && bytes.byteLength >= 4) source = viewOf(bytes).getUint32(0);
    }
    captions.push({ text, source });
  }
  return captions;
}

/**
 * Two bytes of length, the text, and then style boxes, which are ignored. UTF-8, or UTF-16 when it begins with a byte order mark (3GPP TS
 * 26.245 §5.16).
 */
function decodeTimedText(sample: Uint8Array): string {
  if (sample.byteLength < 2) return "";
  const bytes = sample.subarray(2, 2 + viewOf(sample).getUint16(0));
  const bigEndian = bytes[0] === 0xfe && bytes[1] === 0xff;
  const littleEndian = bytes[0] === 0xff && bytes[1] === 0xfe;
  return bigEndian || littleEndian ? decodeUtf16(bytes.subarray(2), littleEndian) : new TextDecoder().decode(bytes);
}

/** Decoded here, because not every runtime's TextDecoder supports the big-endian kind. */
function decodeUtf16(bytes: Uint8Array, littleEndian: boolean): string {
  const view = viewOf(bytes);
  let text = "";
  for (let at = 0; at + 1 < bytes.byteLength; at += 2) text += String.fromCharCode(view.getUint16(at, littleEndian));
  return text;
}
