// `npm run reseal`: encrypts the stored secrets of calendars, webhooks and connected accounts with the first key of SECRET_BOX_KEYS, page by page.
//   npm run reseal                                      the Acta that `npm start` runs on this machine
//   ADMIN_TOKEN=… npm run reseal -- https://acta.example     a deployed one
import process from "node:process";
import { askForPages } from "./operator-pages.mjs";
import { assertNodeVersion } from "./preflight.mjs";

assertNodeVersion();

let resealed = 0;
await askForPages("/api/admin/reseal", (page) => {
  resealed += page.resealed;
  process.stdout.write(`Secrets with the current key: ${resealed}${page.cursor === null ? "." : " so far …"}\n`);
});
