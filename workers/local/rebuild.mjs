// `npm run rebuild`: makes the lists in D1 again from the meeting objects, page by page, here or in production.
//   npm run rebuild                                     the Acta that `npm start` runs on this machine
//   ADMIN_TOKEN=… npm run rebuild -- https://acta.example    a deployed one; the token is the Worker's secret ADMIN_TOKEN
import process from "node:process";
import { askForPages } from "./operator-pages.mjs";
import { assertNodeVersion, fail } from "./preflight.mjs";

assertNodeVersion();

const totals = { rebuilt: 0, gone: 0, neverBegan: 0, failed: 0 };
await askForPages("/api/admin/rebuild", (page) => {
  for (const name of /** @type {(keyof typeof totals)[]} */ (Object.keys(totals))) totals[name] += page[name];
  process.stdout.write(`Meetings in the lists: ${totals.rebuilt}${page.cursor === null ? "." : " so far …"}\n`);
});

if (totals.gone > 0) process.stdout.write(`${totals.gone} had been deleted and stay so.\n`);
if (totals.neverBegan > 0)
  process.stdout.write(`${totals.neverBegan} submits had broken off before there was a meeting.\n`);
if (totals.failed > 0) fail(`${totals.failed} meetings could not be asked. Run it again; the Worker's log names them.`);
