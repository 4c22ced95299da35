import type { Locator, Page } from "playwright-core";
import type { PageState } from "#app/contracts/recording/recorder.ts";
import { beginningOf } from "#app/domain/beginning-of.ts";
import { classifyPage, judgeDialog, plain } from "./classify/classify-page.ts";
import type { PageSnapshot } from "./classify/page-snapshot.ts";
import { readPage } from "./classify/read-page.ts";
import { isBotName } from "./bot-names.ts";
import { type AddressGuard, guardAddresses, type HostSettings, judgeAddress, type Verdict } from "./hosts.ts";
import { type PageHands, pageHands } from "./page-hands.ts";
import type { ChatLine, Guest, MeetingSession, PlatformAdapter, Roster, SpeakingMark } from "./platform-adapter.ts";
import type { PlatformPage, SeenMessage } from "./platform-page.ts";

const OPEN_MS_MAX = 30_000;
const CHAT_MS_MAX = 2_000;
const SAY_TRIES = 3;
const SENT_LOOKS = 5;
const SENT_LOOK_MS = 200;
const SEEN_MESSAGES_MAX = 5_000;
/** Somebody may only write "stop" where the chat is open: a closed one is opened again at every so many looks. */
const CHAT_LOOKS = 30;

/** An adapter for a platform in the browser: one visit for all of them, what differs comes from its page. */
export function webPlatform(own: PlatformPage, settings: HostSettings, profile: string | null = null): PlatformAdapter {
  const judge = (url: URL) => judgeAddress(own.platform, url, settings);
  // An account that is signed in is sent over its provider's host and back; a page that stays there is still a sign-in wall.
  const judgeHop = (url: URL): Verdict => {
    const verdict = judge(url);
    return profile !== null && verdict === "sign-in" ? "open" : verdict;
  };
  return {
    platform: own.platform,
    browser: {
      fakeDevices: own.fakeDevices,
      permissions: own.permissions,
      ...(profile === null ? {} : { profile }),
    },
    reopenWhileHostAbsent: own.reopenWhileHostAbsent,
    allows: (url) => judge(url) === "open",
    async enter(page, guest) {
      const guard = await guardAddresses(page, judgeHop);
      const belongs = (url: URL) => judge(url) === "open";
      return openVisit({
        page,
        guest,
        own,
        guard,
        belongs,
        hands: pageHands(page, belongs),
        admitted: false,
        chat: Promise.resolve(null),
      });
    },
  };
}

type Visit = {
  page: Page;
  guest: Guest;
  own: PlatformPage;
  guard: AddressGuard;
  belongs: (url: URL) => boolean;
  hands: PageHands;
  /** Since the address was opened last. */
  admitted: boolean;
  /** The field to write in, as found last; those who want it wait for each other. */
  chat: Promise<Locator | null>;
};

function openVisit(visit: Visit): MeetingSession {
  const { own, hands } = visit;
  return {
    open: () => open(visit),
    knock: () => knock(visit),
    state: () => readState(visit),
    people: () => readPeople(visit),
    speaking: steadySpeaking(visit),
    async owners() {
      const seen = own.readOwners ? ((await hands.read(own.readOwners)) ?? []) : [];
      return seen.map(({ track, id }) => ({ track, personId: id, confidence: 0.98 }));
    },
    say: (text) => say(visit, text),
    newChatLines: freshLines(visit),
    leave: () => leave(visit),
  };
}

async function open(visit: Visit): Promise<void> {
  const { page, guard } = visit;
  visit.admitted = false;
  guard.forget();
  const address = new URL(visit.own.address(visit.guest));
  // The same address with a fragment would not be loaded again.
  if (page.url() === address.href) await page.goto("about:blank");
  await page.goto(address.href, { waitUntil: "domcontentloaded", timeout: OPEN_MS_MAX }).catch((error: unknown) => {
    // The guard stopped it, here or at a redirect: `state` says why.
    if (guard.stopped() === null) throw error;
  });
}

/** One step nearer to the lobby, and a join only when everything before it is done. */
async function knock({ own, guest, hands }: Visit): Promise<void> {
  for (const names of own.onTheWay) if (await hands.pressNamed(names)) return;
  const field = await hands.field(own.nameFields.join(", "));
  if (field && (await field.inputValue()) !== guest.name) {
    await field.fill("");
    // Real keys: some clients keep the join button disabled until they have seen some.
    await field.pressSequentially(guest.name);
  }
  await devicesOff(own, hands);
  if (!(await hands.pressAny(own.join.selectors))) await hands.pressNamed(own.join.names);
}

async function devicesOff(own: PlatformPage, hands: PageHands): Promise<void> {
  for (const name of own.devicesOff) await hands.pressNamed(name);
  for (const selector of own.switchesOff) await hands.pressAny([selector]);
}

async function readState(visit: Visit): Promise<PageState> {
  const { own, page, belongs, guard } = visit;
  const stopped = guard.stopped();
  if (stopped) return visit.admitted ? "ended" : stopped === "sign-in" ? "sign-in-required" : "bad-link";
  const snapshot = await readPage(page, belongs);
  const { state } = classifyPage(own.platform, snapshot, visit.admitted);
  if (state === "admitted") {
    visit.admitted = true;
    await settle(visit, snapshot).catch(() => {});
  }
  return state;
}

/** In the call: what only informs is closed, the button that turns the sound on is pressed. Consent is nobody's to give but a person's. */
async function settle({ own, hands }: Visit, snapshot: PageSnapshot): Promise<void> {
  for (const dialog of snapshot.dialogs) {
    const verdict = judgeDialog(dialog);
    if (!("close" in verdict)) continue;
    // The button of this dialog: another one that asks for consent may have a button of the same name.
    await hands.press((frame) => {
      const boxes = frame.locator('[role="dialog"], [role="alertdialog"], dialog, [aria-modal="true"]');
      const text = dialog.lines.find((line) => plain(line) !== plain(verdict.close));
      const box = dialog.name !== "" ? frame.getByRole("dialog", { name: dialog.name, exact: true }) : boxes;
      const one = dialog.name === "" && text !== undefined ? box.filter({ hasText: text }) : box;
      return one.getByRole("button", { name: verdict.close, exact: true });
    });
  }
  if (own.listen) await hands.pressNamed(own.listen);
  await devicesOff(own, hands);
}

async function readPeople({ own, guest, hands }: Visit): Promise<Roster | null> {
  const seen = await hands.read(own.readPeople);
  if (!seen) return null;
  const people = seen.people
    .filter((person) => !person.self && plain(person.name ?? "") !== plain(guest.name))
    .map(({ id, name }) => ({
      id: id.slice(0, 120),
      name: beginningOf(name ?? "", 200) || null,
      bot: isBotName(name),
    }));
  return { count: seen.count === null ? null : Math.max(0, seen.count - 1), people };
}

/** A mark counts when it stood in as many looks in a row as the platform needs. */
function steadySpeaking({ own, hands }: Visit): () => Promise<SpeakingMark[]> {
  let before: string[] = [];
  return async () => {
    const now = ((await hands.read(own.readSpeaking)) ?? []).map(({ id }) => id);
    const steady = own.speakingReads < 2 ? now : now.filter((id) => before.includes(id));
    before = now;
    return steady.map((personId) => ({ personId, confidence: own.speakingConfidence }));
  };
}

/** One press at a time: its button closes the chat, too, and both who say and who listen want it open. */
function openChat(visit: Visit): Promise<Locator | null> {
  const { own, hands } = visit;
  const opening = async () => {
    const field = await hands.field(own.chat.field);
    if (field) return field;
    const opened = (await hands.pressAny(own.chat.openSelectors)) || (await hands.pressNamed(own.chat.open));
    return opened ? hands.field(own.chat.field, CHAT_MS_MAX) : null;
  };
  visit.chat = visit.chat.then(opening, opening);
  return visit.chat;
}

/** Sent when the field held the text before Enter and is empty after it: pages draw their fields anew at any moment. */
async function say(visit: Visit, text: string): Promise<boolean> {
  for (let turn = 0; turn < SAY_TRIES; turn += 1) {
    const field = await openChat(visit);
    if (!field) return false;
    await field.fill(text);
    if ((await textOf(field)) !== plain(text)) continue;
    await field.press("Enter");
    // Never said twice: what still stands in the field a second later was not sent, and is not tried again.
    for (let look = 0; look < SENT_LOOKS; look += 1) {
      if ((await textOf(field)) === "") return true;
      await visit.page.waitForTimeout(SENT_LOOK_MS);
    }
    return false;
  }
  return false;
}

async function textOf(field: Locator): Promise<string> {
  const text = await field.evaluate((element) =>
    element instanceof HTMLTextAreaElement || element instanceof HTMLInputElement ? element.value : element.textContent,
  );
  return plain(text ?? "");
}

/** Each line of others once, however often the page draws it. */
function freshLines(visit: Visit): () => Promise<ChatLine[]> {
  const { own, guest, hands } = visit;
  const heard = new Set<string>();
  const read: (asked: null) => SeenMessage[] | null = own.readChat;
  let looks = 0;
  return async () => {
    if (looks % CHAT_LOOKS === 0) await openChat(visit).catch(() => null);
    looks += 1;
    const fresh = ((await hands.read(read)) ?? []).filter((message) => !heard.has(message.id));
    for (const message of fresh) {
      heard.add(message.id);
      const [oldest] = heard;
      if (heard.size > SEEN_MESSAGES_MAX && oldest !== undefined) heard.delete(oldest);
    }
    return fresh
      .filter((message) => !message.self && plain(message.author ?? "") !== plain(guest.name))
      .map(({ author, text }) => ({ author, text }));
  };
}

async function leave({ page, own, hands }: Visit): Promise<boolean> {
  // A toolbar that hides itself comes back when the pointer moves.
  await page.mouse.move(640, 400).catch(() => {});
  await page.mouse.move(660, 640).catch(() => {});
  const left = (await hands.pressAny(own.leave.selectors)) || (await hands.pressNamed(own.leave.names));
  if (left) await hands.pressAny(own.leave.confirm);
  return left;
}
