// The process of one bot: `node bot.js <folder>`, started by the service, with the order in the folder. It ends by itself when the bot has
// left; the service delivers the rest of the folder.
import process from "node:process";
import type { BotState } from "#app/contracts/recording/recorder.ts";
import { askAgainWish } from "./bot/come-in.ts";
import { type FromBot, toBot } from "./bot/bot-messages.ts";
import { type Ending, endingSignal } from "./bot/ending.ts";
import { runBot } from "./bot/run-bot.ts";
import { launchBrowser } from "./capture/tab-page.ts";
import { endOnUncaught, faultOf, log } from "./log.ts";
import { choosePlatform } from "./platforms/choose-platform.ts";
import { readSettings } from "./settings.ts";
import { botFolder, readOrder } from "./spool/bot-folder.ts";
import { openEventLog } from "./spool/event-log.ts";
import { openPieceSpool } from "./spool/piece-spool.ts";
import { openSink } from "./spool/sink.ts";

const DRAIN_MS_MAX = 10_000;
const LAST_WORD_MS_MAX = 3_000;

endOnUncaught("recorder.bot.crashed");
const settings = readSettings({ ...process.env, RECORDER_TOKEN: "kept-by-the-service" });
const folder = botFolder(process.argv[2] ?? "");
const order = readOrder(folder);
const adapter = order && choosePlatform(order.platform, settings);
if (!order || !adapter) throw new Error("There is no order in this folder that can be carried out.");

const over = endingSignal();
const askAgain = askAgainWish();
/** Texts to say in the chat once the bot is inside. */
const toSay: string[] = [];
const lost: Ending = { state: "failed", reason: "recorder-lost" };
const stopped: Ending = { state: "left", reason: "stopped" };
const callOver: Ending = { state: "left", reason: "stopped" };
const sink = openSink(order);
const spool = openPieceSpool({
  folder,
  sink,
  log,
  bytesMax: settings.spoolBytesMax,
  onGone: () => over.end(callOver),
});
const events = openEventLog({
  folder,
  sink,
  attempt: order.attempt,
  now: Date.now,
  heartbeat: true,
  onStop: () => over.end(stopped),
  onGone: () => over.end(callOver),
});

let report: Pick<FromBot, "state" | "reason" | "since"> = { state: "starting", reason: null, since: Date.now() };
function send(): void {
  const waiting = spool.waiting();
  const message: FromBot = { ...report, spooledPieces: waiting.pieces, spooledBytes: waiting.bytes };
  // A service that was killed receives nothing any more; the channel's own error is then no reason to leave a meeting in disorder.
  if (process.connected) process.send?.(message, undefined, undefined, () => {});
}
function tell(state: BotState, ending?: Ending): void {
  if (report.state === state && state !== "starting") return;
  report = { state, reason: ending?.reason ?? null, since: Date.now() };
  events.add({ type: "state", state, reason: report.reason });
  log("recorder.bot.state", { botId: order?.botId, attempt: order?.attempt, state, reason: report.reason });
  send();
}
tell("starting");
const reporting = setInterval(send, 1_000);

process.on("message", (message) => {
  const parsed = toBot.safeParse(message);
  if (!parsed.success) return;
  if (parsed.data.say === "announce") toSay.push(parsed.data.text);
  else if (parsed.data.say === "ask-again") askAgain.ask();
  else over.end(parsed.data.say === "stop" ? stopped : lost);
});
// The service is gone: it cannot stop this bot any more, and everything recorded is safe on the disk.
process.on("disconnect", () => over.end(lost));
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => over.end(lost));

try {
  const ending = await runBot({
    order,
    adapter,
    profile: adapter.browser.profile ?? null,
    sink,
    spool,
    events,
    over,
    askAgain,
    toSay,
    tell,
    log,
    now: Date.now,
    launch: () =>
      launchBrowser(
        {
          executablePath: settings.chromium,
          headless: settings.headless,
          fakeDevices: adapter.browser.fakeDevices,
          loopbackOnly: adapter.platform === "local",
        },
        (error) => log("recorder.browser.unsandboxed", { botId: order.botId, error: faultOf(error) }),
      ),
  });
  await spool.drained(DRAIN_MS_MAX);
  tell(ending.state, ending);
} catch (error) {
  log("recorder.bot.broken", { botId: order.botId, error: faultOf(error) });
  tell("failed", { state: "failed", reason: "capture-failed" });
}
await events.delivered(LAST_WORD_MS_MAX);
clearInterval(reporting);
spool.close();
events.close();
process.exit(0);
