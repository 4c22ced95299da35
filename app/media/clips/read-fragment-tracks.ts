import type { MeetingLanguage } from "#app/domain/meeting-languages.ts";
import { MOOF_BYTES_MAX } from "#app/domain/limits/media.ts";
import { type ByteSource, type RangeReader, viewOf } from "#app/media/byte-source.ts";
import type { ClipRange, ClipTrack } from "#app/media/clips/clip-track.ts";
import { beginsInTime, collectShown, partsFrom, type ShownCollector } from "#app/media/clips/collect-shown.ts";
import { findPlace, type Look, type Place } from "#app/media/clips/find-place.ts";
import { findPicture, inMovie, type MoviePicture } from "#app/media/clips/read-movie-tracks.ts";
import { type FragmentRun, isKeySample, readFragment } from "#app/media/fragments/read-fragment.ts";
import { measureUnsizedFragment } from "#app/media/fragments/unsized-fragment.ts";
import type { Movie } from "#app/media/mp4/read-movie.ts";
import { type ChosenTrack, chooseAudio, pcmFramesOf, soundTracks } from "#app/media/mp4/read-movie-audio.ts";
import type { TrackHeader } from "#app/media/mp4/read-track-header.ts";
import { layOutTimeline, type TimelinePart } from "#app/media/mp4/timeline.ts";
import { fourcc, walkBoxes } from "#app/media/mp4/walk-boxes.ts";
import { pieceRun } from "#app/media/pcm/pcm-samples.ts";
import { RecordingRefusedError } from "#app/media/refuse-recording.ts";

type FragmentedMovie = {
  reader: RangeReader;
  movie: Movie;
  /** Offset of the first fragment. */
  from: number;
  language: MeetingLanguage | null;
  range: ClipRange;
  signal: AbortSignal | undefined;
};

/** A picture begins at a key sample: the walk begins this long before the range, and earlier where there was none. */
const LEADS_MS = [5000, 60_000];
/** A track may begin this long after the others. */
const AFTER_MS = 2000;
/** Longer than any recording, in a track's units; the true end is only known behind a scan. */
const ENDLESS = 2 ** 52;
/** The presentation begins with the first sample of these fragments. */
const FIRST_FRAGMENTS_MAX = 16;

/** `parts`: in the units of the file's own clock. */
type Wanted = { track: TrackHeader; sound: ChosenTrack | null; parts: TimelinePart[]; collected: ShownCollector };

/** The picture and the sound of a movie in fragments, as far as they stand around a range. */
export async function readFragmentTracks(source: ByteSource, wanted: FragmentedMovie): Promise<ClipTrack[]> {
  const { reader, movie, from, language, range } = wanted;
  const picture = await findPicture(reader, movie, () => Promise.resolve(true));
  const sounds: ChosenTrack[] = [];
  if (soundTracks(movie).length > 0)
    for await (const chosen of chooseAudio(reader, soundTracks(movie), language)) sounds.push(chosen);
  const first = await findFirst(source, movie, from);
  let found: ClipTrack[] = [];
  for (const leadMs of LEADS_MS) {
    const tracks = [
      ...(picture === null ? [] : [{ track: picture.track, sound: null }]),
      ...sounds.map((sound) => ({ track: sound.track, sound })),
    ].map((one): Wanted => ({ ...one, parts: partsOf(one.track, first.ms), collected: collectShown() }));
    const { fromMs, untilMs } = clockSpan(tracks, range);
    const place = await findPlace(source, { first, targetMs: fromMs - leadMs, look: lookForFragment(source, movie) });
    await walk(source, wanted, { from: place.at, tracks, untilMs: untilMs + AFTER_MS });
    found = await finish(reader, tracks, picture);
    if (place.at === first.at || found.every((track) => beginsInTime(track, range))) break;
  }
  return found;
}

function partsOf({ edits, timescale }: TrackHeader, originMs: number): TimelinePart[] {
  const origin = Math.round((originMs * timescale) / 1000);
  return layOutTimeline(edits, timescale, ENDLESS).map(({ startMs, mediaStart, mediaEnd }) => ({
    startMs,
    mediaStart: mediaStart + origin,
    mediaEnd: mediaEnd + origin,
  }));
}

/** The stretch of the file's own clock in which the samples of a range are shown. */
function clockSpan(tracks: readonly Wanted[], range: ClipRange): { fromMs: number; untilMs: number } {
  const span = { fromMs: Number.POSITIVE_INFINITY, untilMs: 0 };
  for (const { parts, track } of tracks)
    for (const { startMs, mediaStart, mediaEnd } of parts) {
      const clockMs = (mediaStart * 1000) / track.timescale - startMs;
      const endMs = (mediaEnd * 1000) / track.timescale - clockMs;
      if (endMs <= range.fromMs || startMs >= range.toMs) continue;
      span.fromMs = Math.min(span.fromMs, clockMs + Math.max(range.fromMs, startMs));
      span.untilMs = Math.max(span.untilMs, clockMs + Math.min(range.toMs, endMs));
    }
  return span;
}

/** The first fragment, and the time at which the presentation begins. */
async function findFirst(source: ByteSource, movie: Movie, from: number): Promise<Place> {
  const first = { at: from, ms: Number.POSITIVE_INFINITY };
  const waiting = new Set(shownTracks(movie).keys());
  let left = FIRST_FRAGMENTS_MAX;
  await walkBoxes(source, from, {
    enter: (box) => (waiting.size === 0 || left === 0 ? "stop" : enterFragment(box, source.size)),
    take(box, bytes) {
      left--;
      readFragment(bytes, box, movie.defaults, (run) => {
        const timescale = shownTracks(movie).get(run.trackId);
        if (timescale === undefined || run.count === 0 || !waiting.delete(run.trackId)) return;
        first.ms = Math.min(first.ms, ((run.time ?? 0) * 1000) / timescale);
      });
    },
  });
  return { at: from, ms: Number.isFinite(first.ms) ? first.ms : 0 };
}

function shownTracks({ tracks }: Movie): Map<number, number> {
  const shown = tracks.filter(({ handler }) => handler === "soun" || handler === "vide");
  return new Map(shown.map(({ id, timescale }) => [id, timescale]));
}

type Enterable = { type: string; start: number; body: number; end: number; isUnsized: boolean };

function enterFragment({ type, start, body, end, isUnsized }: Enterable, fileEnd: number) {
  if (type === "moof" && isUnsized) return measureUnsizedFragment();
  if (end < body || end > fileEnd) return "stop";
  return type === "moof" && end - start <= MOOF_BYTES_MAX ? "take" : "pass";
}

/** Looks for the beginning of a fragment: `moof`, and in it `mfhd`, and samples with a time. */
function lookForFragment(source: ByteSource, movie: Movie): Look {
  const timescales = shownTracks(movie);
  return (bytes, index, start) => {
    // The letters are compared one by one: this is asked of every byte.
    if (
      bytes[index + 4] !== 0x6d ||
      bytes[index + 5] !== 0x6f ||
      bytes[index + 6] !== 0x6f ||
      bytes[index + 7] !== 0x66
    )
      return null;
    if (fourcc(bytes, index + 12) !== "mfhd") return null;
    const at = start + index;
    return readTime(source, { at, length: viewOf(bytes).getUint32(index), movie, timescales });
  };
}

type Fragment = { at: number; length: number; movie: Movie; timescales: Map<number, number> };

async function readTime(source: ByteSource, { at, length, movie, timescales }: Fragment): Promise<Place | null> {
  if (length < 16 || length > MOOF_BYTES_MAX || at + length > source.size) return null;
  let ms = Number.POSITIVE_INFINITY;
  try {
    readFragment(await source.read(at, at + length), { start: at, body: at + 8 }, movie.defaults, (run) => {
      const timescale = timescales.get(run.trackId);
      if (timescale !== undefined && run.time !== null) ms = Math.min(ms, (run.time * 1000) / timescale);
    });
  } catch (error) {
    if (error instanceof RecordingRefusedError) return null;
    throw error;
  }
  return Number.isFinite(ms) ? { at, ms } : null;
}

type Walk = { from: number; tracks: readonly Wanted[]; untilMs: number };

async function walk(source: ByteSource, { movie, signal }: FragmentedMovie, { from, tracks, untilMs }: Walk) {
  const byId = new Map(tracks.map((wanted) => [wanted.track.id, wanted]));
  /** Whether all that has begun is past the range. */
  const isOver = () => {
    const begun = tracks.filter(({ collected }) => collected.count > 0);
    const isPast = ({ collected, track }: Wanted) => (collected.end * 1000) / track.timescale >= untilMs;
    return begun.length > 0 && begun.every(isPast);
  };
  await walkBoxes(source, from, {
    enter(box) {
      signal?.throwIfAborted();
      return isOver() ? "stop" : enterFragment(box, source.size);
    },
    take(box, bytes) {
      readFragment(bytes, box, movie.defaults, (run) => {
        const wanted = byId.get(run.trackId);
        if (wanted !== undefined) addRun(wanted, run, source.size);
      });
    },
  });
}

function addRun({ sound, collected }: Wanted, run: FragmentRun, fileEnd: number): void {
  const held = sound?.config.codec === "pcm" ? pieceRun(run, pcmFramesOf(sound.config)) : run;
  let offset = held.offset;
  for (let sample = 0; sample < held.count; sample++) {
    const size = held.size(sample);
    if (offset + size > fileEnd) return;
    const shown =
      sound === null ? { isKey: isKeySample(run.flags(sample)), composition: run.composition(sample) } : SOUND;
    collected.add({ offset, size, delta: held.duration(sample), ...shown }, sample === 0 ? held.time : null);
    offset += size;
  }
}
const SOUND = { isKey: true, composition: 0 };

async function finish(reader: RangeReader, tracks: readonly Wanted[], picture: MoviePicture | null) {
  const found: ClipTrack[] = [];
  for (const { track, sound, parts, collected } of tracks) {
    const isTaken = found.some(({ handler }) => handler === track.handler);
    if (collected.count === 0 || isTaken) continue;
    const { table: samples, base, isKey, composition } = collected.finish();
    const { timescale } = track;
    // The last picture is shown later than it is decoded, where a writer reorders them.
    const end = base + samples.duration + Math.max(composition(samples.count - 1), 0);
    const own = partsFrom(parts, { base, end, timescale });
    if (sound !== null) found.push(await inMovie(reader, sound, { table: samples, parts: own }));
    else if (picture !== null)
      found.push({
        handler: "vide",
        timescale,
        entries: picture.entries,
        description: () => 1,
        display: track.display,
        samples,
        parts: own,
        isKey,
        composition,
        prerollMs: 0,
      });
  }
  return found;
}
