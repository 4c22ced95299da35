import fc from "fast-check";
import { expect, test } from "vitest";
import { type HostSettings, judgeAddress } from "#workers/recorder/src/platforms/hosts.ts";
import { JITSI_PAGE } from "#workers/recorder/src/platforms/pages/jitsi-page.ts";
import { MEET_PAGE } from "#workers/recorder/src/platforms/pages/meet-page.ts";
import { TEAMS_PAGE } from "#workers/recorder/src/platforms/pages/teams-page.ts";
import { ZOOM_PAGE } from "#workers/recorder/src/platforms/pages/zoom-page.ts";

const settings: HostSettings = { jitsiHosts: ["meet.example.org"], localOrigin: "http://127.0.0.1:9150" };
const PLATFORMS = ["meet", "teams", "zoom", "jitsi", "local"] as const;

test.each([
  { platform: "meet", url: "https://meet.google.com/abc-defg-hij", verdict: "open" },
  { platform: "meet", url: "https://accounts.google.com/signin", verdict: "sign-in" },
  { platform: "meet", url: "https://workspace.google.com/", verdict: "refused" },
  { platform: "meet", url: "http://meet.google.com/abc-defg-hij", verdict: "refused" },
  { platform: "meet", url: "https://meet.google.com:8443/abc-defg-hij", verdict: "refused" },
  { platform: "meet", url: "https://meet.google.com@evil.example/", verdict: "refused" },
  { platform: "meet", url: "https://meet.google.com.evil.example/", verdict: "refused" },
  { platform: "meet", url: "https://evil-meet.google.com/", verdict: "refused" },
  { platform: "meet", url: "https://teams.live.com/meet/1", verdict: "refused" },
  { platform: "meet", url: "https://meet.gооgle.com/abc", verdict: "refused" },
  { platform: "teams", url: "https://teams.live.com/meet/9351234567890?p=x", verdict: "open" },
  { platform: "teams", url: "https://gov.teams.microsoft.us/v2/", verdict: "open" },
  { platform: "teams", url: "https://login.microsoftonline.com/common", verdict: "sign-in" },
  { platform: "teams", url: "https://LOGIN.LIVE.COM/x", verdict: "sign-in" },
  { platform: "teams", url: "https://evil.teams.microsoft.com/", verdict: "refused" },
  { platform: "zoom", url: "https://app.zoom.us/wc/98765432109/join", verdict: "open" },
  { platform: "zoom", url: "https://us05web.zoom.us/j/98765432109", verdict: "open" },
  { platform: "zoom", url: "https://events.zoom.us/ev/x", verdict: "refused" },
  { platform: "zoom", url: "https://notzoom.us/j/98765432109", verdict: "refused" },
  { platform: "zoom", url: "https://zoom.us.evil.example/j/1", verdict: "refused" },
  { platform: "jitsi", url: "https://meet.jit.si/Room", verdict: "open" },
  { platform: "jitsi", url: "https://meet.example.org/Room", verdict: "open" },
  { platform: "jitsi", url: "https://example.org/Room", verdict: "refused" },
  { platform: "local", url: "http://127.0.0.1:9150/videoroom.html", verdict: "open" },
  { platform: "local", url: "http://127.0.0.1:9151/", verdict: "refused" },
  { platform: "local", url: "https://meet.google.com/", verdict: "refused" },
] as const)("$platform: $url is $verdict", ({ platform, url, verdict }) => {
  expect(judgeAddress(platform, new URL(url), settings)).toBe(verdict);
});

test("a local origin that is not on loopback opens nothing", () => {
  const elsewhere = { jitsiHosts: [], localOrigin: "http://10.0.0.7:8080" };
  expect(judgeAddress("local", new URL("http://10.0.0.7:8080/"), elsewhere)).toBe("refused");
});

test("no address of any other host is ever opened", () => {
  const known =
    /^(meet\.google\.com|teams\.(microsoft\.(com|us)|live\.com|cloud\.microsoft)|(gov|dod)\.teams\.microsoft\.us|(.+\.)?zoom(gov)?\.(us|com)|meet\.jit\.si|8x8\.vc|meet\.example\.org)$/u;
  const near = fc.constantFrom("meet.google.com", "teams.live.com", "zoom.us", "meet.jit.si", "accounts.google.com");
  const label = fc.stringMatching(/^[a-z][a-z0-9]{0,7}$/);
  const host = fc.oneof(
    fc.domain(),
    near,
    fc.tuple(near, label).map(([known, tail]) => `${known}.${tail}`),
    fc.tuple(label, near).map(([head, known]) => `${head}${known}`),
    fc.tuple(label, near).map(([head, known]) => `${head}.${known}`),
  );
  const property = fc.property(host, fc.constantFrom(...PLATFORMS), (name, platform) => {
    const address = new URL(`https://${name}/x`);
    return judgeAddress(platform, address, settings) !== "open" || known.test(address.hostname);
  });
  expect(() => fc.assert(property, { numRuns: 500 })).not.toThrow();
});

const NAME = "Acta · notes for Nora";
test.each([
  {
    own: MEET_PAGE,
    url: "https://meet.google.com/abc-defg-hij?hl=ca",
    opens: "https://meet.google.com/abc-defg-hij?hl=en",
  },
  {
    own: TEAMS_PAGE,
    url: "https://teams.live.com/meet/9351234567890?p=Zz",
    opens: "https://teams.live.com/meet/9351234567890?p=Zz",
  },
  {
    own: TEAMS_PAGE,
    url: "https://teams.microsoft.com/l/meetup-join/19%3ameeting_x/0?context=%7b%22Tid%22%3a%221%22%7d",
    opens:
      "https://teams.microsoft.com/v2/?meetingjoin=true#/l/meetup-join/19%3ameeting_x/0?context=%7b%22Tid%22%3a%221%22%7d&anon=true",
  },
  {
    own: ZOOM_PAGE,
    url: "https://us05web.zoom.us/j/98765432109?pwd=ab.1&uname=x",
    opens: "https://app.zoom.us/wc/98765432109/join?pwd=ab.1",
  },
  {
    own: ZOOM_PAGE,
    url: "https://zoomgov.com/j/98765432109?pwd=ab",
    opens: "https://zoomgov.com/j/98765432109?pwd=ab",
  },
])("$own.platform opens $opens", ({ own, url, opens }) => {
  expect(own.address({ url, name: NAME, video: true })).toBe(opens);
});

function jitsiSettings(video: boolean): URLSearchParams {
  const address = JITSI_PAGE.address({ url: "https://meet.jit.si/R", name: NAME, video });
  return new URLSearchParams(new URL(address).hash.slice(1));
}

test("Jitsi gets its language, the name and both devices off with the address", () => {
  const settingsOf = jitsiSettings(true);
  expect(settingsOf.get("config.defaultLanguage")).toBe('"en"');
  expect(settingsOf.get("userInfo.displayName")).toBe(JSON.stringify(NAME));
  expect(settingsOf.get("config.startWithAudioMuted")).toBe("true");
  expect(settingsOf.get("config.startWithVideoMuted")).toBe("true");
});

test("Jitsi sends the others' pictures only to a bot that records them", () => {
  expect(jitsiSettings(true).get("config.startAudioOnly")).toBe("false");
  expect(jitsiSettings(false).get("config.startAudioOnly")).toBe("true");
});
