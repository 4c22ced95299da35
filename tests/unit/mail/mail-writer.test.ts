import { describe, expect, test } from "vitest";
import { LOCALES, type Locale } from "#app/domain/languages.ts";
import { MAIL_MEETINGS_MAX, MAIL_TITLE_CHARS_MAX } from "#app/domain/limits/mail.ts";
import { givenText, type MailableMeeting, type MailContent } from "#app/domain/mail/mail-content.ts";
import { STOPPABLE_KINDS, mailFor } from "#app/domain/mail/mail-kinds.ts";
import { END_REASONS, isCallReason, type MeetingStatus } from "#app/domain/meeting/status.ts";
import { ca } from "#app/i18n/ca.ts";
import { en } from "#app/i18n/en.ts";
import { es } from "#app/i18n/es.ts";
import { fr } from "#app/i18n/fr.ts";
import { mailWriter } from "#app/mail/write-mails.tsx";
import { type Mail, whyUnsendable } from "#app/server/ports/mailer.ts";
import { INJECTIONS } from "#tests/fixtures/injections.ts";

const ORIGIN = "https://acta.example";
const UNSUBSCRIBE = `${ORIGIN}/unsubscribe/minutes-ready/token`;
const TEXTS = { en, es, ca, fr };
const writer = mailWriter({ origin: ORIGIN });
const readerOf = (locale: Locale, unsubscribeUrl: string | null = UNSUBSCRIBE) => ({
  locale,
  timeZone: "Europe/Madrid",
  unsubscribeUrl,
});

function meetingOf(over: Partial<MailableMeeting> = {}): MailableMeeting {
  return {
    meetId: "m1",
    createdBy: "nora",
    kind: "minutes-ready",
    endedAt: 1,
    title: "Seminar rooms",
    startsAt: Date.UTC(2026, 10, 20, 9, 30),
    status: "SUMMARIZED",
    reason: null,
    playable: true,
    hasText: true,
    lines: [
      { text: "The desk opens on Monday.", startMs: 65_000 },
      { text: "Nora prepares the list.", startMs: null },
    ],
    ...over,
  };
}
const LISTED = { meetId: "m2", title: "Desk", startsAt: Date.UTC(2026, 10, 20, 9, 30) };
const deletedAt = Date.UTC(2026, 11, 1, 9);

const CONTENTS: Record<MailContent["kind"], MailContent> = {
  "minutes-ready": { kind: "minutes-ready", meeting: meetingOf() },
  "recording-failed": {
    kind: "recording-failed",
    meeting: meetingOf({ kind: "recording-failed", status: "ERROR_RECORDED", reason: "no-audio", lines: [] }),
  },
  "not-let-in": {
    kind: "not-let-in",
    meeting: meetingOf({ kind: "not-let-in", status: "REJECTED", reason: "not-admitted", lines: [] }),
  },
  "retention-warning": { kind: "retention-warning", part: "recording", deletedAt, meetings: [LISTED] },
  "deletion-receipt": { kind: "deletion-receipt", deletedAt, keptRecordings: 2 },
  "calendar-reconnect": { kind: "calendar-reconnect", provider: "google", account: "nora@acta.example" },
  "join-soon": {
    kind: "join-soon",
    title: "Seminar rooms",
    startsAt: deletedAt,
    calendar: "Main",
    reason: "organiser",
    keepOutUrl: `${ORIGIN}/keep-out/token`,
  },
  "join-limit": { kind: "join-limit", title: "Seminar rooms", startsAt: deletedAt, calendar: "Main", limit: 15 },
  "team-invitation": {
    kind: "team-invitation",
    team: "Agenda Clara",
    inviter: "Nora Puig",
    joinUrl: `${ORIGIN}/join/token`,
  },
  "meeting-shown": { kind: "meeting-shown", ...LISTED, by: "Nora Puig" },
  "payment-failed": { kind: "payment-failed", plan: "pro", endsAt: deletedAt, stage: "open" },
  "delivery-parked": { kind: "delivery-parked", destination: "webhook", name: "hooks.example" },
  "weekly-digest": {
    kind: "weekly-digest",
    isLate: false,
    from: Date.UTC(2026, 10, 15, 23),
    to: Date.UTC(2026, 10, 22, 23) - 1,
    meetings: [LISTED],
    moreMeetings: 3,
    hasMoreTasks: true,
    tasks: [
      {
        meetId: "m2",
        title: "Desk",
        text: "Prepare the telephone list",
        deadline: "Friday",
        days: ["2026-11-27"],
        startMs: 65_000,
        unconfirmed: true,
      },
      {
        meetId: "m2",
        title: "Desk",
        text: "Call the clinic",
        deadline: null,
        days: [],
        startMs: null,
        unconfirmed: false,
      },
    ],
  },
  "series-brief": {
    kind: "series-brief",
    url: `${ORIGIN}/brief/event`,
    brief: {
      title: "Weekly of the clinic",
      startsAt: deletedAt,
      people: ["Marc Soler", "jonas@clinic.example"],
      meetings: [LISTED, { ...LISTED, meetId: "m1", title: "Desk, the week before" }],
      said: {
        kind: "decided",
        lines: [
          { text: "The desk opens at eight", startMs: 65_000, unconfirmed: false },
          { text: "A second telephone is ordered", startMs: null, unconfirmed: true },
        ],
      },
      tasks: [
        {
          who: "Marc Soler",
          tasks: [
            {
              meetId: "m2",
              taskId: "t1",
              text: "Prepare the telephone list",
              deadline: "2026-11-27",
              startMs: 65_000,
              unconfirmed: true,
            },
          ],
        },
        {
          who: null,
          tasks: [
            { meetId: "m1", taskId: "t2", text: "Call the clinic", deadline: null, startMs: null, unconfirmed: false },
          ],
        },
      ],
      moreTasks: 2,
      questions: [{ text: "Who answers on Saturdays?", startMs: 70_000, unconfirmed: false }],
    },
  },
  "follow-up": {
    kind: "follow-up",
    followUp: {
      by: "Nora Puig",
      replyTo: "nora@acta.example",
      title: "Seminar rooms",
      subject: "Minutes: Seminar rooms",
      text: "Hello,\n\nTASKS\n- Prepare the list (Nora)",
      url: `${ORIGIN}/s/token`,
      locale: "en",
    },
  },
  "address-confirmation": {
    kind: "address-confirmation",
    asker: "Claire Morel",
    confirmUrl: `${ORIGIN}/confirm-mail/token`,
  },
};
const CONTENT_KINDS = [...STOPPABLE_KINDS, "address-confirmation", "team-invitation"] as const;

/** The words of the HTML, as a mail program shows them. */
const wordsOf = (html: string) =>
  html
    .replace(/<head>.*?<\/head>/su, "")
    .replaceAll("</a>", "")
    .replaceAll(/<[^>]+>/gu, " ")
    .replaceAll("&#x27;", "'")
    .replaceAll("&quot;", '"')
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&amp;", "&")
    .replaceAll(/[ \n]+/gu, " ");
const hrefsOf = (html: string) => [...html.matchAll(/href="([^"]*)"/gu)].map(([, href]) => href);

describe.each(LOCALES)("in %s", (locale) => {
  test.each(CONTENT_KINDS)("a mail of the kind %s can be sent, and is whole", async (kind) => {
    const mail = await writer.write(CONTENTS[kind], readerOf(locale));
    const sent: Mail = { ...mail, to: "nora@acta.example", headers: {}, idempotencyKey: kind };
    expect(whyUnsendable(sent)).toBeNull();
    expect(mail.html).toMatch(new RegExp(`^<!doctype html><html lang="${locale}">`));
    for (const words of [mail.subject, mail.html, mail.text]) {
      expect(words).not.toMatch(/\{\{|\}\}|undefined|\[object|\b(?:mail|call|ended|progress):[a-z]/u);
    }
  });

  test.each(CONTENT_KINDS)(
    "a mail of the kind %s is readable without images and in the dark, and fetches nothing",
    async (kind) => {
      const { html } = await writer.write(CONTENTS[kind], readerOf(locale));
      expect(html).not.toMatch(
        /<(?:img|picture|video|iframe|script|link|object|embed|form|input)\b|src=|url\(|@import|@font-face/iu,
      );
      expect(html).toContain('<meta name="color-scheme" content="light dark"/>');
      expect(html).toContain("@media (prefers-color-scheme:dark)");
      // Every text has a colour of its own in both schemes.
      const tags = Array.from(html.matchAll(/<(?:p|h1|h2|li|a)\b[^>]*>/gu), ([tag]) => tag);
      expect(tags.filter((tag) => !/color:#/u.test(tag))).toEqual([]);
      const coloured = /class="(?:ink|muted|proof|button)"|margin:24px 0 16px/u;
      expect(tags.filter((tag) => !coloured.test(tag))).toEqual([]);
    },
  );

  test.each(CONTENT_KINDS)("a mail of the kind %s links to Acta only, and says the same as text", async (kind) => {
    const { html, text } = await writer.write(CONTENTS[kind], readerOf(locale));
    for (const href of hrefsOf(html)) {
      expect(href).toMatch(/^https:\/\/acta\.example\//u);
      expect(text).toContain(href);
    }
    const words = wordsOf(html);
    const lines = text.split("\n").filter((line) => line.trim() !== "" && !line.includes("https://") && line !== "-- ");
    for (const line of lines) expect(words).toContain(line.replace(/^(?:- |\d+\. )|:$/gu, ""));
  });

  test.each(["open", "over", "ended"] as const)("a payment that failed is told in its stage %s", async (stage) => {
    const { payment } = TEXTS[locale].mail;
    const { subject, text } = await writer.write(
      { kind: "payment-failed", plan: "pro", endsAt: deletedAt, stage },
      readerOf(locale),
    );
    const { heading } = stage === "open" ? payment : payment.over;
    expect(subject).toBe(heading.replace("{{plan}}", "Pro"));
    expect(text).toContain(payment[stage].text.split("{{date}}")[1]);
    expect(text).toContain(payment[stage].button);
  });

  test.each(END_REASONS)(
    "a failure as %s says what happened and what to do, as the meeting's page does",
    async (reason) => {
      const status: MeetingStatus = isCallReason(reason) ? "REJECTED" : "ERROR_RECORDED";
      const kind = mailFor(status, reason);
      const { subject, text } = await writer.write(
        {
          kind: kind ?? "not-let-in",
          meeting: meetingOf({ kind: kind ?? "not-let-in", status, reason, playable: false, hasText: false }),
        },
        readerOf(locale),
      );
      const { call, ended, progress } = TEXTS[locale];
      const [why, happened] = isCallReason(reason)
        ? [call.ended[reason], call.happened[reason]]
        : [ended[reason], progress.end.safe.details];
      expect(subject).toContain(why);
      expect(subject).toContain("Seminar rooms");
      expect(text).toContain(happened);
    },
  );
});

test("ready minutes show their first lines with the moments that prove them, and lead to the meeting and its PDF", async () => {
  const { subject, html, text } = await writer.write(CONTENTS["minutes-ready"], readerOf("en"));
  expect(subject).toBe("Your minutes are ready: Seminar rooms");
  expect(hrefsOf(html)).toEqual([
    `${ORIGIN}/m1?t=65`,
    `${ORIGIN}/m1`,
    `${ORIGIN}/api/acta/meetings/m1/pdf`,
    UNSUBSCRIBE,
    `${ORIGIN}/settings`,
  ]);
  expect(wordsOf(html)).toContain("Seminar rooms · Friday, 20 November 2026, 10:30 am");
  expect(text).toContain(`- The desk opens on Monday. (01:05, ${ORIGIN}/m1?t=65)\n- Nora prepares the list.\n`);
});

test.each(LOCALES)("minutes of a small model are named as such below their first lines: %s", async (locale) => {
  const of = (caution?: "small-model") =>
    writer.write({ kind: "minutes-ready", meeting: meetingOf({ caution }) }, readerOf(locale));
  const caution = TEXTS[locale].colophon.caution["small-model"];
  const [doubtful, plain] = [await of("small-model"), await of()];
  expect(doubtful.text).toContain(caution);
  expect(wordsOf(doubtful.html)).toContain(caution);
  expect(plain.text).not.toContain(caution);
});

test("a mail is the same each time it is written", async () => {
  const [one, other] = [
    await writer.write(CONTENTS["minutes-ready"], readerOf("fr")),
    await writer.write(CONTENTS["minutes-ready"], readerOf("fr")),
  ];
  expect(other).toEqual(one);
});

const MARKUP = [
  ...INJECTIONS.map(({ text }) => text),
  '"><script>alert(1)</script>',
  "' onmouseover='alert(1)",
  "</title></head><body><h1>Pay here</h1>",
  "</style><img src=https://evil.example/p.png>",
  "$t(common:product) {{why}} {{- title}}",
  "<!--",
  "&lt;b&gt;",
];

test.each(MARKUP)("words that look like markup stay words: %s", async (words) => {
  const said = { title: words, lines: [{ text: words, startMs: 65_000 }] };
  const plain = await writer.write(
    { kind: "minutes-ready", meeting: meetingOf({ title: "x", lines: [{ text: "x", startMs: 65_000 }] }) },
    readerOf("en"),
  );
  const { html, text, subject } = await writer.write(
    { kind: "minutes-ready", meeting: meetingOf(said) },
    readerOf("en"),
  );
  const tagsOf = (page: string) => [...page.matchAll(/<[^>]*>/gu)].map(([tag]) => tag);
  expect(tagsOf(html)).toEqual(tagsOf(plain.html));
  expect(hrefsOf(html)).toEqual(hrefsOf(plain.html));
  expect(wordsOf(html)).toContain(words);
  expect(text).toContain(words);
  // A title may be a stranger's.
  expect(subject).toContain(givenText(words, MAIL_TITLE_CHARS_MAX));
});

test("a title with line breaks adds no header, and a long one is cut", async () => {
  const meeting = meetingOf({ title: `Hello\r\nBcc: eve@acta.example ${"a".repeat(2000)}` });
  const { subject } = await writer.write({ kind: "minutes-ready", meeting }, readerOf("en"));
  expect(subject).toMatch(/^Your minutes are ready: Hello Bcc: eve @ acta\. example a+…$/u);
  expect(subject.length).toBeLessThan(200);
});

const STRANGERS_WORDS = [
  "Pay https://evil.example/now",
  "evil.example",
  "www.evil.example",
  "write to boss@evil.example",
  "ev\u00adil\u200b.ex\u2060ample",
  "evil\u3002example",
  "evil\uff0eexample",
  "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaahttps://evil.example",
];

test.each(STRANGERS_WORDS)("a stranger's name or title makes no link in a subject or a mail: %j", async (words) => {
  const contents: MailContent[] = [
    { kind: "meeting-shown", ...LISTED, title: words, by: words },
    { kind: "address-confirmation", asker: words, confirmUrl: `${ORIGIN}/confirm-mail/token` },
    { kind: "team-invitation", team: words, inviter: words, joinUrl: `${ORIGIN}/join/token` },
    { kind: "minutes-ready", meeting: meetingOf({ title: words }) },
    { kind: "join-limit", title: words, startsAt: deletedAt, calendar: words, limit: 15 },
  ];
  for (const content of contents) {
    const { subject, html, text } = await writer.write(content, readerOf("en"));
    for (const written of [subject, wordsOf(html), text]) {
      // Mail programs make links of these.
      expect(written.replaceAll(/https?:\/\/acta\.example\S*/gu, "")).not.toMatch(
        /:\/\/|\S@\S|[\p{L}\p{N}][.\u3002\uff0e\uff61]\p{L}{2}|[\u00ad\u200b\u2060]/u,
      );
    }
  }
});

test("words that are no address stay as they are", () => {
  for (const words of ["Sprint 12: review (v2.1, 10:30)", "Re: Q&A – St. Marc", "Reunió d’equip · 3.5 %"]) {
    expect(givenText(words, 150)).toBe(words);
  }
});

test("a warning lists some meetings and counts the others", async () => {
  const meetings = Array.from({ length: MAIL_MEETINGS_MAX + 3 }, (_, index) => ({ ...LISTED, meetId: `m${index}` }));
  const { html, text } = await writer.write(
    { kind: "retention-warning", part: "meeting", deletedAt, meetings },
    readerOf("en"),
  );
  expect(hrefsOf(html).filter((href) => /\/m\d+$/u.test(href ?? ""))).toHaveLength(MAIL_MEETINGS_MAX);
  expect(text).toContain("And 3 more meetings.");
});

test("a digest says of a task that it was not confirmed", async () => {
  const { text, html } = await writer.write(CONTENTS["weekly-digest"], readerOf("en"));
  for (const body of [text, html]) expect(body.match(/Not confirmed/gu)).toHaveLength(1);
  expect(text).toContain("Desk · Friday (27 Nov) · Not confirmed");
});

test("a digest counts the meetings that it does not list, and says that there are more tasks", async () => {
  const { text } = await writer.write(CONTENTS["weekly-digest"], readerOf("en"));
  expect(text).toContain("And 3 more meetings.");
  expect(text).toContain("You have more open tasks than these.");
  const none = { moreMeetings: 0, hasMoreTasks: false };
  const whole = { ...CONTENTS["weekly-digest"], ...none } as MailContent;
  expect((await writer.write(whole, readerOf("en"))).text).not.toMatch(/more (meeting|open)/u);
});

test("a digest has the days of deadlines beside their words", async () => {
  const task = { meetId: "m2", title: "Desk", text: "Call", startMs: null, unconfirmed: false };
  const tasks = [
    { ...task, deadline: "by Friday", days: ["2026-11-27"] },
    { ...task, deadline: "next Friday", days: ["2026-11-27", "2026-12-04"] },
    { ...task, deadline: "2026-12-01", days: ["2026-12-01"] },
    { ...task, deadline: "before the fair", days: [] },
  ];
  const { text } = await writer.write({ ...CONTENTS["weekly-digest"], tasks } as MailContent, readerOf("en"));
  for (const said of ["by Friday (27 Nov)", "next Friday (27 Nov / 4 Dec)", "Desk · 1 Dec", "before the fair\n"]) {
    expect(text).toContain(said);
  }
});

test("the receipt of a deletion has no link, because nothing is left to open", async () => {
  const { html, text } = await writer.write(CONTENTS["deletion-receipt"], readerOf("en", null));
  expect(hrefsOf(html)).toEqual([]);
  expect(text).toContain("2 recordings stay");
  const none = await writer.write({ kind: "deletion-receipt", deletedAt, keptRecordings: 0 }, readerOf("en", null));
  expect(none.text).not.toContain("recordings stay");
});
