import { writeFile } from "node:fs/promises";

/**
 * Writes a miniature speech model as whisper.cpp's file ("ggml"): one layer, 64 values wide, a multilingual vocabulary. It recognises nothing:
 * each position of its output has one token, so it writes the same words for every window. The engine loads it and runs all of its code with
 * it in a fraction of a second; random weights would make the engine try each window six times. The layout is that of
 * whisper_model_load in whisper.cpp: header, mel filters, words, then each tensor with its name and shape.
 */
const WIDTH = 64;
const AUDIO_POSITIONS = 1500;
const TEXT_POSITIONS = 448;
const MELS = 80;
const SPECTRUM = 201;
const WORDS = 50_257;
const TOKENS = 51_865;

/** Special tokens of a multilingual vocabulary. */
const END_OF_TEXT = 50_257;
const ENGLISH = 50_259;
const TIMESTAMP_ZERO = 50_364;
/** Timestamps are counted in these. */
const TIMESTAMP_SECONDS = 0.02;
/** Start, language and task: the engine sets them, and reads the output from the last one on. */
const PROMPT = 3;

/** Types of values: 32-bit floats and 16-bit ones, in which the engine has matrices and convolutions. */
const FLOAT = 0;
const HALF = 1;
/** Four as a 16-bit float. */
const HALF_FOUR = 0x4400;

/** A segment of the output, in seconds of the window. */
type MiniatureSegment = { start: number; end: number; text: string };

/** At most 60 words and timestamps in all. `segments` are what the model answers for every window. */
export async function writeMiniatureWhisper(file: string, segments: readonly MiniatureSegment[]): Promise<void> {
  const words = [...new Set(segments.flatMap(({ text }) => wordsOf(text)))];
  const timestamp = (seconds: number) => TIMESTAMP_ZERO + Math.round(seconds / TIMESTAMP_SECONDS);
  const output = segments.flatMap(({ start, end, text }) => [
    timestamp(start),
    ...wordsOf(text).map((word) => words.indexOf(word)),
    timestamp(end),
  ]);
  // Positions 0 and 1 hold the start and the language. Who asks for the language reads what follows the start.
  const targets = [ENGLISH, null, ...output, END_OF_TEXT];
  if (targets.length > WIDTH)
    throw new RangeError(`${targets.length - PROMPT} tokens are too many for ${WIDTH} values`);
  const pieces = [header(), filters(), vocabulary(words)];
  for (const [name, shape] of tensors()) {
    pieces.push(tensorHead(name, shape), Buffer.from(valuesOf(name, shape, targets).buffer));
  }
  await writeFile(file, Buffer.concat(pieces));
}

/** Words as the vocabulary has them: with the space before. */
function wordsOf(text: string): string[] {
  return text.split(" ").map((word) => ` ${word}`);
}

function header(): Buffer {
  return int32(0x67676d6c, TOKENS, AUDIO_POSITIONS, WIDTH, 1, 1, TEXT_POSITIONS, WIDTH, 1, 1, MELS, HALF);
}

function filters(): Buffer {
  return Buffer.concat([int32(MELS, SPECTRUM), Buffer.alloc(MELS * SPECTRUM * 4)]);
}

function vocabulary(words: readonly string[]): Buffer {
  const pieces = [int32(WORDS)];
  for (let id = 0; id < WORDS; id++) {
    // The engine looks for a single space.
    const bytes = Buffer.from(words[id] ?? (id === words.length ? " " : `unused ${id}`));
    pieces.push(int32(bytes.length), bytes);
  }
  return Buffer.concat(pieces);
}

/** Names and shapes, the fastest dimension first. */
function tensors(): [name: string, shape: number[]][] {
  const norm = (name: string): [string, number[]][] => [
    [`${name}.weight`, [WIDTH]],
    [`${name}.bias`, [WIDTH]],
  ];
  const attention = (name: string): [string, number[]][] => [
    ...norm(`${name}_ln`),
    [`${name}.query.weight`, [WIDTH, WIDTH]],
    [`${name}.query.bias`, [WIDTH]],
    [`${name}.key.weight`, [WIDTH, WIDTH]],
    [`${name}.value.weight`, [WIDTH, WIDTH]],
    [`${name}.value.bias`, [WIDTH]],
    [`${name}.out.weight`, [WIDTH, WIDTH]],
    [`${name}.out.bias`, [WIDTH]],
  ];
  const block = (name: string): [string, number[]][] => [
    ...attention(`${name}.attn`),
    ...norm(`${name}.mlp_ln`),
    [`${name}.mlp.0.weight`, [WIDTH, 4 * WIDTH]],
    [`${name}.mlp.0.bias`, [4 * WIDTH]],
    [`${name}.mlp.2.weight`, [4 * WIDTH, WIDTH]],
    [`${name}.mlp.2.bias`, [WIDTH]],
  ];
  return [
    ["encoder.positional_embedding", [WIDTH, AUDIO_POSITIONS]],
    ["encoder.conv1.weight", [3, MELS, WIDTH]],
    ["encoder.conv1.bias", [1, WIDTH]],
    ["encoder.conv2.weight", [3, WIDTH, WIDTH]],
    ["encoder.conv2.bias", [1, WIDTH]],
    ...norm("encoder.ln_post"),
    ...block("encoder.blocks.0"),
    ["decoder.positional_embedding", [WIDTH, TEXT_POSITIONS]],
    ["decoder.token_embedding.weight", [WIDTH, TOKENS]],
    ...norm("decoder.ln"),
    ...block("decoder.blocks.0"),
    ...attention("decoder.blocks.0.cross_attn"),
  ];
}

/**
 * All zero, but: each position has a dimension of its own, far larger than what any token adds, and the token to follow has the same
 * dimension. So only that token's likelihood is not next to nothing.
 * @param targets the token that follows each position
 */
function valuesOf(
  name: string,
  shape: readonly number[],
  targets: readonly (number | null)[],
): Float32Array | Uint16Array {
  const size = shape.reduce((product, side) => product * side, 1);
  if (isHalf(name, shape)) {
    const values = new Uint16Array(size);
    if (name !== "decoder.token_embedding.weight") return values;
    for (const [at, token] of targets.entries()) if (token !== null) values[token * WIDTH + at] = HALF_FOUR;
    return values;
  }
  const values = new Float32Array(size);
  if (name === "decoder.ln.weight") values.fill(1);
  if (name === "decoder.positional_embedding") for (const at of targets.keys()) values[at * WIDTH + at] = 100;
  return values;
}

function isHalf(name: string, shape: readonly number[]): boolean {
  return shape.length > 1 && name.endsWith(".weight");
}

function tensorHead(name: string, shape: readonly number[]): Buffer {
  const type = isHalf(name, shape) ? HALF : FLOAT;
  return Buffer.concat([int32(shape.length, name.length, type, ...shape), Buffer.from(name)]);
}

function int32(...values: number[]): Buffer {
  return Buffer.from(Int32Array.from(values).buffer);
}
