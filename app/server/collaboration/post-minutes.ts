import { type DeliveryOutcome, placeReceipt } from "#app/domain/deliveries/delivery.ts";
import { assertNever } from "#app/domain/invariant.ts";
import { isChosenTemplate, readSlackSettings } from "#app/server/collaboration/settings.ts";
import { readInOwnLanguage } from "#app/server/collaboration/words.ts";
import { writeSlackMinutes } from "#app/server/exports/collaboration/slack-blocks.ts";
import type { MinutesReceiver, OutgoingMinutes, Receipt, SendOutcome } from "#app/server/ports/destination-sender.ts";
import type { PostedMessage, SlackClient, SlackMessage, SlackRefusal } from "#app/server/ports/slack.ts";

/**
 * Minutes as a message in a channel of Slack. Corrections change the last message instead of posting another one. Slack knows no
 * idempotency key: a process that dies after posting and before the receipt is stored posts once more.
 */
export function slackReceiver({ slack, origin }: { slack: SlackClient; origin: string }): MinutesReceiver {
  return {
    async send(outgoing) {
      const { event, view, connection, receipts } = outgoing;
      const { channel, templates } = readSlackSettings(connection.settings);
      if (event === "minutes.written" && !isChosenTemplate(templates, view.summary?.template.id ?? null)) {
        return "unwanted";
      }
      const chosen = receipts.find(placeReceipt(outgoing.deliveryId))?.externalId ?? null;
      const channelId = chosen ?? channel?.id ?? null;
      if (channelId === null) return parked("place");
      const token = await connection.access();
      if (token === null) return parked("reconnect");
      const { minutes, words } = await readInOwnLanguage(view);
      const message = writeSlackMinutes(minutes, { page: `${origin}/${view.head.meetId}`, words });
      const last = receipts.find(LAST);
      // Minutes that were written again take the place of the former ones.
      if (event === "minutes.changed" || (event === "minutes.written" && last !== null)) {
        return change(slack, { token, last: last ?? receipts.find(COPY), message, outgoing });
      }
      // An attempt that posted, and ended before it could say so.
      const said = receipts.find(outgoing.deliveryId);
      if (said !== null) return { kind: "sent", status: 200, link: said.url };
      return post(slack, { token, channelId, isElsewhere: chosen !== null, message, outgoing });
    },
  };
}

/** Receipts of the messages that corrections change: the last one in the channel of the settings; without one, a copy in another channel. */
const LAST = "message";
const COPY = "copy";

type Sending = { token: string; message: SlackMessage; outgoing: OutgoingMinutes };

async function post(
  slack: SlackClient,
  { token, channelId, isElsewhere, message, outgoing }: Sending & { channelId: string; isElsewhere: boolean },
): Promise<SendOutcome> {
  const { receipts, connection, signal, deliveryId } = outgoing;
  const asked = { channelId, message, signal };
  let answer = await slack.post(token, asked);
  if (!answer.ok && answer.reason === "too-long")
    answer = await slack.post(token, { ...asked, message: short(message) });
  if (!answer.ok) return outcomeOf(answer.reason, connection);
  const { channelId: inChannel, ts } = answer.value;
  // Before anything else: from here on another attempt would post it twice.
  const receipt = { externalId: `${inChannel}/${ts}`, url: null };
  const part = isElsewhere ? COPY : LAST;
  receipts.save(deliveryId, receipt);
  receipts.save(part, receipt);
  const url = await slack.linkTo(token, answer.value);
  receipts.save(deliveryId, { ...receipt, url });
  receipts.save(part, { ...receipt, url });
  return { kind: "sent", status: 200, link: url };
}

async function change(
  slack: SlackClient,
  { token, last, message, outgoing }: Sending & { last: Receipt | null },
): Promise<SendOutcome> {
  const { connection, signal } = outgoing;
  const posted = readReceipt(last?.externalId);
  if (posted === null) return "unwanted";
  const asked = { posted, message, signal };
  let answer = await slack.update(token, asked);
  if (!answer.ok && answer.reason === "too-long") {
    answer = await slack.update(token, { ...asked, message: short(message) });
  }
  // A message that was deleted is not posted again.
  if (!answer.ok && answer.reason === "no-message") return "unwanted";
  if (!answer.ok) return outcomeOf(answer.reason, connection);
  return { kind: "sent", status: 200, link: last?.url ?? null };
}

/** The title, the facts and the way to the meeting. */
function short({ text, blocks }: SlackMessage): SlackMessage {
  const sections = blocks.filter(({ type }) => type === "section");
  const link = sections.at(-1);
  return { text, blocks: [...blocks.slice(0, 2), ...(link ? [link] : [])] };
}

async function outcomeOf(reason: SlackRefusal, connection: OutgoingMinutes["connection"]): Promise<DeliveryOutcome> {
  switch (reason) {
    case "reconnect":
      // Marks the connection, so that its person is told.
      await connection.access(true);
      return parked("reconnect");
    case "no-channel":
      return parked("place");
    case "not-in-channel":
      return parked("not-in-channel");
    case "no-message":
    case "too-long":
    case "refused":
      return parked("refused");
    default:
      return assertNever(reason);
  }
}

function parked(fault: "place" | "reconnect" | "not-in-channel" | "refused"): DeliveryOutcome {
  return { kind: "parked", fault, status: null };
}

function readReceipt(externalId: string | undefined): PostedMessage | null {
  const [channelId, ts] = externalId?.split("/") ?? [];
  return channelId !== undefined && ts !== undefined ? { channelId, ts } : null;
}
