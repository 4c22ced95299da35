// Makes the file of a bot's own account: `node workers/recorder/sign-in.mjs meet <folder>`. A window opens; sign in there by
// hand, then press Enter here. Cookies and site storage are kept in <folder>/<platform>.json, readable by you alone; whoever has
// that file is that account. Run it again when the platform has signed the account out.
import { chmodSync, mkdirSync } from "node:fs";
import path from "node:path";
import process from "node:process";
import { createInterface } from "node:readline/promises";
import { chromium } from "playwright-core";

/** @type {Record<string, string>} */
const START = {
  meet: "https://accounts.google.com/ServiceLogin?continue=https://meet.google.com/&hl=en",
  teams: "https://teams.microsoft.com/v2/",
  zoom: "https://zoom.us/signin",
  jitsi: "https://meet.jit.si/",
};

const [platform = "", folder = ""] = process.argv.slice(2);
const start = START[platform];
if (!start || folder === "") {
  process.stderr.write(`usage: node workers/recorder/sign-in.mjs ${Object.keys(START).join("|")} <folder>\n`);
  process.exit(2);
}
mkdirSync(folder, { recursive: true, mode: 0o700 });
const file = path.join(folder, `${platform}.json`);
const executablePath = process.env.RECORDER_CHROMIUM;
const browser = await chromium.launch({
  headless: false,
  args: ["--lang=en-US"],
  ...(executablePath ? { executablePath } : {}),
});
const context = await browser.newContext({ locale: "en-US" });
await (await context.newPage()).goto(start);
const ask = createInterface({ input: process.stdin, output: process.stdout });
await ask.question("Sign in in the window, then press Enter here. ");
ask.close();
await context.storageState({ path: file, indexedDB: true });
chmodSync(file, 0o600);
await browser.close();
process.stdout.write(`${file}\n`);
