import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { STORED_SNAPSHOTS, type StoredSnapshot } from "#tests/fixtures/meeting-pages/stored-snapshots.ts";
import { type ClassifiedPlatform, classifyPage } from "#workers/recorder/src/platforms/classify/classify-page.ts";
import type { PageSnapshot } from "#workers/recorder/src/platforms/classify/page-snapshot.ts";

const PLATFORMS: ClassifiedPlatform[] = ["meet", "teams", "zoom", "jitsi"];
const ADDRESS = {
  meet: "https://meet.google.com/abc-defg-hij",
  teams: "https://teams.live.com/meet/9351234567890",
  zoom: "https://app.zoom.us/wc/98765432109/join",
  jitsi: "https://meet.jit.si/ActaReview",
};
const WAITING = {
  meet: ["Asking to be let in", "You’ll join the call when someone lets you in", "You're in the waiting room"],
  teams: ["Someone will let you in shortly", "You’re in the lobby", "Your request to join has been sent"],
  zoom: ["Please wait, the meeting host will let you in soon.", "Host has joined. We’ve let them know you're here"],
  jitsi: ["Asking to join meeting...", "You’ll join the meeting as soon as someone accepts your request"],
};
/** Words that show a refusal by a person. A page without any of them is never classified as denied. */
const DENIAL = /den(ied|ial)|declined|rejected|not allowed|weren't allowed|ask to join again/i;

test("every stored page is classified correctly, without a browser", () => {
  expect(STORED_SNAPSHOTS.length).toBeGreaterThan(400);
  const wrong = STORED_SNAPSHOTS.filter((each) => stateOf(each) !== each.expected).map((each) => each.name);
  expect(wrong).toEqual([]);
});

describe.each(PLATFORMS)("%s: what a page must say", (platform) => {
  const own = STORED_SNAPSHOTS.filter((each) => each.platform === platform);
  const anyPage = fc.constantFrom(...own);

  test("a waiting text anywhere on any page means not admitted", () => {
    const property = fc.property(
      anyPage,
      fc.constantFrom(...WAITING[platform]),
      fc.nat(),
      fc.boolean(),
      (page, text, at, was) => {
        const lines = page.snapshot.lines.toSpliced(at % (page.snapshot.lines.length + 1), 0, text);
        expect(classifyPage(platform, { ...page.snapshot, lines }, was).state).not.toBe("admitted");
      },
    );
    fc.assert(property, { numRuns: 300 });
  });

  test("a page is classified as denied only when it has words of denial", () => {
    const property = fc.property(mixed(own), fc.boolean(), (snapshot, was) => {
      const { state } = classifyPage(platform, snapshot, was);
      const words = [...snapshot.lines, ...snapshot.controls.map((each) => each.name)].join("\n").replaceAll("’", "'");
      return state !== "denied" || DENIAL.test(words);
    });
    expect(() => fc.assert(property, { numRuns: 500 })).not.toThrow();
  });

  test("a page that was read only in part is never called admitted", () => {
    for (const { snapshot } of own) {
      expect(classifyPage(platform, { ...snapshot, truncated: true }).state).not.toBe("admitted");
    }
  });

  test("a page in a language whose lobby is unknown is never called admitted", () => {
    for (const { snapshot } of own) {
      expect(classifyPage(platform, { ...snapshot, lang: "hu" }).state).not.toBe("admitted");
    }
  });

  test("words without any mark of the platform are unknown", () => {
    const words = fc.array(fc.string({ maxLength: 60 }), { maxLength: 12 });
    const property = fc.property(words, fc.boolean(), (lines, was) => {
      expect(classifyPage(platform, { ...empty(ADDRESS[platform]), lines }, was).state).toBe("unknown");
    });
    fc.assert(property, { numRuns: 300 });
  });

  test("no alert ends a meeting, whatever its text is", () => {
    const said = own
      .filter((each) => ["removed", "ended", "denied"].includes(each.expected))
      .flatMap((each) => each.snapshot.lines);
    for (const page of own.filter((each) => each.expected === "admitted")) {
      for (const alert of said) {
        expect(classifyPage(platform, { ...page.snapshot, alerts: [alert] }, true).state).toBe("admitted");
      }
    }
  });

  test("a title or a name that sounds like an end does not end a visible call", () => {
    const said = own
      .filter((each) => ["removed", "ended"].includes(each.expected))
      .flatMap((each) => each.snapshot.lines);
    for (const page of own.filter((each) => each.expected === "admitted")) {
      for (const line of said) {
        const lines = [...page.snapshot.lines, line];
        expect(classifyPage(platform, { ...page.snapshot, lines }, true).state).toBe("admitted");
      }
    }
  });
});

test.each(["accounts.google.com", "login.microsoftonline.com", "login.live.com", "login.windows.net"])(
  "%s is a sign-in, whatever it draws",
  (host) => {
    for (const { platform, snapshot } of STORED_SNAPSHOTS) {
      expect(classifyPage(platform, { ...snapshot, url: `https://${host}/x` }).state).toBe("sign-in-required");
    }
  },
);

test.each([
  { width: 120, height: 40, shown: true, source: "www.google.com/recaptcha/enterprise/bframe", state: "captcha" },
  { width: 119, height: 40, shown: true, source: "www.google.com/recaptcha/enterprise/bframe", state: "unknown" },
  { width: 120, height: 39, shown: true, source: "www.google.com/recaptcha/enterprise/bframe", state: "unknown" },
  { width: 400, height: 580, shown: false, source: "www.google.com/recaptcha/enterprise/bframe", state: "unknown" },
  {
    width: 256,
    height: 60,
    shown: true,
    source: "www.google.com/recaptcha/enterprise/anchor?invisible",
    state: "unknown",
  },
  { width: 400, height: 580, shown: true, source: "docs.google.com/presentation", state: "unknown" },
])("a frame $source of $width x $height, shown: $shown, is $state", ({ state, ...frame }) => {
  const snapshot = { ...empty(ADDRESS.meet), frames: [{ ...frame, title: "" }] };
  expect(classifyPage("meet", snapshot).state).toBe(state);
});

function stateOf(stored: StoredSnapshot) {
  return classifyPage(stored.platform, stored.snapshot, stored.wasAdmitted).state;
}

/** Parts of several pages combined, as on a page that is changing or one that is still unknown. */
function mixed(pages: StoredSnapshot[]) {
  return fc.array(fc.constantFrom(...pages), { minLength: 1, maxLength: 3 }).chain((picked) =>
    fc
      .record({
        lines: fc.subarray(picked.flatMap((each) => each.snapshot.lines)),
        controls: fc.subarray(picked.flatMap((each) => each.snapshot.controls)),
        marks: fc.subarray(picked.flatMap((each) => each.snapshot.marks)),
        fields: fc.subarray(picked.flatMap((each) => each.snapshot.fields)),
      })
      .map((parts): PageSnapshot => ({ ...empty(picked[0]?.snapshot.url ?? ""), ...parts })),
  );
}

function empty(url: string): PageSnapshot {
  return {
    url,
    title: "",
    lang: "en",
    lines: [],
    alerts: [],
    dialogs: [],
    controls: [],
    fields: [],
    marks: [],
    frames: [],
    truncated: false,
  };
}
