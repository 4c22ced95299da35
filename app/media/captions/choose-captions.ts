import { trackLanguage } from "#app/media/track-language.ts";
import { CAPTION_BYTES_MAX, CAPTION_SAMPLES_MAX } from "#app/domain/limits/media.ts";
import type { RangeReader } from "#app/media/byte-source.ts";
import type { CaptionFormat } from "#app/media/captions/decode-captions.ts";
import { readVarints, writeVarints } from "#app/media/containers/varints.ts";
import type { Movie } from "#app/media/mp4/read-movie.ts";
import type { TrackHeader } from "#app/media/mp4/read-track-header.ts";
import {
  listSamples,
  readSamples,
  type SampleIndex,
  type SampleList,
  type TrackSamples,
  writeSamples,
} from "#app/media/mp4/sample-list.ts";
import type { TimelinePart } from "#app/media/mp4/timeline.ts";
import { findBox, fourcc } from "#app/media/mp4/walk-boxes.ts";

export type CaptionTrack = {
  /** ISO 639-2 (`eng`, `spa`), null when the file does not say. */
  language: string | null;
  /** Samples with text: the largest possible number of cues. */
  textSamples: number;
  /** All data that `readCaptions` needs, so that it can be kept and read in a later step. Under 2 MB. */
  bytes: Uint8Array;
};

/** Decoded content of a caption track's bytes. */
export type CaptionContent = {
  format: CaptionFormat;
  timescale: number;
  durationMs: number;
  parts: TimelinePart[];
  samples: SampleList;
};

type Candidate = { track: TrackHeader; format: CaptionFormat; samples: TrackSamples; textSamples: number };

const FORMAT_VERSION = 2;
const CAPTION_HANDLERS = new Set(["sbtl", "text", "subt"]);
const CAPTION_ENTRIES: Readonly<Record<string, CaptionFormat>> = {
  tx3g: "timed-text",
  text: "timed-text",
  wvtt: "webvtt",
};
/** The index is the format's number in a kept track's bytes. */
const FORMATS: readonly CaptionFormat[] = ["timed-text", "webvtt"];
/** The longest sample without text: the length field only, or an empty cue box. */
const EMPTY_SAMPLE_BYTES: Record<CaptionFormat, number> = { "timed-text": 2, webvtt: 16 };

/**
 * The caption track that best covers the spoken words: of those with at least half as many cues as the fullest (a track of forced subtitles
 * has a handful), one in the spoken language (by any of its codes), else an enabled one, else the fullest.
 */
export async function chooseCaptions(
  reader: RangeReader,
  movie: Movie,
  index: SampleIndex,
  spoken: string | null,
  durationMs: number,
): Promise<CaptionTrack | null> {
  const chapters = new Set(movie.tracks.flatMap((track) => track.chapterTracks));
  const candidates: Candidate[] = [];
  for (const track of movie.tracks) {
    if (!isCaptionTrack(track) || chapters.has(track.id) || track.external) continue;
    const candidate = await readCandidate(reader, index, track);
    if (candidate !== null) candidates.push(candidate);
  }
  const fullest = candidates.reduce((most, candidate) => Math.max(most, candidate.textSamples), 0);
  const score = ({ track, textSamples }: Candidate) =>
    (track.language !== null && spoken !== null && trackLanguage(track.language) === trackLanguage(spoken) ? 2 : 0) +
    (track.enabled ? 1 : 0) +
    textSamples / (fullest + 1);
  const chosen = candidates
    .filter((candidate) => candidate.textSamples * 2 >= fullest)
    .toSorted((left, right) => score(right) - score(left))[0];
  return chosen === undefined ? null : keepTrack(chosen, durationMs);
}

export function isCaptionTrack(track: TrackHeader): boolean {
  return CAPTION_HANDLERS.has(track.handler);
}

async function readCandidate(reader: RangeReader, index: SampleIndex, track: TrackHeader): Promise<Candidate | null> {
  const count = await index.count(track);
  if (count === 0 || count > CAPTION_SAMPLES_MAX) return null;
  const stsd = findBox(track.tables, "stsd");
  if (stsd === null || stsd.end - stsd.body < 16) return null;
  const format = CAPTION_ENTRIES[fourcc(await reader.bytes(stsd.body, stsd.body + 16), 12)];
  if (format === undefined) return null;
  const samples = await index.read(track);
  let textSamples = 0;
  let bytes = 0;
  for (const size of samples.table.sizes) {
    bytes += size;
    if (size > EMPTY_SAMPLE_BYTES[format]) textSamples++;
  }
  return textSamples === 0 || bytes > CAPTION_BYTES_MAX ? null : { track, format, samples, textSamples };
}

/**
 * Varints: version of these bytes, format of the samples, timescale, duration in ms, the parts (microseconds, media start and end),
 * the samples.
 */
function keepTrack(
  { track, format, samples: { table, parts }, textSamples }: Candidate,
  durationMs: number,
): CaptionTrack {
  const writer = writeVarints(64 + table.count * 8);
  writer.uint(FORMAT_VERSION);
  writer.uint(FORMATS.indexOf(format));
  writer.uint(track.timescale);
  writer.uint(durationMs);
  writer.uint(parts.length);
  for (const part of parts) {
    writer.uint(Math.round(part.startMs * 1000));
    writer.uint(part.mediaStart);
    writer.uint(part.mediaEnd);
  }
  writeSamples(writer, listSamples(table, 0, table.count));
  return { language: track.language, textSamples, bytes: writer.finish() };
}

/** Null when the bytes are of another version: the recording has to be probed again. */
export function decodeCaptionTrack(bytes: Uint8Array): CaptionContent | null {
  const reader = readVarints(bytes);
  if (reader.uint() !== FORMAT_VERSION) return null;
  const format = FORMATS[reader.uint()];
  if (format === undefined) return null;
  const timescale = reader.uint();
  const durationMs = reader.uint();
  const parts = Array.from({ length: reader.uint() }, () => ({
    startMs: reader.uint() / 1000,
    mediaStart: reader.uint(),
    mediaEnd: reader.uint(),
  }));
  return { format, timescale, durationMs, parts, samples: readSamples(reader) };
}
