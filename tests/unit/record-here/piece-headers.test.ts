import { expect, test } from "vitest";
import { type HerePiece, pieceHeaders, pieceParams, readPiece } from "#app/contracts/recording/here-piece.ts";

const PIECE: HerePiece = {
  track: "microphone",
  segment: 2,
  seq: 7,
  sha256: "0f".repeat(32),
  segmentStartMs: 1000,
  startMs: 36_000,
  durationMs: 5000,
  isLast: true,
  loud: [
    { startMs: 36_000, endMs: 37_500 },
    { startMs: 38_000, endMs: 41_000 },
  ],
  echo: [{ startMs: 38_000, endMs: 39_000 }],
};

function sent(piece: HerePiece, over: Record<string, string> = {}) {
  const { track, segment, seq } = pieceParams(piece);
  const headers = new Headers({ ...pieceHeaders(piece), ...over });
  return readPiece({ track, segment: String(segment), seq: String(seq) }, headers);
}

test.each([PIECE, { ...PIECE, loud: null, echo: [] }, { ...PIECE, loud: [], isLast: false, track: "mix" as const }])(
  "the server reads a piece as the browser wrote it",
  (piece) => {
    expect(sent(piece)).toEqual(piece);
  },
);

test.each([
  ["x-acta-sha256", "short"],
  ["x-acta-segment-start", "-1"],
  ["x-acta-start", "1e3"],
  ["x-acta-duration", "60000"],
  ["x-acta-loud", "5-4"],
  ["x-acta-loud", "1-2-3"],
  ["x-acta-echo", Array.from({ length: 41 }, () => "1-2").join(" ")],
])("a piece whose %s is %s is refused", (name, value) => {
  expect(sent(PIECE, { [name]: value })).toBeNull();
});

test("a number has one spelling, so that nothing is stored under two names", () => {
  const headers = new Headers(pieceHeaders(PIECE));
  expect(readPiece({ track: "mix", segment: "01", seq: "0" }, headers)).toBeNull();
  expect(readPiece({ track: "mix", segment: "0", seq: "+1" }, headers)).toBeNull();
  expect(readPiece({ track: "video", segment: "0", seq: "0" }, headers)).toBeNull();
});
