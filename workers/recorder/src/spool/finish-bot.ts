import * as z from "zod";
import { type BotEvent, BOT_STREAMS, type BotOrder } from "#app/contracts/recording/recorder.ts";
import type { Log } from "../log.ts";
import { type BotFolder, readLines, removeBotFolder } from "./bot-folder.ts";
import { openEventLog, readEvents } from "./event-log.ts";
import { openPieceSpool } from "./piece-spool.ts";
import { openSink } from "./sink.ts";

const journalLine = z.object({
  stream: z.enum(BOT_STREAMS),
  segment: z.number().int(),
  seq: z.number().int(),
  at: z.number(),
});

/** Events that a killed bot could not report: the ends of its segments, and that it is gone. Empty when it reported its own end. */
export function lastWords(events: BotEvent[], journal: z.infer<typeof journalLine>[]) {
  const last = events.findLast((event) => event.type === "state");
  if (last?.type === "state" && (last.state === "left" || last.state === "failed")) return [];
  const ended = new Set(
    events.flatMap((event) => (event.type === "segment-ended" ? [`${event.stream}-${event.segment}`] : [])),
  );
  const closing = events.flatMap((event) => {
    if (event.type !== "segment-started" || ended.has(`${event.stream}-${event.segment}`)) return [];
    const pieces = journal.filter((line) => line.stream === event.stream && line.segment === event.segment);
    return [
      {
        type: "segment-ended" as const,
        stream: event.stream,
        segment: event.segment,
        pieces: pieces.reduce((count, line) => Math.max(count, line.seq + 1), 0),
        endedAt: pieces.reduce((at, line) => Math.max(at, line.at), event.startedAt),
      },
    ];
  });
  return [...closing, { type: "state" as const, state: "failed" as const, reason: "recorder-lost" as const }];
}

/**
 * Finishes the work that an ended bot left on the disk: closes its segments, delivers its pieces and events, and removes the folder. Goes
 * on for as long as it takes; `close` ends it and leaves the rest for the next start.
 */
export function finishBot(deps: { folder: BotFolder; order: BotOrder; log: Log; bytesMax: number }): {
  done: Promise<void>;
  waiting: () => { pieces: number; bytes: number };
  close: () => void;
} {
  const { folder, order, log } = deps;
  const sink = openSink(order);
  const journal = readLines(folder.journal).flatMap((line) => {
    const parsed = journalLine.safeParse(line);
    return parsed.success ? [parsed.data] : [];
  });
  const words = lastWords(readEvents(folder), journal);
  const state = { gone: false, closed: false };
  const onGone = () => {
    state.gone = true;
  };
  const spool = openPieceSpool({ folder, sink, log, bytesMax: deps.bytesMax, onGone });
  const events = openEventLog({
    folder,
    sink,
    attempt: order.attempt,
    now: Date.now,
    heartbeat: false,
    onStop: () => {},
    onGone,
  });
  for (const event of words) events.add(event);

  async function run(): Promise<void> {
    const { pieces, bytes } = spool.waiting();
    log("recorder.bot.finishing", { botId: order.botId, attempt: order.attempt, pieces, bytes });
    while (!state.closed && !state.gone) {
      const all = (await spool.drained(1_000)) && (await events.delivered(1_000));
      if (all) break;
    }
    spool.close();
    events.close();
    if (state.closed) return;
    removeBotFolder(folder);
    log("recorder.bot.finished", { botId: order.botId, attempt: order.attempt, gone: state.gone });
  }

  return {
    done: run(),
    waiting: () => spool.waiting(),
    close() {
      state.closed = true;
      spool.close();
      events.close();
    },
  };
}
