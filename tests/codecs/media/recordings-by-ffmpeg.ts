/** The rows of every-recording.test.ts that ffmpeg makes. */
import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Row } from "#tests/codecs/media/recording-row.ts";

const encoders = spawnSync("ffmpeg", ["-hide_banner", "-encoders"], { encoding: "utf8" }).stdout ?? "";
const has = (...names: string[]) => names.every((name) => new RegExp(` ${name} `).test(encoders));
/** Whether this ffmpeg has all that the rows need. */
export const hasEveryEncoder = has(
  "aac",
  "libx264",
  "libopus",
  "libmp3lame",
  "flac",
  "alac",
  "ac3",
  "eac3",
  "mov_text",
);
if (!hasEveryEncoder) {
  // oxlint-disable-next-line no-console -- what is left out is said where everybody sees it
  console.log(
    "LEFT OUT: 'every recording, by ffmpeg' needs ffmpeg with its usual encoders (Debian: apt-get install ffmpeg)",
  );
}

const PICTURE = ["-f", "lavfi", "-i", "testsrc2=s=160x120:r=10:d=3"];
const SOUND = ["-f", "lavfi", "-i", "sine=f=440:r=48000:d=3"];
const H264 = ["-c:v", "libx264", "-preset", "ultrafast", "-pix_fmt", "yuv420p"];
const AAC = ["-c:a", "aac", "-b:a", "64k"];
const FRAGMENTS = "+frag_keyframe+empty_moov+default_base_moof";

function ffmpeg(folder: string, name: string, ...args: string[]): Uint8Array {
  const path = join(folder, name);
  const run = spawnSync("ffmpeg", ["-hide_banner", "-loglevel", "error", "-nostdin", "-y", ...args, path]);
  if (run.status !== 0) throw new Error(run.stderr.toString());
  return new Uint8Array(readFileSync(path));
}

/** Picture and sound, packed as the arguments say. */
const film =
  (name: string, ...args: string[]) =>
  (folder: string) =>
    ffmpeg(folder, name, ...PICTURE, ...SOUND, ...H264, ...AAC, ...args);
const soundIn =
  (name: string, ...args: string[]) =>
  (folder: string) =>
    ffmpeg(folder, name, ...SOUND, ...args);
const cut = (make: (folder: string) => Uint8Array, share: number) => (folder: string) => {
  const bytes = make(folder);
  return bytes.subarray(0, Math.floor(bytes.byteLength * share));
};
const taken = { codec: "aac", ms: 3000, windows: 1 };
/** Name a file of text, and ffmpeg reads it. */
const subtitles = (folder: string, name: string, text: string) => {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
};
const SRT = "1\n00:00:00,500 --> 00:00:02,000\nThe rent goes up.\n";

export const BY_FFMPEG: Row[] = [
  ["a phone: moov last", film("phone.mp4"), taken],
  ["a phone: QuickTime with a time code track", film("phone.mov", "-timecode", "01:00:00:00"), taken],
  ["a phone: HEVC and AAC", film("hevc.mov", "-tag:v", "hvc1", "-c:v", has("libx265") ? "libx265" : "libx264"), taken],
  ["a voice memo under another name", soundIn("memo.mp4", ...AAC), taken],
  [
    "a song with its cover",
    (folder) => {
      ffmpeg(folder, "cover.jpg", ...PICTURE, "-frames:v", "1");
      const cover = ["-map", "0:v", "-map", "1:a", "-c:v", "copy", "-disposition:v", "attached_pic"];
      return ffmpeg(folder, "cover.m4a", "-i", join(folder, "cover.jpg"), ...SOUND, ...cover, ...AAC);
    },
    taken,
  ],
  ["Zoom: mono at 16 kHz", film("zoom.mp4", "-ar", "16000", "-ac", "1"), taken],
  [
    "Meet: moov first, stereo at 44.1 kHz",
    film("meet.mp4", "-ar", "44100", "-ac", "2", "-movflags", "+faststart"),
    taken,
  ],
  ["Teams: fragments with an index", film("teams.mp4", "-movflags", `${FRAGMENTS}+dash+global_sidx`), taken],
  ["fragments for each track", film("separate.mp4", "-movflags", `${FRAGMENTS}+separate_moof`), taken],
  [
    "a browser's recorder: Opus in fragments, no length in the header",
    (folder) =>
      ffmpeg(folder, "recorder.mp4", ...PICTURE, ...SOUND, ...H264, "-c:a", "libopus", "-movflags", FRAGMENTS),
    { codec: "opus", ms: 3000 },
  ],
  [
    "a browser's recorder: WebM under another name",
    (folder) => {
      ffmpeg(folder, "recorder.webm", ...SOUND, "-c:a", "libopus");
      return new Uint8Array(readFileSync(join(folder, "recorder.webm")));
    },
    "not-mp4",
  ],
  ["surround sound", film("surround.mp4", "-ac", "6"), taken],
  [
    "a third of a second",
    (folder) => ffmpeg(folder, "short.mp4", ...SOUND, "-t", "0.3", ...AAC),
    { codec: "aac", ms: 300, windows: 1 },
  ],
  [
    "sound that begins later",
    (folder) =>
      ffmpeg(
        folder,
        "later.mp4",
        ...PICTURE,
        "-itsoffset",
        "1",
        ...SOUND,
        "-map",
        "0:v",
        "-map",
        "1:a",
        ...H264,
        ...AAC,
      ),
    { codec: "aac", ms: 4000, windows: 1 },
  ],
  [
    "cut out of a longer one, with its old times",
    (folder) => {
      ffmpeg(folder, "longer.mp4", ...PICTURE, ...SOUND, ...H264, ...AAC);
      return ffmpeg(folder, "cutout.mp4", "-ss", "1", "-i", join(folder, "longer.mp4"), "-copyts", "-c", "copy");
    },
    { codec: "aac", ms: 3000 },
  ],
  ["an interpreter in the second track, asked for by language", twoTracks, { ...taken, language: "spa" }, "es"],
  ["an interpreter in the second track, not asked for", twoTracks, { ...taken, language: "eng" }, "fr"],
  [
    "captions of the 3GPP kind",
    (folder) => {
      const captions = ["-i", subtitles(folder, "words.srt", SRT), "-c:s", "mov_text"];
      return ffmpeg(folder, "captions.mp4", ...PICTURE, ...SOUND, ...captions, ...H264, ...AAC);
    },
    { ...taken, captions: true },
  ],
  ["Opus", soundIn("opus.mp4", "-c:a", "libopus"), { codec: "opus", ms: 3000 }],
  ["Vorbis", soundIn("vorbis.mp4", "-c:a", "libvorbis"), { codec: "vorbis", ms: 3000 }],
  ["MP3", soundIn("mp3.mp4", "-c:a", "libmp3lame"), { codec: "mp3", ms: 3000 }],
  ["MP3 in QuickTime", soundIn("mp3.mov", "-c:a", "libmp3lame"), { codec: "mp3", ms: 3000 }],
  ["FLAC", soundIn("flac.mp4", "-c:a", "flac", "-strict", "-2"), { codec: "flac", ms: 3000 }],
  ["PCM of a camera", film("pcm.mov", "-c:a", "pcm_s16be"), { codec: "pcm", ms: 3000, wav: true }],
  ["PCM of an editor, 24 bits", film("pcm24.mov", "-c:a", "pcm_s24le"), { codec: "pcm", ms: 3000, wav: true }],
  [
    "a telephone's µ-law",
    soundIn("ulaw.mov", "-ar", "8000", "-c:a", "pcm_mulaw"),
    { codec: "pcm", ms: 3000, wav: true },
  ],
  ["AC-3", film("ac3.mp4", "-c:a", "ac3"), "unsupported-codec"],
  ["E-AC-3", film("eac3.mp4", "-c:a", "eac3"), "unsupported-codec"],
  ["ALAC", soundIn("alac.m4a", "-c:a", "alac"), "unsupported-codec"],
  [
    "encrypted",
    film(
      "drm.mp4",
      "-encryption_scheme",
      "cenc-aes-ctr",
      "-encryption_key",
      "0123456789abcdef0123456789abcdef",
      "-encryption_kid",
      "fedcba9876543210fedcba9876543210",
    ),
    "encrypted",
  ],
  ["no sound", (folder) => ffmpeg(folder, "mute.mp4", ...PICTURE, ...H264), "no-audio"],
  ["an upload that broke off, moov last", cut(film("broken.mp4"), 0.7), "truncated"],
  ["an upload that broke off, moov first", cut(film("broken-first.mp4", "-movflags", "+faststart"), 0.7), "truncated"],
  [
    "an upload that broke off, in fragments",
    cut(film("broken-fragments.mp4", "-g", "5", "-movflags", FRAGMENTS), 0.7),
    { codec: "aac", ms: 2027 },
  ],
  ["an MP3 under another name", soundIn("song.mp3"), "not-mp4"],
  ["a WAV under another name", soundIn("song.wav"), "not-mp4"],
  ["AAC without a container", soundIn("song.aac", ...AAC), "not-mp4"],
  ["a television's transport stream", film("television.ts"), "not-mp4"],
];

function twoTracks(folder: string): Uint8Array {
  const maps = ["-map", "0:v", "-map", "1:a", "-map", "1:a"];
  const spoken = ["-metadata:s:a:0", "language=eng", "-metadata:s:a:1", "language=spa"];
  return ffmpeg(folder, "two.mp4", ...PICTURE, ...SOUND, ...maps, ...H264, ...AAC, ...spoken);
}
