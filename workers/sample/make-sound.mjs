#!/usr/bin/env node
/**
 * Makes the sound of the English sample meeting, workers/sample/en-sound.bin (AAC in .m4a), from its text. Needs flite with its
 * voices and ffmpeg (Debian: apt-get install flite ffmpeg). The voices slt, rms and awb are CMU ARCTIC's, whose licence allows to
 * redistribute what they speak (http://festvox.org/cmu_arctic/). Run it again after each change of the text:
 *
 *   node workers/sample/make-sound.mjs
 *
 * The script also writes the times of the lines and the length into texts/en.json, so the transcript fits the sound exactly. The
 * committed file was made with Debian's flite 2.2 and ffmpeg 5.1; Acta itself needs neither.
 */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";

const FOLDER = fileURLToPath(new URL(".", import.meta.url));
const RATE = 16_000;
/** In the order in which the speakers begin to talk. */
const VOICES = ["slt", "rms", "awb"];
/** The voices read faster than people talk in a meeting. */
const DURATION_STRETCH = 1.12;
/** Silence before the first line, after the last one, and before a line of the same or of another speaker. */
const EDGE_MS = 400;
const SAME_SPEAKER_PAUSE_MS = 350;
const OTHER_SPEAKER_PAUSE_MS = 500;
/** The loudness that each line gets (root mean square of 16-bit samples): the voices differ by 6 dB. */
const LOUDNESS = 3000;
/** Samples below this are the silence that flite puts before and after a line. */
const SILENCE = 300;
const BIT_RATE = "32k";
/** Text and sound of all samples together. */
const BYTES_MAX = 1_500_000;

/** @typedef {{ speaker: string, text: string, startMs: number, endMs: number }} Line */

const textFile = path.join(FOLDER, "texts/en.json");
const text = readFileSync(textFile, "utf8");
/** @type {{ lines: Line[] }} */
const { lines } = JSON.parse(text);
const speakers = [...new Set(lines.map(({ speaker }) => speaker))];
if (speakers.length > VOICES.length) fail([`there are ${VOICES.length} voices for ${speakers.length} speakers`]);

const work = mkdtempSync(path.join(tmpdir(), "acta-sample-"));
process.on("exit", () => rmSync(work, { recursive: true, force: true }));

let endMs = 0;
const spokenLines = lines.map((line, index) => {
  const startMs = endMs + pauseBefore(index);
  const samples = speak(VOICES[speakers.indexOf(line.speaker)] ?? "", line.text);
  endMs = startMs + msOf(samples);
  return { startMs, endMs, samples };
});
const durationMs = endMs + EDGE_MS;
const samples = new Int16Array(samplesOf(durationMs));
for (const line of spokenLines) samples.set(line.samples, samplesOf(line.startMs));

const raw = path.join(work, "sample.raw");
const file = path.join(work, "sample.m4a");
writeFileSync(raw, new Uint8Array(samples.buffer));
const input = `-hide_banner -loglevel error -nostdin -y -f s16le -ar ${RATE} -ac 1 -i`.split(" ");
const output = `-c:a aac -b:a ${BIT_RATE} -movflags +faststart -map_metadata -1 -fflags +bitexact`.split(" ");
run("ffmpeg", [...input, raw, ...output, file]);
const texts = ["en", "es", "ca", "fr"].map((language) => statSync(path.join(FOLDER, `texts/${language}.json`)).size);
const bytes = statSync(file).size + texts.reduce((sum, size) => sum + size, 0);
if (bytes > BYTES_MAX) fail([`${bytes} bytes are more than ${BYTES_MAX}`]);
writeFileSync(path.join(FOLDER, "en-sound.bin"), readFileSync(file));
writeFileSync(textFile, withTimes());
process.stdout.write(`${durationMs / 1000} s, ${bytes} bytes with all texts\n`);

/** @param {number} index */
function pauseBefore(index) {
  if (index === 0) return EDGE_MS;
  return lines[index - 1]?.speaker === lines[index]?.speaker ? SAME_SPEAKER_PAUSE_MS : OTHER_SPEAKER_PAUSE_MS;
}

/** The samples of a line, without the silence around it, at the loudness of all lines. @param {string} voice @param {string} words */
function speak(voice, words) {
  const wave = path.join(work, "line.wav");
  run("flite", ["-voice", voice, "--setf", `duration_stretch=${DURATION_STRETCH}`, "-t", words, "-o", wave]);
  const all = samplesOfWave(readFileSync(wave));
  const isSound = (/** @type {number} */ sample) => Math.abs(sample) > SILENCE;
  const spoken = all.subarray(all.findIndex(isSound), all.findLastIndex(isSound) + 1);
  const level = Math.sqrt(spoken.reduce((sum, sample) => sum + sample * sample, 0) / spoken.length);
  const peak = spoken.reduce((highest, sample) => Math.max(highest, Math.abs(sample)), 0);
  const gain = Math.min(LOUDNESS / level, 32_000 / peak);
  return spoken.map((sample) => Math.round(sample * gain));
}

/** The text with the times of the sound. Only the numbers change, so the file keeps its format. */
function withTimes() {
  const timesOf = (/** @type {"startMs" | "endMs"} */ name) => {
    let index = 0;
    return (/** @type {string} */ _, /** @type {string} */ before) => `${before}${spokenLines[index++]?.[name]}`;
  };
  return text
    .replace(/("durationMs": )\d+/, `$1${durationMs}`)
    .replace(/("startMs": )\d+/g, timesOf("startMs"))
    .replace(/("endMs": )\d+/g, timesOf("endMs"));
}

/** The samples of a mono WAV file of 16 bits. @param {Buffer} bytes @returns {Int16Array} */
function samplesOfWave(bytes) {
  let at = 12;
  while (at + 8 <= bytes.length) {
    const name = bytes.toString("latin1", at, at + 4);
    const size = bytes.readUInt32LE(at + 4);
    if (name === "fmt ") {
      const rate = bytes.readUInt32LE(at + 12);
      const [channels, bits] = [bytes.readUInt16LE(at + 10), bytes.readUInt16LE(at + 22)];
      const isExpected = channels === 1 && bits === 16 && rate === RATE;
      if (!isExpected) fail([`flite wrote ${channels} × ${bits} bits at ${rate} Hz`]);
    }
    if (name === "data") {
      const data = bytes.subarray(at + 8, Math.min(bytes.length, at + 8 + size));
      return Int16Array.from({ length: Math.floor(data.length / 2) }, (_, index) => data.readInt16LE(index * 2));
    }
    at += 8 + size + (size % 2);
  }
  return fail(["flite wrote no samples"]);
}

/** @param {number} ms */
function samplesOf(ms) {
  return Math.round((ms * RATE) / 1000);
}

/** @param {Int16Array} spoken */
function msOf(spoken) {
  return Math.ceil((spoken.length * 1000) / RATE);
}

/** @param {string} program @param {string[]} args */
function run(program, args) {
  try {
    return execFileSync(program, args, { stdio: ["ignore", "ignore", "inherit"] });
  } catch (error) {
    return fail([
      error instanceof Error && "code" in error && error.code === "ENOENT"
        ? `${program} is not installed`
        : `${program} failed`,
    ]);
  }
}

/** @param {string[]} reasons @returns {never} */
function fail(reasons) {
  for (const reason of reasons) process.stderr.write(`${reason}\n`);
  process.exit(1);
}
