import * as z from "zod";
import { openDatabase } from "#app/server/db/database.ts";
import { randomId } from "#app/domain/ids.ts";
import type { AccountBirth } from "#app/server/ports/calendar-account.ts";
import { CALENDAR_ORIGIN, playCalendars } from "#tests/fakes/calendar-providers.ts";
import { serve } from "#tests/fakes/serve.mjs";
import { newcomer, type PlayedPerson } from "#tests/support/calendar-consent.ts";
import { freePort } from "#tests/support/free-port.ts";
import { startKillableActa } from "#tests/support/killable-acta.ts";
import { makeUser } from "#tests/support/make-user.ts";

/** Acta in a workerd of its own, and Google's stand-in in this process. Its requests are counted. */
export async function openStage() {
  const people: PlayedPerson[] = [];
  const counted = { requests: 0, aheadMs: 0 };
  const target = { origin: "" };
  const played = playCalendars({
    people,
    now: () => Date.now() + counted.aheadMs,
    send: (request) => fetch(new Request(request.url.replace(/^http:\/\/[^/]+/u, target.origin), request)),
  });
  const { origin: calendarOrigin, stop } = await serve(async (request) => {
    counted.requests += 1;
    const { pathname, search } = new URL(request.url);
    const { method, headers } = request;
    const body = method === "POST" ? { body: await request.text() } : {};
    const passed = new Request(`${CALENDAR_ORIGIN}${pathname}${search}`, { method, headers, ...body });
    return (await played.answer(passed)) ?? new Response(null, { status: 404 });
  });
  const inspectorPort = await freePort();
  const variables = { CALENDAR_ORIGIN: calendarOrigin };
  const acta = await startKillableActa("tests/bench/calendars/worker.ts", variables, {
    rateLimited: false,
    inspectorPort,
  });
  target.origin = acta.origin;
  const db = openDatabase(acta.inside.database);

  async function ask(path: string, body: object | null = null): Promise<unknown> {
    const answer = await fetch(`${acta.origin}${path}`, { method: "POST", body: body && JSON.stringify(body) });
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return answer.json();
  }

  return {
    acta,
    db,
    ask,
    counted,
    inspectorPort,
    state: played.state,
    orders: played.orders,
    /** A person with one calendar at Google; `fill` puts events into it before it is read. */
    async open(fill: (person: ReturnType<typeof newcomer>) => void, { isRead = true } = {}) {
      const { userId } = await makeUser(acta.inside.database, { plan: "pro" });
      const person = newcomer({ played, people }, "google");
      fill(person);
      const accountId = randomId();
      const birth: AccountBirth = {
        accountId,
        userId,
        workspaceId: userId,
        name: person.email,
        createdAt: Date.now(),
        provider: "google",
        owner: person.owner,
        tokens: await person.consent(),
      };
      if (isRead) await ask(`/_bench/begin?account=${accountId}`, birth);
      return { accountId, userId, person, birth };
    },
    /** The times of a person's events, as the lists of their workspace have them. */
    async listed(userId: string) {
      return z.array(z.number()).parse(await ask(`/_bench/listed?user=${userId}`));
    },
    async setClock(aheadMs: number) {
      counted.aheadMs = aheadMs;
      await ask("/_bench/clock", { aheadMs });
    },
    async stop() {
      await acta.stop();
      await stop();
    },
  };
}
export type Stage = Awaited<ReturnType<typeof openStage>>;
