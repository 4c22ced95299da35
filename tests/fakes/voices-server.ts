import { VECTOR_LENGTH, type VoiceFrame } from "#app/domain/voices/voice-frame.ts";
import { framesOf, type Talk } from "#tests/support/voice-frames.ts";

/** Stands in for the server that tells voices apart (workers/voices): the same talk in each sound, by its own protocol. */
export function answerVoices(request: Pick<Request, "url">, talk: readonly Talk[]): Response {
  const { pathname } = new URL(request.url);
  if (pathname === "/v1/voices/prepare") return Response.json({ state: "ready" });
  if (pathname !== "/v1/voices") return Response.json({ error: "not-found" }, { status: 404 });
  const untilMs = Math.max(0, ...talk.map(({ endMs }) => endMs));
  return Response.json({ model: "stand-in", frames: framesOf(talk, untilMs).map(toJson) });
}

function toJson({ pieces, ...frame }: VoiceFrame) {
  const vectors = new Int16Array(pieces.length * VECTOR_LENGTH);
  for (const [at, { vector }] of pieces.entries()) vectors.set(vector, at * VECTOR_LENGTH);
  return {
    ...frame,
    pieces: pieces.map(({ vector: _vector, ...piece }) => piece),
    vectors: btoa(String.fromCharCode(...new Uint8Array(vectors.buffer))),
  };
}
