import segments from "../fixtures/call-pieces/segments.json";

/** The recorded pieces of tests/fixtures/call-pieces, for worker tests: two starts of each stream, five seconds each. */
const pieces = import.meta.glob<string>("../fixtures/call-pieces/*.m4s", { query: "?url&inline", import: "default" });

export const CALL_SEGMENTS = segments.map((segment) => ({
  ...segment,
  stream: segment.stream === "mix" ? ("mix" as const) : ("tab" as const),
}));
export type CallPieceName = { stream: "mix" | "tab"; segment: number; seq: number };

export async function callPiece({ stream, segment, seq }: CallPieceName): Promise<Uint8Array<ArrayBuffer>> {
  const name = `${stream}-${segment}-${String(seq).padStart(6, "0")}.m4s`;
  const url = await pieces[`../fixtures/call-pieces/${name}`]?.();
  if (url === undefined) throw new Error(`no piece ${name}`);
  return new Uint8Array(await (await fetch(url)).arrayBuffer());
}
