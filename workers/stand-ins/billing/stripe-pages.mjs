import { page, escape } from "../identity/pages.mjs";

/**
 * The stand-in's pages for payment and for a subscription. They say what they are, and no money moves. No script.
 *
 * @typedef {import("./stripe-state.mjs").StripeState} StripeState
 * @typedef {import("./stripe-state.mjs").Session} Session
 * @typedef {import("./stripe-state.mjs").Portal} Portal
 * @typedef {import("./stripe-state.mjs").Subscription} Subscription
 */

const NOTE = `<p class="stand-in">This is a local stand-in for Stripe on this machine. No money moves, and nothing leaves the machine.</p>`;

/** @param {Request} request @param {{ state: StripeState, isReturnAllowed: (url: string) => boolean }} needs */
export async function answerStripePage(request, { state, isReturnAllowed }) {
  const { pathname } = new URL(request.url);
  const [, , kind, id = ""] = pathname.split("/");
  const asked = request.method === "POST" ? await formOf(request) : null;
  const session = kind === "pay" ? state.sessions.get(id) : undefined;
  const portal = kind === "portal" ? state.portals.get(id) : undefined;
  if (session) {
    if (asked?.has("pay")) state.pay(session);
    if (asked) return back(asked.has("pay") ? filled(session) : session.cancel_url, isReturnAllowed);
    return html((nonce) => paymentPage(session, pathname, nonce), originOf(session.success_url));
  }
  if (portal) {
    const subscription = subscriptionOf(state, portal);
    if (asked && subscription) act(state, portal, subscription, asked);
    if (asked) return back(portal.returnUrl, isReturnAllowed);
    return html((nonce) => portalPage(portal, subscription, pathname, nonce), originOf(portal.returnUrl));
  }
  return new Response(null, { status: 404 });
}

/** @param {StripeState} state @param {Portal} portal @param {Subscription} subscription @param {URLSearchParams} asked */
function act(state, { flow }, subscription, asked) {
  if (asked.has("cancel")) state.cancelLater(subscription, true);
  if (asked.has("resume")) state.cancelLater(subscription, false);
  if (asked.has("fail")) state.renew(subscription, { fails: true });
  if (asked.has("pay")) state.payOwed(subscription);
  const [item] = flow?.subscription_update_confirm?.items ?? [];
  if (asked.has("confirm") && item) state.change(subscription, { price: item.price, quantity: Number(item.quantity) });
}

/** The newest one of the customer, or the one that was named. @param {StripeState} state @param {Portal} portal */
function subscriptionOf(state, { customer, flow }) {
  const named = flow?.subscription_cancel?.subscription ?? flow?.subscription_update_confirm?.subscription;
  const own = [...state.subscriptions.values()].filter((each) => each.customer === customer);
  return own.find(({ id }) => id === named) ?? own.at(-1);
}

/** @param {Session} session @param {string} action @param {string} nonce */
function paymentPage({ asked, status }, action, nonce) {
  const { price, quantity } = asked;
  const body =
    status === "open"
      ? `<form method="post" action="${escape(action)}">
<button name="pay" value="yes"><strong>Pay ${money(price.unit_amount * quantity)}</strong> <small>${quantity} × ${money(price.unit_amount)} a ${price.recurring.interval}</small></button>
<button class="cancel" name="back" value="yes">Back without paying</button>
</form>`
      : `<p>This page for payment is over.</p>`;
  return page({ title: "Payment, local stand-in", nonce, body: `${NOTE}<h1>Pay for Acta</h1>${body}` });
}

/** @param {Portal} portal @param {Subscription | undefined} subscription @param {string} action @param {string} nonce */
function portalPage({ flow }, subscription, action, nonce) {
  const [item] = subscription?.items.data ?? [];
  const said = item
    ? `${subscription?.status}: ${item.quantity} × ${money(item.price.unit_amount)} a ${item.price.recurring.interval}`
    : "None.";
  const buttons =
    flow?.type === "subscription_update_confirm"
      ? [["confirm", "Confirm the change"]]
      : flow?.type === "subscription_cancel"
        ? [["cancel", "Cancel the subscription"]]
        : [
            subscription?.cancel_at_period_end ? ["resume", "Do not cancel"] : ["cancel", "Cancel the subscription"],
            ["fail", "Play a renewal whose payment fails"],
            ["pay", "Pay what is owed"],
          ];
  return page({
    title: "Subscription, local stand-in",
    nonce,
    body: `${NOTE}<h1>Your subscription</h1><p>${escape(said)}</p>
<form method="post" action="${escape(action)}">
${buttons.map(([name, text]) => `<button name="${name}" value="yes">${text}</button>`).join("\n")}
<button class="cancel" name="back" value="yes">Back to Acta</button>
</form>`,
  });
}

/** Whole cents; no fraction is computed. @param {number} cents */
function money(cents) {
  const digits = String(cents).padStart(3, "0");
  return `€${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** @param {Session} session */
function filled({ success_url, id }) {
  return success_url.replace("{CHECKOUT_SESSION_ID}", id);
}

/** @param {string} url @param {(url: string) => boolean} isReturnAllowed */
function back(url, isReturnAllowed) {
  return isReturnAllowed(url)
    ? new Response(null, { status: 303, headers: { Location: url } })
    : new Response(null, { status: 400 });
}

/** @param {string} url */
function originOf(url) {
  return new URL(url.replace(/[{}]/g, "")).origin;
}

/** @param {(nonce: string) => string} render @param {string} returnOrigin */
function html(render, returnOrigin) {
  const nonce = crypto.randomUUID();
  const policy = `default-src 'none'; style-src 'nonce-${nonce}'; form-action 'self' ${returnOrigin}; frame-ancestors 'none'; base-uri 'none'`;
  return new Response(render(nonce), {
    headers: { "Content-Type": "text/html; charset=utf-8", "Content-Security-Policy": policy },
  });
}

/** Not `text()`: workerd warns of it for forms. @param {Request} request */
async function formOf(request) {
  return new URLSearchParams(new TextDecoder().decode(await request.arrayBuffer()));
}
