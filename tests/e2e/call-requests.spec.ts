import type { Page } from "@playwright/test";
import { awake, expect, expectAccessible, expectNoOverflow, test } from "#tests/e2e/acta-test.ts";
import { orderedBot } from "#tests/e2e/ordered-bot.ts";
import { startRecorderStandIn } from "#tests/fakes/recorder-http.ts";
import { type ActaProcess, startActa } from "#tests/support/acta-process.ts";
import { localSignIn } from "#tests/support/local-sign-in.ts";

/**
 * Other people invite Acta to a call that Marc's bot records. Marc answers on his live page, by keyboard. The recorder is a
 * stand-in at its HTTP API: the test plays the bots and watches which of them are told to leave.
 */
type Recorder = Awaited<ReturnType<typeof startRecorderStandIn>>;
type Bot = Awaited<ReturnType<typeof orderedBot>>;

/** The title of the card: "Inès Caron asks for this call’s notes". */
const ASKS = /asks for this call’s notes$/;
let acta: ActaProcess;
let recorder: Recorder;

test.beforeAll(async () => {
  recorder = await startRecorderStandIn();
  acta = await startActa({ env: { SPEECH_ENGINE: "none", LANGUAGE_ENGINE: "extractive", ...recorder.env } });
});

test.afterAll(async () => {
  await acta?.stop();
  await recorder?.stop();
});

test("the owner of a running call answers by keyboard who may have its notes, and follows its newest words", async ({
  page: owner,
  pageOfAnother,
}) => {
  const line = holdLine();
  await line.attach(owner);
  const ownerBot = await recordedByMarc(owner);
  // The askers come one after the other, each to the page of the one before.
  const asker = await pageOfAnother();
  await test.step("'From now on': the asker's bot leaves, and both pages follow one recording", () =>
    giveFromNowOn(owner, ownerBot, asker));
  await test.step("'All of it' gives what was recorded before", () => giveAll(owner, asker));
  await test.step("'No' leaves the asker with a bot of their own", () => giveNothing(owner, ownerBot, asker));
  await test.step("'Follow' goes back to the newest words after the reader has scrolled away", () =>
    followWords(owner, line));
});

const cardsOf = (owner: Page) => owner.getByRole("region", { name: ASKS });

async function giveFromNowOn(owner: Page, ownerBot: Bot, asker: Page): Promise<void> {
  const askerBot = await inviteAs(asker, "ines");
  const card = cardsOf(owner);
  await expect(card).toContainText("Inès Caron");
  await expect(card).toContainText("ines.caron@clinica-girona.example");
  await expect(asker.getByText(ASKS)).toHaveCount(0);
  await expectAccessible(owner);
  await owner.setViewportSize({ width: 390, height: 844 });
  await expectNoOverflow(owner);

  await card.getByRole("button", { name: "From now on" }).focus();
  await owner.keyboard.press("Enter");
  await expect(card).toHaveCount(0);
  await owner.setViewportSize({ width: 1280, height: 720 });
  await expect(owner.getByText(/^Inès Caron, from \d+:\d\d$/)).toBeVisible();
  await expect.poll(() => recorder.stops).toContain(askerBot.botId);
  expect(recorder.stops).not.toContain(ownerBot.botId);
  await expect
    .poll(() => recorder.said)
    .toContain(`${ownerBot.botId}: From now on Inès Caron also receives the notes of this meeting.`);

  await ownerBot.sendPieces(3, 5);
  await expect(asker.getByRole("button", { name: "Stop recording" })).toBeVisible();
  await expect(asker.getByRole("list", { name: /^Who is in the call/ })).toContainText("Bram Nolan");
  // Iria Bosch left before the answer.
  await expect(asker.getByRole("main")).not.toContainText("Iria Bosch");
}

async function giveAll(owner: Page, asker: Page): Promise<void> {
  const askerBot = await inviteAs(asker, "berta");
  await cardsOf(owner).getByRole("button", { name: "All of it" }).press("Enter");
  await expect(cardsOf(owner)).toHaveCount(0);
  await expect(owner.getByText("Berta Roig, all of it")).toBeVisible();
  await expect.poll(() => recorder.stops).toContain(askerBot.botId);
  await expect(asker.getByRole("list", { name: /^Who is in the call/ })).toContainText("Iria Bosch");
}

async function giveNothing(owner: Page, ownerBot: Bot, asker: Page): Promise<void> {
  const askerBot = await inviteAs(asker, "oriol");
  await expect(cardsOf(owner)).toContainText("oriol.bonet@clinica-girona.example");
  await cardsOf(owner).getByRole("button", { name: "No", exact: true }).press("Enter");
  await expect(cardsOf(owner)).toHaveCount(0);
  await expect(owner.getByText(/^Oriol Bonet/)).toHaveCount(0);
  await ownerBot.sendPieces(5, 6);
  expect(recorder.stops).not.toContain(askerBot.botId);
  await expect(asker.getByRole("main")).not.toContainText("Bram Nolan");
  await expect(asker.getByRole("button", { name: "Stop recording" })).toHaveCount(0);
}

async function followWords(owner: Page, line: ReturnType<typeof holdLine>): Promise<void> {
  const transcript = owner.getByRole("region", { name: "What was said" });
  const follow = owner.getByRole("button", { name: "Follow" });
  line.say(1, 60);
  await expect(follow).toHaveAttribute("aria-pressed", "true");
  await expect(owner.getByText("Sentence 60 of the call.")).toBeInViewport();
  await expect(owner.getByText(/ behind$|^up to date$/).first()).toBeVisible();

  await transcript.hover();
  await owner.mouse.wheel(0, -4000);
  await expect(follow).toHaveAttribute("aria-pressed", "false");
  await expect(owner.getByText("Sentence 60 of the call.")).not.toBeInViewport();
  line.say(61, 70);
  await follow.press("Enter");
  await expect(owner.getByText("Sentence 70 of the call.")).toBeInViewport();
  line.say(71, 80);
  await expect(owner.getByText("Sentence 80 of the call.")).toBeInViewport();
}

/** A page's socket, over which the test sends text as the server does: a call of minutes would take minutes. */
function holdLine() {
  let sendToPage = (_text: string) => {};
  let head: { sequence: number } | null = null;
  return {
    attach: (page: Page) =>
      page.routeWebSocket(/\/live/u, (socket) => {
        const server = socket.connectToServer();
        sendToPage = (text) => socket.send(text);
        server.onMessage((text) => {
          const message = JSON.parse(String(text));
          head = message.head ?? message.view?.head ?? head;
          socket.send(text);
        });
      }),
    /** The sentences from one number to another, one a second. */
    say(from: number, to: number) {
      const segments = Array.from({ length: to - from + 1 }, (_, index) => {
        const number = from + index;
        const startMs = number * 1000;
        const speaker = number % 2 === 0 ? "Iria Bosch" : "Bram Nolan";
        return {
          id: `said-${number}`,
          startMs,
          endMs: startMs + 900,
          text: `Sentence ${number} of the call.`,
          speaker,
        };
      });
      const stretch = { startMs: from * 1000, endMs: (to + 1) * 1000 };
      sendToPage(JSON.stringify({ type: "segments", ...stretch, segments }));
      if (head !== null) sendToPage(JSON.stringify({ type: "head", head: { ...head, sequence: head.sequence + 1 } }));
    },
  };
}

/** Opens Marc's live page, half-way through a call in which one of two people has already left. Returns his bot. */
async function recordedByMarc(owner: Page): Promise<Bot> {
  const ownerBot = await inviteAs(owner, "marc");
  await ownerBot.begin();
  await ownerBot.sendPieces(0, 3);
  await expect(owner.getByRole("button", { name: "Stop recording" })).toBeVisible();
  return ownerBot;
}

/** Invites Acta to the call as that person, and opens the page of the meeting. Returns the bot that Acta orders for it. */
async function inviteAs(page: Page, person: string): Promise<Bot> {
  // An open page is of the person before.
  await page.goto("about:blank");
  const { name, value, cookie } = await localSignIn({ appOrigin: acta.origin, person });
  await page.context().addCookies([{ name, value, url: acta.origin }]);
  const ordersBefore = recorder.orders.length;
  const answer = await fetch(`${acta.origin}/api/acta/init_call`, {
    method: "POST",
    headers: { Cookie: cookie, Origin: acta.origin, "Content-Type": "application/json" },
    body: JSON.stringify({
      meetingName: "Harbour and bridges",
      meetingDate: new Date().toISOString(),
      clientEmail: "nobody@acta.example",
      clientName: "Nobody",
      meetExtUrl: "https://meet.jit.si/HarbourAndBridges",
      meetLanguage: "en",
      templateId: null,
      submissionId: `${person}-${Date.now()}`,
      timeZone: "Europe/Madrid",
    }),
  });
  const body = await answer.text();
  const [, meetId] = /"meetId":"([0-9a-z]{24})"/.exec(body) ?? [];
  if (meetId === undefined) throw new Error(`the invitation was answered ${answer.status}: ${body}`);
  const bot = await orderedBot(recorder, ordersBefore);
  await page.goto(`${acta.origin}/${meetId}`);
  await awake(page);
  return bot;
}
