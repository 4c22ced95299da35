import { failure } from "./graph-failures.mjs";

/**
 * Subscriptions of the stand-in for Microsoft Graph, and their notifications.
 *
 * @typedef {import("@microsoft/microsoft-graph-types").Subscription} GraphSubscription
 * @typedef {import("./calendar-state.mjs").Account} Account
 * @typedef {import("./calendar-state.mjs").Calendar} Calendar
 * @typedef {{ id: string, resource: string, changeType: string, notificationUrl: string, clientState: string, expiresAt: number, personId: string }} Subscription
 */

const SUBSCRIPTION_MS_MAX = 7 * 24 * 3_600_000;

/**
 * @param {{
 *   state: import("./calendar-state.mjs").CalendarState, now: () => number,
 *   deliver: (request: Request) => void, validate: (request: Request) => Promise<Response>,
 * }} settings
 */
export function createSubscriptions({ state, now, deliver, validate }) {
  /** @type {Map<string, Subscription>} */
  const subscriptions = new Map();

  state.onChange(({ account, calendar, eventId, kind }) => {
    if (account.provider !== "microsoft") return;
    for (const each of subscriptions.values()) {
      const isOfCalendar =
        each.resource.includes(`/calendars/${calendar.id}/`) ||
        (calendar.isPrimary && !each.resource.includes("/calendars/"));
      if (
        each.personId === account.personId &&
        isOfCalendar &&
        each.expiresAt > now() &&
        each.changeType.includes(kind)
      ) {
        deliver(notification(each, account, { eventId, changeType: kind }));
      }
    }
  });

  /** @param {Account} account @param {Request} request */
  async function subscribe(account, request) {
    /** @type {GraphSubscription} */
    const asked = await request.json();
    const { notificationUrl, resource, changeType, clientState } = asked;
    const expiresAt = Date.parse(asked.expirationDateTime ?? "");
    if (!notificationUrl || !resource || !changeType || !(expiresAt > now())) {
      return failure(400, "InvalidRequest", "The subscription is not complete.");
    }
    if (expiresAt > now() + SUBSCRIPTION_MS_MAX) {
      return failure(400, "ExtensionError", "Subscription expiration can only be 10080 minutes in the future.");
    }
    if (!(await isAddressValid(validate, notificationUrl))) {
      return failure(400, "ValidationError", "Subscription validation request failed.");
    }
    const id = crypto.randomUUID();
    const kept = {
      id,
      resource,
      changeType,
      notificationUrl,
      clientState: clientState ?? "",
      expiresAt,
      personId: account.personId,
    };
    subscriptions.set(id, kept);
    return Response.json(shown(kept), { status: 201 });
  }

  /** @param {Account} account @param {string} id @param {Request} request */
  async function changeSubscription(account, id, request) {
    const kept = subscriptions.get(id);
    if (kept?.personId !== account.personId || kept.expiresAt < now()) {
      return failure(404, "ResourceNotFound", "The object was not found.");
    }
    if (request.method === "DELETE") {
      subscriptions.delete(id);
      return new Response(null, { status: 204 });
    }
    /** @type {GraphSubscription} */
    const { expirationDateTime } = await request.json();
    const expiresAt = Date.parse(expirationDateTime ?? "");
    if (!(expiresAt > now()) || expiresAt > now() + SUBSCRIPTION_MS_MAX) {
      return failure(400, "ExtensionError", "Subscription expiration can only be 10080 minutes in the future.");
    }
    kept.expiresAt = expiresAt;
    return Response.json(shown(kept));
  }

  return { subscriptions, subscribe, changeSubscription };
}

/** @param {Subscription} subscription @param {Account} account @param {{ eventId: string, changeType: string }} change */
function notification({ id, clientState, notificationUrl, expiresAt }, account, { eventId, changeType }) {
  const resource = `Users/${account.subject}/Events/${eventId}`;
  const value = [
    {
      subscriptionId: id,
      clientState,
      changeType,
      resource,
      subscriptionExpirationDateTime: new Date(expiresAt).toISOString(),
      resourceData: { "@odata.type": "#Microsoft.Graph.Event", "@odata.id": resource, id: eventId },
    },
  ];
  const headers = { "Content-Type": "application/json" };
  return new Request(notificationUrl, { method: "POST", headers, body: JSON.stringify({ value }) });
}

/** Asks an address to repeat a token. @param {(request: Request) => Promise<Response>} validate @param {string} notificationUrl */
async function isAddressValid(validate, notificationUrl) {
  const validationToken = `Validation: ${crypto.randomUUID()} & more`;
  const address = new URL(notificationUrl);
  address.searchParams.set("validationToken", validationToken);
  const echo = await validate(
    new Request(address, { method: "POST", headers: { "Content-Type": "text/plain; charset=utf-8" } }),
  );
  return (
    echo.status === 200 &&
    (echo.headers.get("Content-Type") ?? "").startsWith("text/plain") &&
    (await echo.text()) === validationToken
  );
}

/** @param {Subscription} subscription @returns {GraphSubscription} */
function shown({ id, resource, changeType, notificationUrl, expiresAt }) {
  return { id, resource, changeType, notificationUrl, expirationDateTime: new Date(expiresAt).toISOString() };
}
