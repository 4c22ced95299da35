// Saved voices with real weights: how often a later meeting asks about the right person, about a wrong one, or not at all.
//   npx tsx tests/bench/voices/profiles.ts [seeds, default 2]
// Voices are saved from three-minute mixes of three readers and compared with mixes of the same readers that share no sentence with them, as they
// are and as a telephone sends them; with meetings in which the person is not; and with excerpts of real meetings. Every reader is also left out of
// the saved voices in turn: then nobody is the right answer. Needs the folder of real weights and voices beside the project, and ffmpeg.
import { execFileSync } from "node:child_process";
import os from "node:os";
import process from "node:process";
import { PRINT_SPOKEN_MS_MIN } from "#app/domain/limits/voices.ts";
import { runAtOnce } from "#app/domain/turns.ts";
import { findTurns } from "#app/domain/voices/find-turns.ts";
import { aloneStretches } from "#app/domain/voices/give-speakers.ts";
import { likenessOf, matchVoices, type SavedVoice } from "#app/domain/voices/match-voices.ts";
import { type VoicePrint, voicePrints } from "#app/domain/voices/voice-prints.ts";
import { RATE } from "#tests/support/real-voices.ts";
import { findFrames, hasVoiceModels, voicesProcess } from "#tests/support/real-voice-frames.ts";
import { CONVERSATIONS, type Mix, mixMeeting, READERS, readConversation } from "#tests/support/voice-mixes.ts";

if (!hasVoiceModels) {
  process.stderr.write("LEFT OUT: there are no real weights and voices beside the project.\n");
  process.exit(1);
}
const SECONDS = 180;
const MODEL = "the model of this bench";
const seeds = Number(process.argv[2] ?? 2);
const [one, two, three, four, five, six] = READERS;
/** The likeness and the margin were chosen with the first set and the excerpts. */
const SETS = [
  { name: "chosen on", readers: [one, two, three], others: [four, five, six] },
  { name: "reported", readers: [four, five, six], others: [one, two, three] },
];

type Heard = VoicePrint & { person: string | null };
type Counts = { right: number; wrong: number; missed: number; nobody: number };

const finder = voicesProcess();
say(`${os.cpus()[0]?.model}, load ${os.loadavg()[0]?.toFixed(1)}, one process`);
const excerpts: Heard[][] = [];
for (const name of CONVERSATIONS) excerpts.push(await hear(readConversation(name)));

for (const { name, readers, others } of SETS) {
  const same = none();
  const telephone = none();
  const strangers = none();
  const real = none();
  const likeness: number[] = [];
  for (let seed = 1; seed <= seeds; seed += 1) {
    const saved = savedFrom(await hear(await mixMeeting({ readers, seconds: SECONDS, seed, half: 0 })));
    const mix = await mixMeeting({ readers, seconds: SECONDS, seed: 100 + seed, half: 1 });
    const later = await hear(mix);
    for (const print of later)
      for (const voice of saved) if (voice.name === print.person) likeness.push(likenessOf(print, voice));
    const called = await hear({ ...mix, pcm: asTelephone(mix.pcm) });
    const meeting = await hear(await mixMeeting({ readers: others, seconds: SECONDS, seed: 200 + seed, half: 1 }));
    for (const voices of [saved, ...saved.map((left) => saved.filter((voice) => voice !== left))]) {
      count(same, later, voices);
      count(telephone, called, voices);
      count(strangers, meeting, voices);
      for (const excerpt of excerpts) count(real, excerpt, voices);
    }
  }
  say(
    `${name} (${readers.join(", ")}): same person, other sentences: cosine ${Math.min(...likeness).toFixed(2)} at least`,
  );
  for (const [where, counts] of Object.entries({ same, telephone, strangers, real }))
    say(`  ${where}: ${told(counts)}`);
}
finder.stop();
process.exit(0);

/** The prints of a meeting, each with the person who speaks most in it. */
async function hear({ pcm, said }: Mix): Promise<Heard[]> {
  const frames = (await findFrames(finder, pcm)).map((frame) => ({ ...frame, model: MODEL }));
  const lines = aloneStretches(runAtOnce(findTurns(frames, null))).map(({ person, ...time }) => ({
    ...time,
    label: String(person),
  }));
  return voicePrints(lines, frames, PRINT_SPOKEN_MS_MIN).map((print) => {
    const shares = new Map<string, number>();
    for (const line of lines.filter(({ label }) => label === print.label)) {
      for (const { person, startMs, endMs } of said) {
        const ms = Math.min(endMs, line.endMs) - Math.max(startMs, line.startMs);
        if (ms > 0) shares.set(person, (shares.get(person) ?? 0) + ms);
      }
    }
    const [most] = [...shares].toSorted(([, ms], [, other]) => other - ms);
    return { ...print, person: most?.[0] ?? null };
  });
}

function savedFrom(heard: readonly Heard[]): SavedVoice[] {
  return heard.flatMap(({ person, model, vector }) => (person === null ? [] : [{ name: person, model, vector }]));
}

function none(): Counts {
  return { right: 0, wrong: 0, missed: 0, nobody: 0 };
}

/** `nobody`: the speaker's voice is not saved, and nothing is asked. */
function count(counts: Counts, heard: readonly Heard[], saved: readonly SavedVoice[]): void {
  const matches = matchVoices(heard, saved);
  for (const { label, person } of heard) {
    const asked = matches.find((match) => match.label === label)?.name;
    if (asked !== undefined) counts[asked === person ? "right" : "wrong"] += 1;
    else counts[saved.some(({ name }) => name === person) ? "missed" : "nobody"] += 1;
  }
}

function told({ right, wrong, missed, nobody }: Counts): string {
  const all = right + wrong + missed + nobody;
  return `${all} speakers: asked about the right one ${right}, a wrong one ${wrong} (${((100 * wrong) / (all || 1)).toFixed(1)} %), not asked though saved ${missed}, not asked and not saved ${nobody}`;
}

/** 300 to 3,400 Hz, Opus at 24 kbit/s. */
function asTelephone(pcm: Int16Array<ArrayBuffer>): Int16Array<ArrayBuffer> {
  const raw = ["-f", "s16le", "-ar", String(RATE), "-ac", "1"];
  const run = (args: string[], input: Uint8Array) =>
    execFileSync("ffmpeg", ["-v", "error", ...args], { input, maxBuffer: 1e9 });
  const band = ["-af", "highpass=f=300,lowpass=f=3400", "-ar", "8000"];
  const sent = run(
    [...raw, "-i", "-", ...band, "-c:a", "libopus", "-b:a", "24k", "-f", "ogg", "-"],
    new Uint8Array(pcm.buffer),
  );
  return new Int16Array(new Uint8Array(run(["-i", "-", ...raw, "-"], sent)).buffer);
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
