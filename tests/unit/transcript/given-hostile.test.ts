import { expect, test } from "vitest";
import { TRANSCRIPT_BYTES_MAX, TRANSCRIPT_CUE_CHARS_MAX } from "#app/domain/limits/media.ts";
import { cuesToSegments } from "#app/domain/transcript/cues-to-segments.ts";
import { parseGivenTranscript } from "#app/domain/transcript/given/parse-given-transcript.ts";

const utf8 = (text: string) => new TextEncoder().encode(text);
const cue = (text: string) => `00:00:01,000 --> 00:00:03,000\n${text}\n\n`;

/** A piece repeated up to the size limit of a transcript. */
const fill = (piece: string) => utf8(piece.repeat(Math.floor(TRANSCRIPT_BYTES_MAX / utf8(piece).byteLength)));
const wide = " ".repeat(TRANSCRIPT_CUE_CHARS_MAX - 200);

test.each<[string, Uint8Array]>([
  ["line breaks", fill("\n")],
  ["carriage returns", fill("\r")],
  ["one line", fill("a")],
  ["one line of spaces", fill(" ")],
  ["numbers", fill("1\n")],
  ["arrows", fill("-->")],
  ["digits and colons", fill("00:")],
  ["times that never come to an end", fill(`00:00:00${wide}`)],
  ["voice tags that never close", fill(cue(`<v${wide}a`))],
  ["tags inside tags", fill(cue("<v <v <v <v <v ".repeat(1000)))],
  ["entities", fill(cue("&amp;&amp".repeat(1500)))],
  ["prefixes of spaces", fill(cue(`-${wide}: x`))],
  ["a speaker for each cue", fill(cue("Ann: yes"))],
  ["dashes in every cue", fill(cue("- Ann: yes. ".repeat(80)))],
  ["brackets that never close", fill(cue(`[${wide}a`))],
  ["sounds", fill(cue("[a] (b) ♪".repeat(30)))],
  ["open tags", fill("<")],
  ["paragraphs of TTML", utf8(`<tt>${'<p begin="1s" end="2s">x</p>'.repeat(90_000)}</tt>`)],
  ["attributes that never close", utf8(`<tt>${'<p a="'.repeat(1_000_000)}`)],
  ["open lists of JSON", fill("[")],
  ["segments of JSON", utf8(`{"segments":[${'{"start":1,"end":2,"text":"x"},'.repeat(90_000)}0]}`)],
  ["names with times", fill("Nora Puig  0:01\nx\n")],
  ["times with names", fill("[00:00:01] Nora Puig: x\n")],
  ["spaces before a time", fill(`Nora${wide.slice(0, 150)}:\n`)],
  ["a Word document of open tags", utf8(`<w:document>${"<w:t>".repeat(1_000_000)}`)],
])("hostile: %s, to the limit of size, is read or refused in seconds", (_what, bytes) => {
  // Processor time, so that other work on the machine does not count.
  const before = process.cpuUsage();
  const outcome = parseGivenTranscript(bytes);
  if (outcome.ok) cuesToSegments(outcome.value);
  // A quadratic algorithm takes minutes at this size. A linear one was seen to take 4 to 12 s on one machine, by what ran beside it.
  const { user, system } = process.cpuUsage(before);
  expect((user + system) / 1000).toBeLessThan(30_000);
});
