import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import * as z from "zod";

/**
 * Real weights and real voices in the folder `shared` beside the project. They are no part of it: tests that need them are left out where the
 * folder does not exist, and the test command says so by name (tests/programs.mjs).
 */
export const SHARED = path.resolve(import.meta.dirname, "../../../shared");
export const VOICES = path.join(SHARED, "audio/speech");
/** A folder as ACTA_SPEECH_MODEL_PATH takes it: Whisper base, with the voice detector beside it. */
export const WHISPER_BASE = path.join(SHARED, "models/real/whisper-base");
export const hasRealVoices = existsSync(WHISPER_BASE) && existsSync(VOICES);

export const RATE = 16_000;

const sentence = z.object({
  file: z.string(),
  language: z.enum(["en", "es", "ca", "fr"]),
  seconds: z.number(),
  text: z.string(),
});
export type Sentence = z.infer<typeof sentence>;

/** Sentences with the words that were read. */
export function readSentences(language: Sentence["language"]): Sentence[] {
  const all = z.array(z.looseObject({ language: z.string(), text: z.string().optional() }));
  const listed = all.parse(JSON.parse(readFileSync(path.join(VOICES, "manifest.json"), "utf8")));
  return listed.filter((each) => each.language === language && each.text).map((each) => sentence.parse(each));
}

export function samplesOf({ file }: Pick<Sentence, "file">): Int16Array<ArrayBuffer> {
  const args = ["-v", "error", "-i", path.join(VOICES, file), "-f", "s16le", "-ac", "1", "-ar", String(RATE), "-"];
  const bytes = execFileSync("ffmpeg", args, { maxBuffer: 1e9 });
  return new Int16Array(new Uint8Array(bytes).buffer);
}

/** One sound of several, each after a pause of so many seconds; `starts` are in seconds. */
export function joinSounds(sounds: readonly Int16Array[], pauseSeconds: number) {
  const pause = Math.round(pauseSeconds * RATE);
  const length = sounds.reduce((sum, sound) => sum + pause + sound.length, 0);
  const pcm = new Int16Array(length);
  const starts: number[] = [];
  let at = 0;
  for (const sound of sounds) {
    at += pause;
    starts.push(at / RATE);
    pcm.set(sound, at);
    at += sound.length;
  }
  return { pcm, starts };
}

/** A file as an upload has it. */
export function encodeSound(pcm: Int16Array<ArrayBuffer>, format: "m4a" | "wav" = "wav"): Uint8Array<ArrayBuffer> {
  const input = ["-v", "error", "-f", "s16le", "-ar", String(RATE), "-ac", "1", "-i", "-"];
  const output =
    format === "wav"
      ? ["-f", "wav", "-"]
      : ["-c:a", "aac", "-b:a", "64k", "-movflags", "frag_keyframe+empty_moov", "-f", "mp4", "-"];
  const bytes = execFileSync("ffmpeg", [...input, ...output], { input: new Uint8Array(pcm.buffer), maxBuffer: 1e9 });
  return new Uint8Array(bytes);
}

/** Words as they are compared: lower case, without punctuation. */
export function plainWords(text: string): string[] {
  return (
    text
      .normalize("NFC")
      .toLowerCase()
      .replaceAll("’", "'")
      .match(/[\p{L}\p{N}']+/gu) ?? []
  );
}

/** Words that are wrong, missing or too many: the edit distance of word lists. */
export function countWordErrors(wanted: readonly string[], heard: readonly string[]): number {
  let row = Array.from({ length: heard.length + 1 }, (_, at) => at);
  for (const [at, word] of wanted.entries()) {
    const next = [at + 1];
    for (const [place, other] of heard.entries()) {
      const swapped = (row[place] ?? 0) + (word === other ? 0 : 1);
      next.push(Math.min(swapped, (row[place + 1] ?? 0) + 1, (next[place] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
