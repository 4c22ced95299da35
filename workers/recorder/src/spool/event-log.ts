import { appendFileSync, existsSync, readFileSync } from "node:fs";
import { type BotEvent, botEvent } from "#app/contracts/recording/recorder.ts";
import { backOffMs, pause, type Sink } from "./sink.ts";
import { type BotFolder, readLines, replaceFile } from "./bot-folder.ts";

const BATCH_MAX = 500;
/** Events that come close together go in one call. */
const GATHER_MS = 150;
/** Without events Acta still learns that the bot is there, and can tell it to leave. */
const HEARTBEAT_MS = 10_000;

type WithoutHead<Event> = Event extends unknown ? Omit<Event, "seq" | "at"> : never;
/** An event as it is reported; its number and its time come from the log. */
export type NewEvent = WithoutHead<BotEvent>;

export type EventLog = {
  add(event: NewEvent): void;
  /** True when Acta has every event. */
  delivered(msMax: number): Promise<boolean>;
  close(): void;
};

/** The bot's events: written to the disk first, sent in order, and sent again until Acta confirms them. */
export function openEventLog(deps: {
  folder: BotFolder;
  sink: Sink;
  attempt: number;
  now: () => number;
  /** An ended bot sends no sign of life. */
  heartbeat: boolean;
  onStop: () => void;
  onGone: () => void;
}): EventLog {
  const { folder, sink, attempt } = deps;
  let waiting: BotEvent[] = [];
  let acknowledged = readAcknowledged(folder);
  let last = acknowledged;
  for (const line of readLines(folder.events)) {
    const event = botEvent.safeParse(line);
    if (!event.success) continue;
    last = Math.max(last, event.data.seq);
    if (event.data.seq > acknowledged) waiting.push(event.data);
  }
  endLine(folder.events);
  const closing = new AbortController();
  let wake = new AbortController();
  let idle: (() => void)[] = [];

  async function run(): Promise<void> {
    let failures = 0;
    let spokeAt = 0;
    while (!closing.signal.aborted) {
      const beat = deps.heartbeat && deps.now() - spokeAt >= HEARTBEAT_MS;
      if (waiting.length === 0 && !beat) {
        await pause(deps.heartbeat ? HEARTBEAT_MS : 60_000, wake.signal);
        wake = new AbortController();
        if (waiting.length > 0) await pause(GATHER_MS, closing.signal);
        continue;
      }
      const answer = await sink.postEvents({ attempt, events: waiting.slice(0, BATCH_MAX) });
      if (answer === "gone") {
        waiting = [];
        deps.onGone();
        closing.abort();
      } else if (answer === "later") {
        failures += 1;
        await pause(backOffMs(failures, Math.random()), closing.signal);
      } else {
        failures = 0;
        spokeAt = deps.now();
        accept(answer.seq);
        if (answer.stop) deps.onStop();
      }
      if (waiting.length === 0) {
        for (const each of idle) each();
        idle = [];
      }
    }
  }

  function accept(seq: number): void {
    // A number that was never sent would skip later events.
    acknowledged = Math.max(acknowledged, Math.min(seq, last));
    waiting = waiting.filter((event) => event.seq > acknowledged);
    replaceFile(folder.acknowledged, String(acknowledged));
  }

  const running = run();
  running.catch(() => closing.abort());

  return {
    add(event) {
      last += 1;
      const told = botEvent.parse({ ...event, seq: last, at: Math.round(deps.now()) });
      appendFileSync(folder.events, `${JSON.stringify(told)}\n`, { mode: 0o600 });
      waiting.push(told);
      wake.abort();
    },
    async delivered(msMax) {
      if (waiting.length === 0) return true;
      await Promise.race([new Promise<void>((resolve) => idle.push(resolve)), pause(msMax)]);
      return waiting.length === 0;
    },
    close() {
      closing.abort();
      wake.abort();
    },
  };
}

function readAcknowledged(folder: BotFolder): number {
  const text = existsSync(folder.acknowledged) ? readFileSync(folder.acknowledged, "utf8").trim() : "";
  return /^\d{1,9}$/u.test(text) ? Number(text) : 0;
}

/** Half a line at the end, after a power cut or on a full disk, would make the next event unreadable as well. */
function endLine(file: string): void {
  if (existsSync(file) && !readFileSync(file, "utf8").endsWith("\n")) appendFileSync(file, "\n");
}

/** Events of an ended bot, for finishing its work. */
export function readEvents(folder: BotFolder): BotEvent[] {
  return readLines(folder.events).flatMap((line) => {
    const event = botEvent.safeParse(line);
    return event.success ? [event.data] : [];
  });
}
