import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, expect, test } from "vitest";
import { botFolder, type PieceId } from "#workers/recorder/src/spool/bot-folder.ts";
import { openPieceSpool } from "#workers/recorder/src/spool/piece-spool.ts";
import type { Sink } from "#workers/recorder/src/spool/sink.ts";

const roots: string[] = [];
afterEach(() => {
  for (const root of roots.splice(0)) rmSync(root, { recursive: true, force: true });
});

function openSpool(answer: (piece: PieceId) => Awaited<ReturnType<Sink["putPiece"]>>) {
  const root = mkdtempSync(path.join(tmpdir(), "acta-spool-"));
  roots.push(root);
  const folder = botFolder(root);
  const said: string[] = [];
  const sent: number[] = [];
  const sink: Sink = {
    async putPiece(piece) {
      sent.push(piece.seq);
      return answer(piece);
    },
    postEvents: async () => "later",
    putScreenshot: async () => false,
  };
  const spool = openPieceSpool({
    folder,
    sink,
    log: (event) => said.push(event),
    bytesMax: 1_000_000,
    onGone: () => said.push("gone"),
  });
  return { folder, spool, said, sent };
}

const piece = (seq: number): PieceId => ({ stream: "mix", segment: 1000, seq });

test("a refused piece is put aside, and those behind it go on", async () => {
  const { folder, spool, said, sent } = openSpool(({ seq }) => (seq === 1 ? "conflict" : "stored"));
  for (const seq of [0, 1, 2, 3, 4]) spool.write(piece(seq), new Uint8Array([seq]));
  expect(await spool.drained(5000)).toBe(true);
  expect(sent.toSorted((one, other) => one - other)).toEqual([0, 1, 2, 3, 4]);
  expect(readdirSync(folder.pieces)).toEqual([]);
  expect(readdirSync(folder.refused)).toEqual(["mix-1000-000001.m4s"]);
  expect(said).toEqual(["recorder.piece.refused"]);
});

test("a disk that does not let a refused piece be put aside holds up no other piece", async () => {
  const { folder, spool, said, sent } = openSpool(({ seq }) => (seq < 3 ? "conflict" : "stored"));
  // A file stands where the folder of the refused ones would.
  writeFileSync(folder.refused, "");
  for (const seq of [0, 1, 2, 3, 4]) spool.write(piece(seq), new Uint8Array([seq]));
  expect(await spool.drained(5000)).toBe(true);
  expect(sent.toSorted((one, other) => one - other)).toEqual([0, 1, 2, 3, 4]);
  expect(spool.waiting()).toEqual({ pieces: 0, bytes: 0 });
  expect(said.filter((event) => event === "recorder.piece.not-moved")).toHaveLength(3);
});
