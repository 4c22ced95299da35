import type { MeetingView } from "#app/contracts/meeting/meeting-view.ts";
import type { WebhookBody } from "#app/contracts/webhook-message.ts";
import { LOCALE_FALLBACK, parseLocale } from "#app/domain/languages.ts";
import { WEBHOOK_BODY_BYTES_MAX } from "#app/domain/limits/deliveries.ts";
import {
  type ReportedMeeting,
  WEBHOOK_TEST,
  type WebhookContent,
  type WebhookMessageType,
} from "#app/domain/webhooks/webhook.ts";
import { openI18n } from "#app/i18n/server.ts";
import { translator } from "#app/i18n/translate.ts";
import { EXPORT_TEXTS, minutesOf } from "#app/server/exports/minutes.ts";
import { exportSummary } from "#app/server/exports/write-json.ts";

type Said = { event: WebhookMessageType; madeAt: number };

/**
 * The body of a test event: an example with every field that messages with this content have, so that they can be mapped before the first meeting.
 * No id of it is a meeting's.
 */
export function writeTest(
  { madeAt }: Pick<Said, "madeAt">,
  { origin, content }: { origin: string; content: WebhookContent },
): string {
  const withWords = content === "minutes";
  const task = { text: "Send the price list", assigned: "Marc Vidal", deadline: "by Friday" };
  return JSON.stringify({
    type: WEBHOOK_TEST,
    timestamp: isoOf(madeAt),
    data: {
      meeting: {
        id: EXAMPLE_ID,
        status: "SUMMARIZED",
        url: `${origin}/${EXAMPLE_ID}`,
        ...(withWords
          ? {
              title: "Example: weekly meeting",
              startsAt: isoOf(madeAt),
              language: "en",
              participants: [
                { name: "Nora Puig", spoke: true },
                { name: "Marc Vidal", spoke: false },
              ],
            }
          : {}),
      },
      reason: "not-admitted",
      tasks: [{ id: "task-1", done: false, ...(withWords ? task : {}) }],
      ...(withWords ? { minutes: exampleMinutes(madeAt, task) } : {}),
    },
  } satisfies WebhookBody);
}

/** An engine's line that nobody has changed. */
const OWN = { manual: false, outdated: false, confirmed: true };
const EXAMPLE_ID = "0".repeat(24);

function exampleMinutes(
  madeAt: number,
  task: { text: string; assigned: string; deadline: string },
): NonNullable<WebhookBody["data"]["minutes"]> {
  return {
    language: "en",
    template: "Example",
    engine: "example",
    writtenAt: isoOf(madeAt),
    caution: null,
    fields: [
      {
        key: "summary",
        title: "Summary",
        content: {
          type: "summary",
          items: [{ text: "The price list goes out on Friday.", segmentIds: ["s1"], ...OWN }],
        },
      },
      {
        key: "tasks",
        title: "Tasks",
        content: { type: "tasks", items: [{ ...task, segmentIds: ["s2"], ...OWN, description: null, done: false }] },
      },
    ],
  };
}

/**
 * The body of a message about a meeting in its present state. `view` is read only where the person chose `minutes`; a message that would be
 * too large has no minutes.
 */
export async function writeMessage(
  { event, madeAt }: Said,
  meeting: ReportedMeeting,
  asked: {
    origin: string;
    content: WebhookContent;
    view: () => Promise<MeetingView | null>;
  },
): Promise<string> {
  const { meetId, status, reason, tasks } = meeting;
  const withWords = asked.content === "minutes";
  const bodyWith = (summary: NonNullable<WebhookBody["data"]["minutes"]> | null | undefined) =>
    JSON.stringify({
      type: event,
      timestamp: isoOf(madeAt),
      data: {
        meeting: {
          id: meetId,
          status,
          url: `${asked.origin}/${meetId}`,
          ...(withWords
            ? {
                title: meeting.title,
                startsAt: isoOf(meeting.startsAt),
                language: meeting.language,
                participants: meeting.people,
              }
            : {}),
        },
        ...(event === "meeting.failed" && reason !== null ? { reason } : {}),
        ...(event === "task.changed"
          ? {
              tasks: tasks.map(({ id, done, text, assigned, deadline, unconfirmed }) => ({
                id,
                done,
                ...(withWords ? { text, assigned, deadline, ...(unconfirmed ? { unconfirmed } : {}) } : {}),
              })),
            }
          : {}),
        ...(summary === undefined ? {} : { minutes: summary }),
      },
    } satisfies WebhookBody);
  if (!withWords || event !== "meeting.summarized") return bodyWith(undefined);
  const body = bodyWith(await readMinutes(asked.view));
  return new TextEncoder().encode(body).length > WEBHOOK_BODY_BYTES_MAX ? bodyWith(null) : body;
}

/** Titles of predefined fields are in the language of the minutes. */
async function readMinutes(view: () => Promise<MeetingView | null>) {
  const read = await view();
  if (read === null || read.summary === null) return null;
  const locale = parseLocale(read.summary.language) ?? LOCALE_FALLBACK;
  const t = translator(await openI18n(locale), locale, EXPORT_TEXTS);
  return exportSummary(read, minutesOf(read, t, { locale }), { shared: false });
}

function isoOf(at: number): string {
  return new Date(at).toISOString();
}
