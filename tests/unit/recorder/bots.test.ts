import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, expect, test, vi } from "vitest";
import type { BotOrder } from "#app/contracts/recording/recorder.ts";
import { type Bots, openBots } from "#workers/recorder/src/service/bots.ts";
import { readSettings } from "#workers/recorder/src/settings.ts";

/** The processes of bots, with a program that writes down its starts in place of the bot's own. */

const ORIGIN = "http://127.0.0.1:1";
const roots: string[] = [];
const opened: Bots[] = [];

afterEach(async () => {
  vi.restoreAllMocks();
  await Promise.all(opened.splice(0).map((bots) => bots.shutDown()));
  for (const root of roots.splice(0)) rmSync(root, { recursive: true, force: true });
});

/** A bot that leaves in its own time when it is told to end: when `go` is there. */
const PROGRAM = `
import { appendFileSync, existsSync } from "node:fs";
const [, , root] = process.argv;
appendFileSync(root + "/../../starts", root + "\\n");
process.on("message", ({ say }) => {
  if (say !== "shut-down") return;
  appendFileSync(root + "/../../told", "told\\n");
  setInterval(() => existsSync(root + "/../../go") && process.exit(0), 10);
});
process.send({ state: "recording", reason: null, since: 1, spooledPieces: 0, spooledBytes: 0 });
`;

function openRecorder() {
  const root = mkdtempSync(path.join(tmpdir(), "acta-bots-"));
  roots.push(root);
  const program = path.join(root, "bot.mjs");
  writeFileSync(program, PROGRAM);
  const bots = openBots(
    readSettings({
      RECORDER_TOKEN: "a-token-of-the-test",
      RECORDER_DATA: root,
      RECORDER_BOTS_MAX: "6",
      RECORDER_LOCAL_ORIGIN: ORIGIN,
    }),
    program,
  );
  opened.push(bots);
  const read = (name: string) =>
    existsSync(path.join(root, name)) ? readFileSync(path.join(root, name), "utf8").trim().split("\n") : [];
  return { bots, read, let: () => writeFileSync(path.join(root, "go"), "") };
}

const MS = { lobbyMs: 1, hostAbsentMs: 1, nobodyMs: 1, aloneMs: 1, onlyBotsMs: 1, maximumMs: 1, warnBeforeMs: 1 };
const orderOf = (attempt: number): BotOrder => ({
  botId: "b".repeat(24),
  attempt,
  platform: "local",
  url: `${ORIGIN}/room`,
  name: "Acta",
  announcement: "",
  limits: MS,
  video: false,
  sink: { url: `${ORIGIN}/sink`, token: "a-token-of-the-sink" },
});

test("an order that comes again while the bot before is ended starts one bot", async () => {
  const { bots, read, let: letGo } = openRecorder();
  await bots.start(orderOf(1));
  await expect.poll(() => bots.report("b".repeat(24))?.state).toBe("recording");
  // Acta waits ten seconds for an answer, and a bot may need more to leave.
  const orders = [bots.start(orderOf(2)), bots.start(orderOf(2))];
  await expect.poll(() => read("told")).toHaveLength(2);
  letGo();
  const answers = await Promise.all(orders);
  expect(answers.filter((answer) => answer.ok && answer.value.new)).toHaveLength(1);
  await expect.poll(() => bots.report("b".repeat(24))?.state).toBe("recording");
  expect(read("starts")).toHaveLength(2);
  expect(bots.load().running).toHaveLength(1);
});

test("a bot has still something to deliver while Acta has not heard that it is gone, also where all its pieces are there", async () => {
  const { bots, read, let: letGo } = openRecorder();
  letGo();
  await bots.start(orderOf(1));
  await expect.poll(() => read("starts")).toHaveLength(1);
  await expect.poll(() => bots.report("b".repeat(24))?.state).toBe("recording");
  await bots.start(orderOf(2));
  // At the address of the sink there is no Acta.
  expect(bots.report("b".repeat(24))?.spooledPieces).toBe(0);
  expect(bots.load().spooledPieces).toBe(1);
  const now = Date.now();
  vi.spyOn(Date, "now").mockReturnValue(now + 11 * 60_000);
  expect(bots.load().spooledPieces, "not for ever").toBe(0);
});
