// Scripts of a page at its first load, each with its weight: `npx remix vite:build && npx vite-node tests/bench/page-weight/run.ts [route]
// [locale]`. Fails where a meeting's page is heavier than its limit, as tests/routes/page-weight.test.ts does.
import { MEETING_PAGE_BYTES_MAX, weighPage } from "#tests/support/page-weight.ts";

const [route = "routes/meeting", locale = "en"] = process.argv.slice(2);
const rows = weighPage(route, locale);
for (const { gzip, bytes, name } of rows) print(gzip, bytes, name);
const total = rows.reduce((sum, { gzip }) => sum + gzip, 0);
const bytes = rows.reduce((sum, each) => sum + each.bytes, 0);
print(total, bytes, `${route} (${locale}), ${rows.length} files; at most ${MEETING_PAGE_BYTES_MAX} B gzip`);
if (total > MEETING_PAGE_BYTES_MAX) process.exitCode = 1;

function print(gzip: number, size: number, name: string): void {
  process.stdout.write(`${String(gzip).padStart(8)} B gzip ${String(size).padStart(8)} B  ${name}\n`);
}
