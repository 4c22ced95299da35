// `npm run dead-letters`: counts the events that a consumer did not take in all its attempts; with --retry they are given to it again.
//   npm run dead-letters                                          the Acta that `npm start` runs on this machine
//   npm run dead-letters -- --retry
//   ADMIN_TOKEN=… npm run dead-letters -- https://acta.example --retry    a deployed one
import process from "node:process";
import { askForPages } from "./operator-pages.mjs";
import { assertNodeVersion, fail } from "./preflight.mjs";

assertNodeVersion();

const isRetried = process.argv.includes("--retry");
/** @type {Record<string, number>} */
const totals = {};
let failed = 0;
await askForPages(
  "/api/admin/dead-letters",
  (page) => {
    for (const [consumer, letters] of Object.entries(page.letters))
      totals[consumer] = (totals[consumer] ?? 0) + letters;
    failed += page.failed;
  },
  { isRetried },
);

const counts = Object.entries(totals);
for (const [consumer, letters] of counts) process.stdout.write(`${consumer}: ${letters}\n`);
if (counts.length === 0) process.stdout.write("There are no dead letters.\n");
else if (isRetried)
  process.stdout.write("They are given to their consumers again. Ask without --retry to see those that are left.\n");
if (failed > 0) fail(`${failed} workspaces could not be asked. Run it again; the Worker's log names them.`);
