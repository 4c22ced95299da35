/** The page about receiving webhooks. Names in the menus of other products are English, as they are there. */
export const webhookDocs = {
  title: "Receive webhooks",
  lead: "Recipes for Zapier, Make and n8n, and what a program of your own needs to know.",
  settings: "Add a webhook",
  message: {
    heading: "A message",
    text: "Acta sends a POST with JSON. It has ids and links only, unless you choose titles, tasks and minutes for the webhook.",
  },
  rules: {
    heading: "Rules",
    answer: "Answer with a status from 200 to 299 within 15 seconds. Do the work afterwards.",
    twice: "A message can arrive twice, always with the same webhook-id. Keep the ids of four days.",
    order: "The messages of one meeting arrive in order.",
    tries:
      "After any other answer Acta tries again for three days. After 403 and 404 it tries for an hour. A redirect or another status from 400 to 499 ends the tries at once, except 408, 409, 425 and 429.",
    address: "The address begins with https, uses port 443 and has a public name. Acta follows no redirect.",
  },
  verify: {
    heading: "Verify a message",
    text: "Messages are signed as Standard Webhooks describes. Its library takes the raw body, the headers and the secret that Acta showed once:",
    own: "Without the library: the header webhook-signature holds “v1,” and the Base64 of HMAC-SHA-256 over webhook-id, a dot, webhook-timestamp, a dot and the body. The key is the part of the secret after whsec_, decoded from Base64.",
  },
  zapier: {
    trigger: "Make a Zap with the trigger “Webhooks by Zapier” and the event “Catch Hook”. Copy its address.",
    add: "In Acta add a webhook with this address. Choose events and content, and keep the secret.",
    test: "Press “Send a test” in Acta, then “Test trigger” in Zapier.",
    filter:
      "If you chose several events, add a filter on type. Then add your actions. Fields have names like data__meeting__url.",
    verify: "To verify signatures, take “Catch Raw Hook” and a step “Code by Zapier”.",
  },
  make: {
    module: "Add the module “Webhooks”, “Custom webhook”. Copy its address into a new webhook in Acta.",
    structure:
      "Press “Redetermine data structure” in Make and “Send a test” in Acta. Do so again with a real event, so that Make learns its fields.",
    verify:
      'To verify signatures, switch on “Get request headers” and compare with the function sha256(text; "base64"; key; "base64").',
  },
  n8n: {
    node: "Add the node “Webhook” with the method POST, no authentication, the answer “Immediately” and the option “Raw Body”. Activate the workflow and copy its production address.",
    add: "In Acta add a webhook with this address and press “Send a test”.",
    verify:
      "To verify signatures, use the node “Code”: the key is the decoded secret, which “Crypto” takes as text only.",
  },
} as const;
