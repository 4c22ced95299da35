import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { BOT_STREAMS, type BotOrder, botOrder, type BotStream } from "#app/contracts/recording/recorder.ts";

/** All files that one start of one bot has on disk. They are not yet delivered to Acta. */
export type BotFolder = {
  root: string;
  /** Pieces that wait: `<stream>-<segment>-<seq>.m4s`. */
  pieces: string;
  /** Pieces that Acta refuses: kept for inspection. */
  refused: string;
  /** Events, one per line, by seq. */
  events: string;
  /** The number up to which Acta has the events. */
  acknowledged: string;
  /** One line for each piece ever written, so that a segment can be closed after a crash. */
  journal: string;
};

const NAME = /^[0-9a-z]{24}-[0-9]{1,3}$/u;

export function botFolder(root: string): BotFolder {
  return {
    root,
    pieces: path.join(root, "pieces"),
    refused: path.join(root, "refused"),
    events: path.join(root, "events.ndjson"),
    acknowledged: path.join(root, "acknowledged"),
    journal: path.join(root, "journal.ndjson"),
  };
}

/** Makes the folder of a new bot and writes its order, which contains the token of its sink: only the file's owner can read it. */
export function makeBotFolder(bots: string, order: BotOrder): BotFolder {
  const folder = botFolder(path.join(bots, `${order.botId}-${order.attempt}`));
  mkdirSync(folder.pieces, { recursive: true, mode: 0o700 });
  replaceFile(path.join(folder.root, "order.json"), JSON.stringify(order));
  return folder;
}

/** The order that an earlier run left, or null when it cannot be read. */
export function readOrder(folder: BotFolder): BotOrder | null {
  try {
    return botOrder.parse(JSON.parse(readFileSync(path.join(folder.root, "order.json"), "utf8")));
  } catch {
    return null;
  }
}

export function listBotFolders(bots: string): BotFolder[] {
  if (!existsSync(bots)) return [];
  return readdirSync(bots)
    .filter((name) => NAME.test(name))
    .map((name) => botFolder(path.join(bots, name)));
}

/** Removes the folder; pieces that Acta refused stay. */
export function removeBotFolder(folder: BotFolder): void {
  if (existsSync(folder.refused)) {
    for (const name of readdirSync(folder.root)) {
      if (name !== "refused") rmSync(path.join(folder.root, name), { recursive: true, force: true });
    }
    return;
  }
  rmSync(folder.root, { recursive: true, force: true });
}

/** Replaces a file at once: a reader gets the old content or the new one, whenever the process is killed. */
export function replaceFile(file: string, content: string | Uint8Array): void {
  const temporary = `${file}.tmp`;
  writeFileSync(temporary, content, { mode: 0o600 });
  renameSync(temporary, file);
}

/** Lines of a file that may end with half a line, after the process was killed while it wrote. */
export function readLines(file: string): unknown[] {
  if (!existsSync(file)) return [];
  return readFileSync(file, "utf8")
    .split("\n")
    .flatMap((line) => {
      try {
        return line === "" ? [] : [JSON.parse(line) as unknown];
      } catch {
        return [];
      }
    });
}

export type PieceId = { stream: BotStream; segment: number; seq: number };

export function pieceName({ stream, segment, seq }: PieceId): string {
  return `${stream}-${segment}-${String(seq).padStart(6, "0")}.m4s`;
}

/** Null for what is no piece: a file that was not finished, or somebody else's. */
export function parsePieceName(name: string): PieceId | null {
  const match = /^([a-z]+)-(\d{1,9})-(\d{6,9})\.m4s$/u.exec(name);
  const stream = BOT_STREAMS.find((each) => each === match?.[1]);
  return match && stream ? { stream, segment: Number(match[2]), seq: Number(match[3]) } : null;
}

/** Sound before picture, older before newer: what is lost last is the sound. */
export function comparePieces(one: PieceId, other: PieceId): number {
  if (one.stream !== other.stream) return one.stream === "mix" ? -1 : 1;
  return one.segment - other.segment || one.seq - other.seq;
}
