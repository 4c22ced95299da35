import { expect, test, vi } from "vitest";
import type { SearchAnswer } from "#app/contracts/search-answer.ts";
import { call } from "#tests/support/api.ts";
import { lineStart, recordedTalk } from "#tests/support/recorded-talk.ts";
import { signIn } from "#tests/support/sign-in.ts";

/** The page of results as somebody reads it whose browser runs no script. */
const SOON = { timeout: 30_000, interval: 50 };
const LINES = [
  ["Nora Serra", "We decided that the desk opens at eight on Monday."],
  ["Jonas Vidal", "The insurer sends back every third form, and always for page two."],
] as const;

const page = async (cookie: string, query: string) => {
  const answer = await call(`/search${query}`, { cookie });
  expect(answer.status).toBe(200);
  return answer.text();
};

test("results are links to their moments, marked, and what is not found is said with wider searches", async () => {
  const { cookie, userId } = await signIn({ name: "Nora Serra" });
  const { meetId } = await recordedTalk(LINES, { userId, details: { title: "Desk & telephone" } });
  const found = await vi.waitFor(async () => {
    const answer = await (await call("/api/search?q=insurers", { cookie })).json<SearchAnswer>();
    const moment = answer.meetings[0]?.moments.find(({ kind }) => kind === "transcript");
    expect(answer.isComplete && moment).toMatchObject({ startMs: lineStart(1) });
    return moment;
  }, SOON);

  const html = await page(cookie, "?q=insurers");
  expect(html).toContain("Desk &amp; telephone");
  expect(html).toContain(`href="/${meetId}?t=${lineStart(1) / 1000}#s-${found?.segmentId}"`);
  expect(html).toContain("<mark>insurer</mark>");
  // The moment is on the meeting's page, where the address leads.
  expect(await (await call(`/${meetId}`, { cookie })).text()).toContain(`id="s-${found?.segmentId}"`);

  const none = await page(cookie, "?q=insurer+with:aina");
  expect(none).toContain("No matches found.");
  expect(none).toContain('href="/search?q=insurer"');
  expect(await page(cookie, "?q=before:soon")).toContain("Not understood: before:soon");
  expect(await page(cookie, "?q=%3Cscript%3E")).toContain('value="&lt;script&gt;"');
});

test("without a question the page says how the search is narrowed, and an unknown cursor is the first page", async () => {
  const { cookie } = await signIn();
  const html = await page(cookie, "");
  for (const word of ["from:", "with:", "after:", "before:"]) expect(html).toContain(word);
  expect(await page(cookie, "?q=zzz&cursor=nowhere")).toContain("Nothing found");
});
