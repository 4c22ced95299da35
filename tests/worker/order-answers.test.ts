import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { paymentPage } from "#app/contracts/billing.ts";
import { teamAnswer } from "#app/contracts/teams.ts";
import { newMeetId } from "#app/domain/ids.ts";
import { LOCALE_FALLBACK } from "#app/domain/languages.ts";
import { orderSeats } from "#app/server/teams/order-seats.ts";
import { sendDueInvitations } from "#app/server/teams/send-invitation.ts";
import { call, post } from "#tests/support/api.ts";
import { openBilling } from "#tests/support/billing-bench.ts";
import { countedDatabase } from "#tests/support/counted-database.ts";
import { KINDS_OF_ADDRESS as KINDS } from "#tests/support/kinds-of-address.ts";
import { signIn } from "#tests/support/sign-in.ts";
import { workerEnv } from "#tests/support/worker-env.ts";
import { outboxOf } from "#workers/compose/engines.ts";

/** An order of seats tells no address of an account from one of nobody: not by its answer, its work, the payment, the mails or the pages. */

let bench: ReturnType<typeof openBilling>;

beforeEach(() => {
  bench = openBilling();
});
afterEach(() => vi.restoreAllMocks());

const headersOf = ({ headers }: Response) =>
  [...headers].map(([name, value]) => `${name}: ${value.replaceAll(/'nonce-[^']*'/gu, "'nonce'")}`).toSorted();
const answerOf = async (answer: Response) => [answer.status, headersOf(answer), await answer.text()];

/** Everything that the person who orders can read or measure, without ids, secrets and the address itself. */
async function toldAbout(email: string) {
  const nora = await signIn();
  const others = [0, 1].map(() => `${newMeetId()}@example.test`);
  const order = (emails: string[]) =>
    post("/api/acta/team/order", nora.cookie, { emails, interval: "year", name: "Agenda" });
  const requests: string[] = [];
  const fetched = vi.mocked(globalThis.fetch).mock.calls;
  const before = fetched.length;
  const first = await answerOf(await order([email, ...others]));
  const again = await answerOf(await order([email.toUpperCase(), ...others]));
  const refused = await answerOf(await order([email, email, ...others]));
  for (const [input, init] of fetched.slice(before)) {
    const { method, url } = new Request(input, init);
    requests.push(`${method} ${new URL(url).pathname}`);
  }
  const { url } = paymentPage.parse(JSON.parse(String(first[2])));
  const sessionId = url.split("/").at(-1) ?? "";
  const session = bench.stripe.state.sessions.get(sessionId);
  if (!session) throw new Error("the order made no page");
  const teamId = session.metadata["workspaceId"] ?? "";
  const unpaid = (await mailsTo(email)).length;
  bench.stripe.state.pay(session);
  await bench.deliverAll();
  await sendDueInvitations(bench.services, teamId);
  const mails = await mailsTo(email);
  const shown = await call("/api/acta/team", { cookie: nora.cookie });
  const team = [shown.status, headersOf(shown), ownFirst(teamAnswer.parse(await shown.json()), email)];
  const told = JSON.stringify({ first, again, refused, requests, unpaid, mails, team });
  return {
    mails: mails.length,
    told: others
      .reduce((text, other, place) => text.replaceAll(other, `<other ${place}>`), told)
      .replaceAll(new RegExp(email, "giu"), "<address>")
      .replaceAll(nora.userId, "<nora>")
      .replaceAll(teamId, "<team>")
      .replaceAll(session.customer, "<customer>")
      .replaceAll(/_local_[a-z0-9]+_\d+/gu, "_<id>")
      .replaceAll(/\b[0-9a-f]{24,64}\b/gu, "<secret>")
      .replaceAll(/\b1[0-9]{12}\b/gu, "0"),
  };
}

/** The page lists invitations by address, which is another one for each kind. */
function ownFirst({ team }: ReturnType<typeof teamAnswer.parse>, email: string) {
  const invitations = team?.managed?.invitations ?? [];
  const isOwn = (each: { email: string }) => each.email === email;
  const rest = { ...team, managed: { ...team?.managed, invitations: invitations.length } };
  return { rest, own: invitations.filter(isOwn) };
}

async function mailsTo(email: string) {
  const mails = await outboxOf(workerEnv, () => {}).newest();
  return mails
    .filter(({ to }) => to === email)
    .map(({ subject, html, text, headers }) => [subject, html, text, headers]);
}

test("an order of seats tells no kind of address apart, in no answer, request, page and mail", async () => {
  const told: Record<string, unknown> = {};
  for (const { kind, make } of KINDS) {
    const { told: all, mails } = await toldAbout(await make());
    expect(mails, kind).toBe(1);
    told[kind] = JSON.parse(all);
  }
  for (const { kind } of KINDS) expect(told[kind], kind).toEqual(told[KINDS[0]?.kind ?? ""]);
});

test("the work of an order is the same for each kind of address, so that its time says nothing", async () => {
  const work: Record<string, string[]> = {};
  for (const { kind, make } of KINDS) {
    const { userId } = await signIn();
    const email = await make();
    const { services: counted, texts } = countedDatabase();
    const caller = {
      actor: { kind: "person", userId, workspaceId: userId },
      user: { name: "Nora Puig", email: `${userId}@example.test`, locale: LOCALE_FALLBACK },
    } as unknown as Parameters<typeof orderSeats>[1];
    const emails = [email, "b@team.test", "c@team.test"];
    const ordered = await orderSeats({ ...bench.services, ...counted }, caller, { emails, interval: "year", name: "" });
    expect(ordered).toMatchObject({ ok: true });
    work[kind] = texts();
  }
  expect(work["nobody's"]?.length).toBeGreaterThan(4);
  for (const { kind } of KINDS) expect(work[kind], kind).toEqual(work["nobody's"]);
});
