import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Browser, Page } from "playwright-core";
import type { PageState } from "#app/contracts/recording/recorder.ts";
import { machineOf } from "#tests/fixtures/meeting-pages/meeting-machines.ts";
import { choosePlatform } from "#workers/recorder/src/platforms/choose-platform.ts";
import type { MeetingSession, PlatformAdapter } from "#workers/recorder/src/platforms/platform-adapter.ts";
import { openBrowser, pageThatShows } from "./meeting-browser.ts";

/** Each adapter against a page that goes from its lobby to its end, with the test as its host. */

const NAME = "Acta · notes for Nora";
const SAID = "Acta takes notes for Nora. Write “stop” and it leaves.";
const CASES = [
  {
    platform: "meet",
    url: "https://meet.google.com/abc-defg-hij",
    removed: "You've been removed from the meeting",
    ended: "Your host ended the meeting for everyone",
    denied: "Someone in the call denied your request to join",
  },
  {
    platform: "teams",
    url: "https://teams.live.com/meet/9351234567890?p=Zz1",
    removed: "You’ve been removed from this meeting",
    ended: "The meeting has ended",
    denied: "Your request to join was declined",
  },
  {
    platform: "zoom",
    url: "https://us05web.zoom.us/j/98765432109?pwd=abc.1",
    removed: "You have been removed from the meeting",
    ended: "This meeting has been ended by host",
    denied: "The host has denied your request",
  },
  {
    platform: "jitsi",
    url: "https://meet.jit.si/ActaReview",
    removed: "Bram Nolan kicked you out of the meeting",
    ended: "The meeting has been terminated",
    denied: "Your join request has been rejected",
  },
] as const;

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

describe.each(CASES)("$platform, from the lobby into the call", ({ platform, url }) => {
  let visit: Awaited<ReturnType<typeof visitOf>>;
  beforeAll(async () => {
    visit = await visitOf(platform, url);
  });
  afterAll(() => visit.close());
  const host = (line: string) => visit.host(line);
  const fixture = (key: string) => visit.fixture(key);

  test("asks to be let in under its own name, with microphone and camera off", async () => {
    const states: PageState[] = [];
    for (let turn = 0; turn < 12 && states.at(-1) !== "waiting"; turn += 1) {
      states.push(await visit.session.state());
      if (states.at(-1) === "pre-join") await visit.session.knock();
    }
    expect(states.at(-1)).toBe("waiting");
    expect(new Set(states)).toEqual(new Set(["pre-join", "waiting"]));
    expect(await fixture("name")).toBe(NAME);
    expect(await fixture("devices")).toEqual({ microphone: false, camera: false });
    expect(await fixture("asked")).toBe(1);
  });

  test("is in the call after its admission, closes notices and consents to nothing", async () => {
    await host('go("call")');
    expect(await visit.session.state()).toBe("admitted");
    expect(await visit.session.state()).toBe("admitted");
    expect(await fixture("closed")).toBe(1);
    expect(await fixture("agreed")).toBe(0);
    expect(await fixture("devices")).toEqual({ microphone: false, camera: false });
  });

  test("lists the people in the call without itself, and recognises other bots by name", async () => {
    await host(
      'change({ people: [{ id: "p1", name: "Iria Soto" }, { id: "p2", name: "Bram Nolan" }, { id: "p3", name: "Fireflies.ai Notetaker" }] })',
    );
    const roster = await visit.session.people();
    expect(roster?.count).toBe(3);
    expect(roster?.people.map(({ name, bot }) => ({ name, bot }))).toEqual([
      { name: "Iria Soto", bot: false },
      { name: "Bram Nolan", bot: false },
      { name: "Fireflies.ai Notetaker", bot: true },
    ]);
  });

  test("reports the person that the page marks as speaking, with a confidence below 1", async () => {
    const roster = await visit.session.people();
    const bram = roster?.people.find((person) => person.name === "Bram Nolan");
    await host('change({ speaking: "p2" })');
    await visit.session.speaking();
    const marks = (await visit.session.speaking()) ?? [];
    expect(marks.map((mark) => mark.personId)).toEqual([bram?.id]);
    expect(marks[0]?.confidence).toBeGreaterThan(0.5);
    expect(marks[0]?.confidence).toBeLessThan(1);
    await host("change({ speaking: null })");
    expect(await visit.session.speaking()).toEqual([]);
  });

  test("announces itself in the chat and reads lines of others once", async () => {
    expect(await visit.session.say(SAID)).toBe(true);
    expect(await fixture("messages")).toEqual([{ author: "You", text: SAID }]);
    expect(await visit.session.newChatLines()).toEqual([]);
    await host('say("Iria Soto", "acta stop")');
    expect(await visit.session.newChatLines()).toEqual([{ author: "Iria Soto", text: "acta stop" }]);
    expect(await visit.session.newChatLines()).toEqual([]);
  });
});

describe.each(CASES)("$platform, from the call to its end", ({ platform, url, removed, ended, denied }) => {
  let visit: Awaited<ReturnType<typeof visitOf>>;
  beforeAll(async () => {
    visit = await visitOf(platform, url);
    await visit.host('go("call")');
    await visit.session.state();
  });
  afterAll(() => visit.close());
  const host = (line: string) => visit.host(line);
  const fixture = (key: string) => visit.fixture(key);

  test("a hidden toolbar and a missing number of people change nothing", async () => {
    await host("change({ bar: false, count: false })");
    expect(await visit.session.state()).toBe("admitted");
    const people = await visit.session.people();
    expect(people === null || people.people.length > 0).toBe(true);
    await host("change({ people: [], count: false })");
    const nobodyDrawn = await visit.session.people();
    // Only Jitsi's store counts without drawing.
    expect(nobodyDrawn === null || platform === "jitsi").toBe(true);
    await host('change({ people: [{ id: "p1", name: "Iria Soto" }], count: true })');
  });

  test("detects its removal and the end of the meeting", async () => {
    await host(`go("over", ${JSON.stringify({ text: removed, own: true })})`);
    expect(await visit.session.state()).toBe("removed");
    await host(`go("over", ${JSON.stringify({ text: ended, own: platform === "meet" })})`);
    expect(await visit.session.state()).toBe("ended");
  });

  test("leaves with the page's own button, even if the toolbar is hidden", async () => {
    await host('go("call")');
    await host("change({ bar: false })");
    expect(await visit.session.leave()).toBe(true);
    expect(await fixture("left")).toBe(true);
  });

  test("a refusal in the lobby is reported as denied", async () => {
    await visit.session.open();
    await host(`go("over", ${JSON.stringify({ text: denied })})`);
    expect(await visit.session.state()).toBe("denied");
  });
});

async function visitOf(platform: (typeof CASES)[number]["platform"], url: string) {
  const page: Page = await pageThatShows(browser, () => machineOf(platform));
  const adapter: PlatformAdapter | null = choosePlatform(platform, { localOrigin: null, jitsiHosts: [] });
  if (!adapter) throw new Error(`no adapter for ${platform}`);
  const session: MeetingSession = await adapter.enter(page, { url, name: NAME, video: true });
  await session.open();
  return {
    session,
    host: (line: string) => page.evaluate(`fixture.${line}`),
    fixture: (key: string) => page.evaluate(`fixture.${key}`),
    close: () => page.context().close(),
  };
}
