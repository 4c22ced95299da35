// The recorder: sends a bot into a meeting when Acta asks for one, and delivers what it records. See README.md.
//
//   RECORDER_TOKEN=… node build/recorder/main.js
import path from "node:path";
import process from "node:process";
import { endOnUncaught, log } from "./log.ts";
import { openBots } from "./service/bots.ts";
import { serve } from "./service/serve.ts";
import { readSettings } from "./settings.ts";

// Spooled recordings and orders are for this user only; bots inherit it.
process.umask(0o077);
const settings = readSettings(process.env);
endOnUncaught("recorder.crashed");
const bots = openBots(settings, path.join(import.meta.dirname, "bot.js"));
const server = serve(settings, bots);

server.listen(settings.port, settings.host, () => {
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : settings.port;
  process.stdout.write(`recorder on http://${settings.host}:${port}\n`);
});

let ending = false;
for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.on(signal, () => {
    if (ending) return;
    ending = true;
    server.close();
    bots
      .shutDown()
      .catch(() => log("recorder.shut-down.failed"))
      .finally(() => process.exit(0));
  });
}
