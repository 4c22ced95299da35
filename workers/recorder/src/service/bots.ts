import { type ChildProcess, spawn } from "node:child_process";
import path from "node:path";
import process from "node:process";
import type { BotOrder, BotReport } from "#app/contracts/recording/recorder.ts";
import { ok, type Outcome, refused } from "#app/domain/outcome.ts";
import { type FromBot, fromBot, type ToBot } from "../bot/bot-messages.ts";
import { faultOf, log } from "../log.ts";
import { choosePlatform } from "../platforms/choose-platform.ts";
import type { RecorderSettings } from "../settings.ts";
import { pause } from "../spool/sink.ts";
import { type BotFolder, listBotFolders, makeBotFolder, readOrder } from "../spool/bot-folder.ts";
import { finishBot } from "../spool/finish-bot.ts";

/** Time for which the report of an ended bot stays available. */
const REMEMBERED_MS = 60 * 60 * 1000;
/** Time for which a container waits for Acta to take what a bot still had to say, beside its pieces. */
const LAST_WORDS_MS_MAX = 10 * 60 * 1000;
/** A bot does little and six of them share a container: V8 keeps its heap small (90 MB of memory became 73, at the same processor time). */
const SMALL_HEAP = ["--max-semi-space-size=1", "--optimize-for-size"];
/** glibc returns freed memory to the system. Without a threshold of ours it raises its own when Node reads large files, and keeps 11 MB. */
const RETURN_MEMORY = { MALLOC_MMAP_THRESHOLD_: "65536", MALLOC_TRIM_THRESHOLD_: "65536" };
/** Limit for a bot that was told to end; one that does not has a hanging browser. */
const SHUT_DOWN_MS_MAX = 25_000;

type Running = {
  order: BotOrder;
  folder: BotFolder;
  child: ChildProcess;
  report: FromBot;
  ended: Promise<void>;
};

type Ended = BotReport & { at: number };

export type Bots = {
  /** `new` is false when this bot is here already. */
  start(order: BotOrder): Promise<Outcome<{ report: BotReport; new: boolean }, "full" | "url" | "platform">>;
  report(botId: string): BotReport | null;
  stop(botId: string): boolean;
  /** Has it leave the lobby and request admission again. False when it does not wait there. */
  askAgain(botId: string): boolean;
  /** Has it write something in the meeting's chat. */
  say(botId: string, text: string): boolean;
  /** The ids of the running bots, and the number of pieces of ended bots that are not delivered to Acta yet: for a while one at least until all they said is. */
  load(): { running: string[]; spooledPieces: number };
  /** Ends every bot in order; undelivered data waits on the disk. */
  shutDown(): Promise<void>;
};

/**
 * The bots of this recorder: a process each, in a group of its own. A bot that dies leaves its pieces on the disk, and they are delivered
 * from here; the same for pieces that an earlier service left.
 */
export function openBots(settings: RecorderSettings, program: string): Bots {
  const running = new Map<string, Running>();
  const ended = new Map<string, Ended>();
  const deliveries = openDeliveries(settings);
  let closing = false;

  for (const folder of listBotFolders(settings.bots)) deliveries.begin(folder);

  function launch(order: BotOrder): Running {
    const one = spawnBot(order, { folder: makeBotFolder(settings.bots, order), program, onEnded: noteEnded });
    running.set(order.botId, one);
    return one;
  }

  function noteEnded(one: Running): void {
    const { order } = one;
    if (running.get(order.botId) === one) running.delete(order.botId);
    ended.set(order.botId, lastReport(one));
    for (const [botId, { at }] of ended) if (Date.now() - at > REMEMBERED_MS) ended.delete(botId);
    if (!closing) deliveries.begin(one.folder);
  }

  return {
    async start(order) {
      const adapter = choosePlatform(order.platform, settings);
      if (!adapter) return refused("platform");
      if (!adapter.allows(new URL(order.url))) return refused("url");
      const here = running.get(order.botId);
      if (here && here.order.attempt >= order.attempt) return ok({ report: reportOf(here), new: false });
      // An attempt that is over does not start again: its piece numbers are taken.
      const before = ended.get(order.botId);
      if (!here && before && before.attempt >= order.attempt) return ok({ report: withoutTime(before), new: false });
      if (here) {
        // Acta has given this attempt up: the next one must not find it in the meeting. It may be ordered once more meanwhile.
        await end(here);
        return this.start(order);
      }
      if (running.size >= settings.botsMax || closing) return refused("full");
      return ok({ report: reportOf(launch(order)), new: true });
    },
    report(botId) {
      const here = running.get(botId);
      if (here) return reportOf(here);
      const before = ended.get(botId);
      if (!before) return null;
      const folder = path.join(settings.bots, `${botId}-${before.attempt}`);
      const waiting = deliveries.waiting(folder);
      return { ...withoutTime(before), spooledPieces: waiting.pieces, spooledBytes: waiting.bytes };
    },
    stop(botId) {
      const here = running.get(botId);
      if (here) tell(here, { say: "stop" });
      return here !== undefined || ended.has(botId);
    },
    askAgain(botId) {
      const here = running.get(botId);
      if (here?.report.state !== "waiting") return false;
      tell(here, { say: "ask-again" });
      return true;
    },
    say(botId, text) {
      const here = running.get(botId);
      if (here) tell(here, { say: "announce", text });
      return here !== undefined;
    },
    load: () => ({ running: [...running.keys()], spooledPieces: deliveries.pieces() }),
    async shutDown() {
      closing = true;
      await Promise.all([...running.values()].map(end));
      deliveries.close();
    },
  };
}

/** The pieces of ended bots, on their way to Acta. */
function openDeliveries(settings: RecorderSettings) {
  const finishing = new Map<string, { work: ReturnType<typeof finishBot>; beganAt: number }>();
  return {
    begin(folder: BotFolder): void {
      const order = readOrder(folder);
      if (!order) return;
      const work = finishBot({ folder, order, log, bytesMax: settings.spoolBytesMax });
      finishing.set(folder.root, { work, beganAt: Date.now() });
      work.done
        .catch((error: unknown) => log("recorder.bot.unfinished", { botId: order.botId, error: faultOf(error) }))
        .finally(() => finishing.delete(folder.root));
    },
    waiting: (root: string) => finishing.get(root)?.work.waiting() ?? { pieces: 0, bytes: 0 },
    // The last words of a bot are one more to deliver: who spoke, and where its segments end. For a while: Acta may refuse them for good.
    pieces() {
      const words = ({ beganAt }: { beganAt: number }) => (Date.now() - beganAt < LAST_WORDS_MS_MAX ? 1 : 0);
      return [...finishing.values()].reduce((sum, one) => sum + Math.max(words(one), one.work.waiting().pieces), 0);
    },
    close(): void {
      for (const { work } of finishing.values()) work.close();
    },
  };
}

function spawnBot(
  order: BotOrder,
  { folder, program, onEnded }: { folder: BotFolder; program: string; onEnded: (one: Running) => void },
): Running {
  const { RECORDER_TOKEN: _, ...env } = process.env;
  const child = spawn(process.execPath, [...SMALL_HEAP, program, folder.root], {
    // A group of its own: a Ctrl-C at the terminal reaches the service, and the service ends its bots in order.
    detached: true,
    stdio: ["ignore", "inherit", "inherit", "ipc"],
    env: { ...env, ...RETURN_MEMORY },
  });
  const report: FromBot = { state: "starting", reason: null, since: Date.now(), spooledPieces: 0, spooledBytes: 0 };
  const gone = new Promise<void>((resolve) => {
    child.once("error", () => resolve());
    child.once("exit", () => resolve());
  });
  const one: Running = { order, folder, child, report, ended: Promise.resolve() };
  child.on("message", (message) => {
    const parsed = fromBot.safeParse(message);
    if (parsed.success) one.report = parsed.data;
  });
  one.ended = gone.then(() => onEnded(one));
  return one;
}

function tell(one: Running, message: ToBot): void {
  if (one.child.connected) one.child.send(message);
}

async function end(one: Running): Promise<void> {
  tell(one, { say: "shut-down" });
  await Promise.race([one.ended, pause(SHUT_DOWN_MS_MAX)]);
  if (one.child.exitCode === null && one.child.signalCode === null) one.child.kill("SIGKILL");
  await one.ended;
}

function reportOf(one: Running): BotReport {
  return { ...one.report, botId: one.order.botId, attempt: one.order.attempt };
}

/** The report of a bot that has ended: it failed unless it said otherwise. */
function lastReport(one: Running): Ended {
  const { botId, attempt } = one.order;
  const said = one.report.state === "left" || one.report.state === "failed";
  const last = said ? one.report : { ...one.report, state: "failed" as const, reason: "recorder-lost" as const };
  if (!said) log("recorder.bot.died", { botId, attempt, state: one.report.state });
  return { ...last, botId, attempt, at: Date.now() };
}

function withoutTime({ at: _at, ...report }: Ended): BotReport {
  return report;
}
