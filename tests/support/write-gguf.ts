import { writeFile } from "node:fs/promises";

/**
 * Writes a miniature language model as a GGUF file (version 3, architecture "llama"): two layers of random weights and a vocabulary of
 * bytes and letters, under 200 kB. It knows nothing, but an engine loads it and runs all of its code with it. The layout is that of
 * llama.cpp's gguf specification (ggml/docs/gguf.md): little-endian header, metadata, tensor table, then the aligned weights.
 */
const EMBEDDING = 32;
const HEADS = 2;
const FEED_FORWARD = 64;
const LAYERS = 2;
const CONTEXT = 8192;
const ALIGNMENT = 32;

/** Types of metadata values. */
const U32 = 4;
const I32 = 5;
const F32 = 6;
const STRING = 8;
const ARRAY = 9;
/** Kinds of tokens. */
const NORMAL = 1;
const UNKNOWN = 2;
const CONTROL = 3;
const BYTE = 6;

const TEMPLATE =
  "{% for message in messages %}<|im_start|>{{ message.role }}\n{{ message.content }}<|im_end|>\n{% endfor %}{% if add_generation_prompt %}<|im_start|>assistant\n{% endif %}";

type Token = { text: string; type: number };

function vocabulary(): Token[] {
  const bytes = Array.from({ length: 256 }, (_, byte) => ({
    text: `<0x${byte.toString(16).toUpperCase().padStart(2, "0")}>`,
    type: BYTE,
  }));
  const letters = Array.from('▁abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.,:;-_"{}[]').map(
    (text) => ({
      text,
      type: NORMAL,
    }),
  );
  return [
    { text: "<unk>", type: UNKNOWN },
    { text: "<s>", type: CONTROL },
    { text: "</s>", type: CONTROL },
    { text: "<|im_start|>", type: CONTROL },
    { text: "<|im_end|>", type: CONTROL },
    ...bytes,
    ...letters,
  ];
}

class Bytes {
  private readonly pieces: Buffer[] = [];
  length = 0;

  add(piece: Buffer): this {
    this.pieces.push(piece);
    this.length += piece.length;
    return this;
  }
  u32(value: number): this {
    const piece = Buffer.alloc(4);
    piece.writeUInt32LE(value);
    return this.add(piece);
  }
  u64(value: number): this {
    const piece = Buffer.alloc(8);
    piece.writeBigUInt64LE(BigInt(value));
    return this.add(piece);
  }
  f32(value: number): this {
    const piece = Buffer.alloc(4);
    piece.writeFloatLE(value);
    return this.add(piece);
  }
  text(value: string): this {
    const piece = Buffer.from(value, "utf8");
    return this.u64(piece.length).add(piece);
  }
  align(): this {
    return this.add(Buffer.alloc((ALIGNMENT - (this.length % ALIGNMENT)) % ALIGNMENT));
  }
  whole(): Buffer {
    return Buffer.concat(this.pieces);
  }
}

function writeMetadata(out: Bytes, tokens: readonly Token[]): void {
  const string = (key: string, value: string) => out.text(key).u32(STRING).text(value);
  const number = (key: string, value: number) => out.text(key).u32(U32).u32(value);
  string("general.architecture", "llama");
  string("general.name", "Acta miniature");
  number("llama.context_length", CONTEXT);
  number("llama.embedding_length", EMBEDDING);
  number("llama.block_count", LAYERS);
  number("llama.feed_forward_length", FEED_FORWARD);
  number("llama.attention.head_count", HEADS);
  number("llama.attention.head_count_kv", HEADS);
  out.text("llama.attention.layer_norm_rms_epsilon").u32(F32).f32(1e-5);
  number("llama.rope.dimension_count", EMBEDDING / HEADS);
  string("tokenizer.ggml.model", "llama");
  out.text("tokenizer.ggml.tokens").u32(ARRAY).u32(STRING).u64(tokens.length);
  for (const { text } of tokens) out.text(text);
  out.text("tokenizer.ggml.scores").u32(ARRAY).u32(F32).u64(tokens.length);
  for (const { type } of tokens) out.f32(type === NORMAL ? -1 : 0);
  out.text("tokenizer.ggml.token_type").u32(ARRAY).u32(I32).u64(tokens.length);
  for (const { type } of tokens) out.u32(type);
  number("tokenizer.ggml.unknown_token_id", 0);
  number("tokenizer.ggml.bos_token_id", 1);
  number("tokenizer.ggml.eos_token_id", 4);
  string("tokenizer.chat_template", TEMPLATE);
}

/** Number of entries that writeMetadata writes. */
const METADATA = 18;

/** Name and shape of each tensor, the fastest dimension first. */
function tensorsOf(tokens: number): [name: string, shape: number[]][] {
  const layers = Array.from({ length: LAYERS }, (_, layer): [string, number[]][] => [
    [`blk.${layer}.attn_norm.weight`, [EMBEDDING]],
    [`blk.${layer}.attn_q.weight`, [EMBEDDING, EMBEDDING]],
    [`blk.${layer}.attn_k.weight`, [EMBEDDING, EMBEDDING]],
    [`blk.${layer}.attn_v.weight`, [EMBEDDING, EMBEDDING]],
    [`blk.${layer}.attn_output.weight`, [EMBEDDING, EMBEDDING]],
    [`blk.${layer}.ffn_norm.weight`, [EMBEDDING]],
    [`blk.${layer}.ffn_gate.weight`, [EMBEDDING, FEED_FORWARD]],
    [`blk.${layer}.ffn_up.weight`, [EMBEDDING, FEED_FORWARD]],
    [`blk.${layer}.ffn_down.weight`, [FEED_FORWARD, EMBEDDING]],
  ]);
  return [
    ["token_embd.weight", [EMBEDDING, tokens]],
    ["output_norm.weight", [EMBEDDING]],
    ["output.weight", [EMBEDDING, tokens]],
    ...layers.flat(),
  ];
}

/** Deterministic values in [-1, 1) (a linear congruential generator), so that every run tests the same model. */
function randomOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 31 - 1;
  };
}

/** The bytes of the miniature model. Another seed gives other weights. */
export function miniatureGguf(seed = 1): Buffer {
  const tokens = vocabulary();
  const tensors = tensorsOf(tokens.length);
  const head = new Bytes().add(Buffer.from("GGUF")).u32(3).u64(tensors.length).u64(METADATA);
  writeMetadata(head, tokens);
  const sizeOf = (shape: readonly number[]) => shape.reduce((size, side) => size * side, 1);
  let offset = 0;
  for (const [name, shape] of tensors) {
    head.text(name).u32(shape.length);
    for (const side of shape) head.u64(side);
    // Type 0: 32-bit floats.
    head.u32(0).u64(offset);
    offset += Math.ceil((sizeOf(shape) * 4) / ALIGNMENT) * ALIGNMENT;
  }
  head.align();
  const random = randomOf(seed);
  for (const [name, shape] of tensors) {
    const values = Buffer.alloc(sizeOf(shape) * 4);
    for (let at = 0; at < values.length; at += 4) values.writeFloatLE(name.includes("norm") ? 1 : random() * 0.4, at);
    head.add(values).align();
  }
  return head.whole();
}

export async function writeMiniatureGguf(file: string, seed = 1): Promise<void> {
  await writeFile(file, miniatureGguf(seed));
}
