/**
 * Stripe's HTTP API over the stand-in's state: bearer key, forms with brackets, idempotency keys, pages of lists, errors of Stripe's shape.
 *
 * @typedef {import("./stripe-state.mjs").StripeState} StripeState
 * @typedef {import("./stripe-state.mjs").Session} Session
 * @typedef {import("./stripe-state.mjs").Customer} Customer
 * @typedef {import("./stripe-state.mjs").Subscription} Subscription
 */

const PAGE_DEFAULT = 10;
const PAGE_MAX = 100;

/** @param {number} status @param {{ type: string, code?: string, message: string }} error */
export function stripeError(status, error) {
  return Response.json({ error }, { status, headers: { "Request-Id": "req_local" } });
}

/** @param {string} message */
const invalid = (message) => stripeError(400, { type: "invalid_request_error", message });
const missing = (status = 404) =>
  stripeError(status, { type: "invalid_request_error", code: "resource_missing", message: "No such object" });

/**
 * @param {{ state: StripeState, secretKey: string, origin: () => string }} settings `origin`: of the pages
 */
export function createStripeApi({ state, secretKey, origin }) {
  /** Answers by idempotency key; null while the first request is under way. @type {Map<string, { asked: string, answer: { status: number, body: string } | null }>} */
  const answered = new Map();
  const perform = createOperations({ state, origin });

  /** @param {Request} request @returns {Promise<Response>} */
  async function answer(request) {
    if (request.headers.get("Authorization") !== `Bearer ${secretKey}`) {
      return stripeError(401, { type: "invalid_request_error", message: "Invalid API Key provided" });
    }
    const url = new URL(request.url);
    const body = new TextDecoder().decode(await request.arrayBuffer());
    const key = request.method === "POST" ? request.headers.get("Idempotency-Key") : null;
    if (key === null) return perform(request.method, url, body);
    const asked = `${url.pathname}?${body}`;
    const known = answered.get(key);
    if (known && known.asked !== asked) {
      return stripeError(400, {
        type: "idempotency_error",
        message: "Keys for idempotent requests can only be used with the same parameters they were first used with.",
      });
    }
    if (known?.answer) return new Response(known.answer.body, { status: known.answer.status, headers: JSON_HEADERS });
    if (known) {
      return stripeError(409, {
        type: "invalid_request_error",
        code: "idempotency_key_in_use",
        message: "There is another request in progress with this key.",
      });
    }
    answered.set(key, { asked, answer: null });
    const response = await perform(request.method, url, body);
    answered.set(key, { asked, answer: { status: response.status, body: await response.clone().text() } });
    return response;
  }

  return { answer, answered };
}

/** @param {{ state: StripeState, origin: () => string }} settings */
function createOperations({ state, origin }) {
  const { addCustomer, changeCustomer } = customerOperations(state);
  const { addSession, expire, addPortal } = pageOperations(state, origin);
  const { changeSubscription, endSubscription } = subscriptionOperations(state);

  /** @param {string} method @param {URL} url @param {string} body */
  return async function perform(method, url, body) {
    const [, , ...path] = url.pathname.split("/");
    const fields = readFields(body || url.search.slice(1));
    const [first, second, third, fourth] = path;
    switch (`${method} ${first}`) {
      case "GET prices":
        return found(state.prices.get(second ?? ""));
      case "GET customers":
        return found(state.customers.get(second ?? ""));
      case "POST customers":
        return second === undefined ? addCustomer(fields) : changeCustomer(state.customers.get(second), fields);
      case "POST checkout":
        if (fourth === "expire") return expire(state.sessions.get(third ?? ""));
        return addSession(fields);
      case "GET checkout":
        return found(state.sessions.get(third ?? ""), shown);
      case "GET subscriptions":
        if (second !== undefined) return found(state.subscriptions.get(second));
        if (fields.customer && !state.customers.has(fields.customer)) return missing(400);
        return list(
          [...state.subscriptions.values()].filter(({ customer }) => customer === fields.customer),
          url,
        );
      case "POST subscriptions":
        return changeSubscription(state.subscriptions.get(second ?? ""), fields);
      case "DELETE subscriptions":
        return endSubscription(state.subscriptions.get(second ?? ""));
      case "GET invoices":
        return list(
          [...state.invoices.values()].filter(
            ({ status, parent }) =>
              parent.subscription_details.subscription === fields.subscription &&
              (fields.status === undefined || status === fields.status),
          ),
          url,
        );
      case "POST billing_portal":
        return addPortal(fields);
      default:
        return missing();
    }
  };
}

/** @param {StripeState} state */
function customerOperations(state) {
  /** @param {any} fields */
  function addCustomer({ email = null, name = null, metadata = {} }) {
    const customer = { id: state.newId("cus"), object: /** @type {const} */ ("customer"), email, name, metadata };
    state.customers.set(customer.id, customer);
    return Response.json(customer);
  }

  /** An empty text takes a field away, as in every form for Stripe. @param {Customer | undefined} customer @param {any} fields */
  function changeCustomer(customer, fields) {
    if (!customer || customer.deleted) return missing();
    if (fields.email && !/^[^@\s]+@[^@\s]+$/u.test(fields.email)) return invalid("Invalid email address");
    if (fields.email !== undefined) customer.email = fields.email === "" ? null : fields.email;
    state.emit("customer.updated", customer);
    return Response.json(customer);
  }

  return { addCustomer, changeCustomer };
}

/** Pages for payment, and the portal. @param {StripeState} state @param {() => string} origin */
function pageOperations(state, origin) {
  /** Stripe keeps what is left of a customer that was deleted, and sells nothing to it. @param {string} id */
  const isThere = (id) => state.customers.has(id) && !state.customers.get(id)?.deleted;

  /** @param {any} fields */
  function addSession(fields) {
    const [line] = fields.line_items ?? [];
    const price = state.prices.get(line?.price);
    if (!price?.active) return invalid("No such price, or the price is not active.");
    if (!isThere(fields.customer)) return missing();
    const expiresAt = Number(fields.expires_at);
    // Stripe: 30 minutes to 24 hours.
    if (expiresAt < state.seconds() + 30 * 60 || expiresAt > state.seconds() + 24 * 3600) {
      return invalid("The `expires_at` timestamp must be between 30 minutes and 24 hours from now.");
    }
    const id = state.newId("cs");
    /** @type {Session} */
    const session = {
      id,
      object: "checkout.session",
      mode: "subscription",
      status: "open",
      payment_status: "unpaid",
      customer: fields.customer,
      subscription: null,
      client_reference_id: fields.client_reference_id ?? null,
      metadata: fields.metadata ?? {},
      success_url: fields.success_url,
      cancel_url: fields.cancel_url,
      expires_at: expiresAt,
      url: `${origin()}/stripe/pay/${id}`,
      asked: { price, quantity: Number(line.quantity), metadata: fields.subscription_data?.metadata ?? {} },
    };
    state.sessions.set(id, session);
    return Response.json(shown(session));
  }

  /** @param {Session | undefined} session */
  function expire(session) {
    if (!session) return missing();
    if (session.status !== "open") return invalid("Only Checkout Sessions with a status in [open] can be expired.");
    state.expire(session);
    return Response.json(shown(session));
  }

  /** @param {any} fields */
  function addPortal({ customer, return_url: returnUrl, flow_data: flow = null }) {
    if (!isThere(customer)) return missing();
    const portal = { id: state.newId("bps"), customer, returnUrl, flow };
    state.portals.set(portal.id, portal);
    return Response.json({
      id: portal.id,
      object: "billing_portal.session",
      customer,
      return_url: returnUrl,
      url: `${origin()}/stripe/portal/${portal.id}`,
    });
  }

  return { addSession, expire, addPortal };
}

/** @param {StripeState} state */
function subscriptionOperations(state) {
  /** @param {Subscription | undefined} subscription @param {any} fields */
  function changeSubscription(subscription, fields) {
    if (!subscription) return missing();
    if (subscription.status === "canceled") return invalid("A canceled subscription can only update its metadata.");
    const [item] = fields.items ?? [];
    if (item !== undefined && item.id !== subscription.items.data[0]?.id) return invalid("No such subscription item.");
    const quantity = Number(item?.quantity ?? 0);
    Object.assign(subscription.metadata, fields.metadata);
    // Nothing is charged before the next invoice where none is asked for.
    const isCharged = fields.proration_behavior === "always_invoice" && state.declined.has(subscription.customer);
    if (quantity > (subscription.items.data[0]?.quantity ?? 0) && isCharged) {
      state.declineMore(subscription, { quantity, waits: fields.payment_behavior === "pending_if_incomplete" });
      return Response.json(subscription);
    }
    state.change(subscription, {
      ...(item?.price === undefined ? {} : { price: item.price }),
      ...(item?.quantity === undefined ? {} : { quantity: Number(item.quantity) }),
    });
    return Response.json(subscription);
  }

  /** @param {Subscription | undefined} subscription */
  function endSubscription(subscription) {
    if (!subscription || subscription.status === "canceled") return missing();
    state.end(subscription);
    return Response.json(subscription);
  }

  return { changeSubscription, endSubscription };
}

const JSON_HEADERS = { "Content-Type": "application/json" };

/** @template Value @param {Value | undefined} value @param {(value: Value) => object} show */
function found(value, show = (each) => /** @type {object} */ (each)) {
  return value === undefined ? missing() : Response.json(show(value));
}

/** Without what only the stand-in knows. @param {Session} session */
function shown({ asked: _asked, ...session }) {
  return session;
}

/** Newest first, as Stripe lists. @param {readonly { id: string }[]} rows @param {URL} url */
function list(rows, url) {
  const newest = [...rows].reverse();
  const limit = Math.min(Number(url.searchParams.get("limit") ?? PAGE_DEFAULT), PAGE_MAX);
  const after = url.searchParams.get("starting_after");
  const from = after === null ? 0 : newest.findIndex(({ id }) => id === after) + 1;
  const data = newest.slice(from, from + limit);
  return Response.json({ object: "list", url: url.pathname, has_more: from + limit < newest.length, data });
}

/**
 * Reads a form with brackets, as Stripe's clients send it: `items[0][price]=a&metadata[plan]=pro` is
 * `{ items: [{ price: "a" }], metadata: { plan: "pro" } }`. Values stay texts.
 *
 * @param {string} text @returns {any}
 */
export function readFields(text) {
  /** @type {any} */
  const fields = {};
  for (const [name, value] of new URLSearchParams(text)) {
    const path = name.split(/[[\]]+/).filter((part) => part !== "");
    let place = fields;
    for (const [depth, part] of path.entries()) {
      const next = path[depth + 1];
      if (part === "__proto__") break;
      if (next === undefined) place[part] = value;
      else place = place[part] ??= /^\d+$/.test(next) ? [] : {};
    }
  }
  return fields;
}
