/** The writer of write-mp4.ts for movie fragments. The recipe chooses how each fragment states the position of its samples. */
import { box, bytesOf, type Field, type TrackRecipe, writeMp4 } from "#tests/support/write-mp4.ts";

export type FragmentTrack = Omit<TrackRecipe, "stts" | "samplesPerChunk"> & {
  /** Duration of each sample, in units of the time scale; default 1024. */
  delta?: number;
  samplesPerFragment?: number;
  /** The decode time of the first sample. */
  startTime?: number;
  /** Moves the decode times from a fragment on, as a recorder does after a loss or a restart. */
  jumps?: { fragment: number; by: number }[];
};

export type FragmentsRecipe = {
  tracks: FragmentTrack[];
  /** Base of the data offsets: the start of the fragment, the start of the file, or the end of the data before. */
  base?: "moof" | "file" | "implicit";
  /** Form of the decode time in each fragment (`tfdt`); default "32 bits". */
  times?: "32 bits" | "64 bits" | "none";
  /** Sizes and durations with each sample, or as the defaults of the fragment or of the movie (same sizes only). */
  values?: "sample" | "fragment" | "movie";
  /** A fragment of its own for each track. */
  separate?: boolean;
  /** Several runs in one fragment: samples in each. */
  samplesPerRun?: number;
  /** Number of other bytes before each track's data. Not with `implicit`. */
  gapBytes?: number;
  movieDuration?: number;
  mehd?: boolean;
  /** Boxes between `moov` and the first fragment, before each fragment, and at the end. */
  beforeFirst?: Uint8Array[];
  beforeEach?: Uint8Array[];
  atEnd?: Uint8Array[];
  /** Samples in the tables of `moov` itself, before any fragment. */
  samplesInMoov?: number;
};

type Piece = { id: number; track: FragmentTrack; number: number; samples: Uint8Array[]; firstSample: number };

export function writeFragmentedMp4(recipe: FragmentsRecipe): Uint8Array {
  const inMoov = recipe.samplesInMoov ?? 0;
  const lists = recipe.tracks.map((track, index) => cutTrack(track, index + 1, inMoov));
  const longest = Math.max(0, ...lists.map((list) => list.length));
  const fragments: Piece[][] = [];
  for (let number = 0; number < longest; number++) {
    const pieces = lists.flatMap((list) => list.slice(number, number + 1));
    if (recipe.separate === true) fragments.push(...pieces.map((piece) => [piece]));
    else fragments.push(pieces);
  }
  let file = bytesOf(writeHeader(recipe, inMoov), ...(recipe.beforeFirst ?? []));
  for (const [sequence, pieces] of fragments.entries()) {
    file = bytesOf(file, ...(recipe.beforeEach ?? []));
    file = bytesOf(file, writeFragment(recipe, pieces, sequence + 1, file.byteLength));
  }
  return bytesOf(file, ...(recipe.atEnd ?? []));
}

function cutTrack(track: FragmentTrack, id: number, inMoov: number): Piece[] {
  const step = track.samplesPerFragment ?? 10;
  const count = Math.ceil(Math.max(track.samples.length - inMoov, 0) / step);
  return Array.from({ length: count }, (_, number) => {
    const firstSample = inMoov + number * step;
    return { id, track, number, firstSample, samples: track.samples.slice(firstSample, firstSample + step) };
  });
}

function writeHeader(recipe: FragmentsRecipe, inMoov: number): Uint8Array {
  const movieDefaults = (track: FragmentTrack) =>
    recipe.values === "movie" ? [track.delta ?? 1024, track.samples[0]?.byteLength ?? 0] : [0, 0];
  const trex = recipe.tracks.map((track, index) => box("trex", 0, index + 1, 1, ...movieDefaults(track), 0));
  const mehd = recipe.mehd === true ? [box("mehd", 0, 0x7fffffff)] : [];
  const tracks = recipe.tracks.map(({ delta, ...track }) => {
    const samples = track.samples.slice(0, inMoov);
    return { ...track, samples, stts: [[samples.length, delta ?? 1024]] as [number, number][] };
  });
  const bodies = inMoov === 0 ? { mdat: () => new Uint8Array(0) } : {};
  const movieDuration = recipe.movieDuration ?? 0;
  return writeMp4({ tracks, moovFirst: true, movieDuration, extraInMoov: [box("mvex", ...mehd, ...trex)], ...bodies });
}

function writeFragment(recipe: FragmentsRecipe, pieces: Piece[], sequence: number, start: number): Uint8Array {
  const gap = new Uint8Array(recipe.base === "implicit" ? 0 : (recipe.gapBytes ?? 0)).fill(0x99);
  const mdat = box("mdat", ...pieces.flatMap((piece) => [gap, ...piece.samples]));
  const moofAt = (dataStart: number) => {
    let at = dataStart;
    const trafs = pieces.map((piece, index) => {
      at += gap.byteLength;
      const traf = writeTraf(recipe, piece, { start, dataStart, at, first: index === 0 });
      at += bytesOf(...piece.samples).byteLength;
      return traf;
    });
    return box("moof", box("mfhd", 0, sequence), ...trafs);
  };
  return bytesOf(moofAt(start + moofAt(0).byteLength + 8), mdat);
}

type Place = { start: number; dataStart: number; at: number; first: boolean };

function writeTraf(recipe: FragmentsRecipe, piece: Piece, place: Place): Uint8Array {
  const { track } = piece;
  const base = recipe.base ?? "moof";
  const byFragment = recipe.values === "fragment";
  const flags = (base === "moof" ? 0x20000 : base === "file" ? 1 : 0) + (byFragment ? 0x18 : 0);
  const baseField = base === "file" ? [0, place.dataStart] : [];
  const usual = byFragment ? [track.delta ?? 1024, piece.samples[0]?.byteLength ?? 0] : [];
  const tfhd = box("tfhd", flags, piece.id, ...baseField, ...usual);
  const from = base === "file" ? place.dataStart : place.start;
  return box("traf", tfhd, ...writeTfdt(recipe, piece), ...writeTruns(recipe, piece, place, from));
}

function writeTfdt(recipe: FragmentsRecipe, { track, number, firstSample }: Piece): Uint8Array[] {
  if (recipe.times === "none") return [];
  const jumped = (track.jumps ?? []).reduce((sum, jump) => sum + (number >= jump.fragment ? jump.by : 0), 0);
  const time = (track.startTime ?? 0) + firstSample * (track.delta ?? 1024) + jumped;
  if (recipe.times === "64 bits") return [box("tfdt", 0x01000000, Math.floor(time / 2 ** 32), time % 2 ** 32)];
  return [box("tfdt", 0, time)];
}

function writeTruns(recipe: FragmentsRecipe, { samples, track }: Piece, place: Place, from: number): Uint8Array[] {
  const perRun = recipe.samplesPerRun ?? samples.length;
  const perSample = (recipe.values ?? "sample") === "sample";
  const runs: Uint8Array[] = [];
  for (let first = 0; first < samples.length; first += perRun) {
    const run = samples.slice(first, first + perRun);
    // Only a first run states its position; the others follow it, and so do the runs of other tracks with `implicit`.
    const says = first === 0 && (place.first || recipe.base !== "implicit");
    const flags = (says ? 1 : 0) + (perSample ? 0x300 : 0);
    const entries: Field[] = perSample ? run.flatMap((sample) => [track.delta ?? 1024, sample.byteLength]) : [];
    runs.push(box("trun", flags, run.length, ...(says ? [place.at - from] : []), ...entries));
  }
  return runs;
}
