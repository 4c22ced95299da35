/**
 * Compares how soon an edit of a line is answered while a hundred pages have the meeting open and while none has: medians of alternating rounds,
 * in the bundled Worker on this machine. Run after `npx remix vite:build`:
 *
 *   npx tsx tests/bench/meeting-page/edit-with-pages.ts [rounds]
 */
import { loadavg } from "node:os";
import process from "node:process";
import { uploadLongMeeting } from "#tests/bench/meeting-page/upload-long-meeting.ts";
import { type KillableActa, startKillableActa } from "#tests/support/killable-acta.ts";
import { viewOf } from "#tests/support/look-inside.ts";
import { makeUser } from "#tests/support/make-user.ts";

const [rounds = "5"] = process.argv.slice(2);
const PAGES = 100;
const EDITS = 11;
const RATIO_MAX = 1.5;
const MEETING = { cues: 359, durationMs: 30 * 60_000, title: "Half an hour of everything" };

type Meeting = { meetId: string; cookie: string };

/** A page's socket, once it has the meeting. `close` resolves when the object has closed it, too. */
async function openPage(acta: KillableActa, { meetId, cookie }: Meeting): Promise<{ close: () => Promise<void> }> {
  const headers = { Upgrade: "websocket", Cookie: cookie, Origin: acta.origin };
  const url = `${acta.origin}/api/acta/meetings/${meetId}/live`;
  const { webSocket: socket, status } = await acta.miniflare().dispatchFetch(url, { headers });
  if (!socket) throw new Error(`a page was refused: ${status}`);
  const first = new Promise<void>((resolve) => socket.addEventListener("message", () => resolve(), { once: true }));
  socket.accept();
  await first;
  const closed = new Promise<void>((resolve) => socket.addEventListener("close", () => resolve(), { once: true }));
  return {
    close: () => {
      socket.close();
      return closed;
    },
  };
}

/** ms until each of some edits of the first line is answered, one after the other. */
async function edit(acta: KillableActa, { meetId, cookie }: Meeting): Promise<number[]> {
  const times: number[] = [];
  for (let each = 0; each < EDITS; each += 1) {
    const segment = (await viewOf(acta, meetId, cookie))?.segments[0];
    if (!segment) throw new Error("the meeting has no line");
    const text = `${segment.text.replace(/ \d+$/u, "")} ${Math.floor(Math.random() * 1e6)}`;
    const startedAt = performance.now();
    const answer = await fetch(`${acta.origin}/api/acta/meetings/${meetId}/segments/${segment.id}`, {
      method: "POST",
      headers: { Cookie: cookie, Origin: acta.origin, "Content-Type": "application/json" },
      body: JSON.stringify({ saveId: `bench-${crypto.randomUUID()}`, before: segment.text, text }),
    });
    const body = await answer.text();
    times.push(performance.now() - startedAt);
    if (!answer.ok) throw new Error(`the edit was refused: ${answer.status} ${body}`);
  }
  return times;
}

const medianOf = (times: readonly number[]) => times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0;

const engines = { SPEECH_ENGINE: "none", LANGUAGE_ENGINE: "extractive" };
const acta = await startKillableActa("workers/entry.ts", engines, { rateLimited: false });
try {
  const { cookie } = await makeUser(acta.inside.database, { plan: "pro" });
  const meeting = { cookie, meetId: await uploadLongMeeting({ origin: acta.origin, cookie, ...MEETING }) };
  await edit(acta, meeting);
  const [alone, watched]: [number[], number[]] = [[], []];
  for (let round = 0; round < Number(rounds); round += 1) {
    alone.push(...(await edit(acta, meeting)));
    const pages = await Promise.all(Array.from({ length: PAGES }, () => openPage(acta, meeting)));
    watched.push(...(await edit(acta, meeting)));
    await Promise.all(pages.map((page) => page.close()));
  }
  const [without, withPages] = [medianOf(alone), medianOf(watched)];
  const ratio = withPages / without;
  process.stdout.write(
    `an edit: ${without.toFixed(0)} ms without pages, ${withPages.toFixed(0)} ms with ${PAGES}: ${ratio.toFixed(2)} (at most ${RATIO_MAX}), ` +
      `${alone.length} edits each, load ${loadavg()[0]?.toFixed(1)}\n`,
  );
  if (ratio > RATIO_MAX) process.exitCode = 1;
} finally {
  await acta.stop();
}
