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
/** Limit for a bot that was told to end; one that does not has a hanging browser. */
const SHUT_DOWN_MS_MAX = 25_000;

type Running = {
  order: BotOrder;
  folder: BotFolder;
  child: ChildProcess;
  report: FromBot;
  ended: Promise<void>;
};

export type Bots = {
  /** `new` is false when this bot is here already. */
  start(order: BotOrder): Promise<Outcome<{ report: BotReport; new: boolean }, "full" | "url" | "platform">>;
  report(botId: string): BotReport | null;
  stop(botId: string): boolean;
  /** Has it leave the lobby and request admission again. False when it does not wait there. */
  askAgain(botId: string): boolean;
  /** Has it write something in the meeting's chat. */
  say(botId: string, text: string): boolean;
  /** Running bots, and pieces of ended bots that are not delivered to Acta yet. */
  load(): { bots: number; spooledPieces: number };
  /** Ends every bot in order; undelivered data waits on the disk. */
  shutDown(): Promise<void>;
};

/**
 * The bots of this recorder: a process each, in a group of its own. A bot that dies leaves its pieces on the disk, and they are delivered
 * from here; the same for pieces that an earlier service left.
 */
export function openBots(settings: RecorderSettings, program: string): Bots {
  const running = new Map<string, Running>();
  const ended = new Map<string, BotReport & { at: number }>();
  const finishing = new Map<string, ReturnType<typeof finishBot>>();
  let closing = false;

  for (const folder of listBotFolders(settings.bots)) finish(folder);

  function finish(folder: BotFolder): void {
    const order = readOrder(folder);
    if (!order || closing) return;
    const work = finishBot({ folder, order, log, bytesMax: settings.spoolBytesMax });
    finishing.set(folder.root, work);
    work.done
      .catch((error: unknown) => log("recorder.bot.unfinished", { botId: order.botId, error: faultOf(error) }))
      .finally(() => finishing.delete(folder.root));
  }

  function launch(order: BotOrder): Running {
    const folder = makeBotFolder(settings.bots, order);
    const { RECORDER_TOKEN: _, ...env } = process.env;
    const child = spawn(process.execPath, [program, folder.root], {
      // A group of its own: a Ctrl-C at the terminal reaches the service, and the service ends its bots in order.
      detached: true,
      stdio: ["ignore", "inherit", "inherit", "ipc"],
      env,
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
    one.ended = gone.then(() => noteEnded(one));
    running.set(order.botId, one);
    return one;
  }

  function noteEnded(one: Running): void {
    const { order, folder } = one;
    if (running.get(order.botId) === one) running.delete(order.botId);
    const said = one.report.state === "left" || one.report.state === "failed";
    const last = said ? one.report : { ...one.report, state: "failed" as const, reason: "recorder-lost" as const };
    if (!said) log("recorder.bot.died", { botId: order.botId, attempt: order.attempt, state: one.report.state });
    ended.set(order.botId, { ...last, botId: order.botId, attempt: order.attempt, at: Date.now() });
    for (const [botId, { at }] of ended) if (Date.now() - at > REMEMBERED_MS) ended.delete(botId);
    finish(folder);
  }

  function tell(one: Running, message: ToBot): void {
    if (one.child.connected) one.child.send(message);
  }

  function reportOf(one: Running): BotReport {
    return { ...one.report, botId: one.order.botId, attempt: one.order.attempt };
  }

  async function end(one: Running): Promise<void> {
    tell(one, { say: "shut-down" });
    await Promise.race([one.ended, pause(SHUT_DOWN_MS_MAX)]);
    if (one.child.exitCode === null && one.child.signalCode === null) one.child.kill("SIGKILL");
    await one.ended;
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
      // Acta has given this attempt up: the next one must not find it in the meeting.
      if (here) await end(here);
      else if (running.size >= settings.botsMax || closing) return refused("full");
      return ok({ report: reportOf(launch(order)), new: true });
    },
    report(botId) {
      const here = running.get(botId);
      if (here) return reportOf(here);
      const before = ended.get(botId);
      if (!before) return null;
      const folder = path.join(settings.bots, `${botId}-${before.attempt}`);
      const waiting = finishing.get(folder)?.waiting() ?? { pieces: 0, bytes: 0 };
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
    load: () => ({
      bots: running.size,
      spooledPieces: [...finishing.values()].reduce((sum, work) => sum + work.waiting().pieces, 0),
    }),
    async shutDown() {
      closing = true;
      await Promise.all([...running.values()].map(end));
      for (const work of finishing.values()) work.close();
    },
  };
}

function withoutTime(ended: BotReport & { at: number }): BotReport {
  const { at: _at, ...report } = ended;
  return report;
}
