import { createHash, randomBytes } from "node:crypto";
import type { APIRequestContext } from "@playwright/test";
import { awake, expect, loaded, test } from "#tests/e2e/acta-test.ts";
import { looksSound } from "#tests/e2e/looks-sound.ts";

/** §2, integrations: an assistant is connected on the consent page, and disconnected in the settings. */

const LONG = "Assistant-for-the-minutes-of-the-clinics-in-Figueres-Girona-and-Perpignan-2026-November";
const CALLBACK = "https://assistant-of-the-clinics.example/oauth/callback";

/** An app as it registers itself, and its request: the address that it opens in the person's browser. */
async function register(requests: APIRequestContext) {
  const registered = await requests.post("/oauth/register", { data: { client_name: LONG, redirect_uris: [CALLBACK] } });
  const { client_id: clientId } = (await registered.json()) as { client_id: string };
  const verifier = randomBytes(32).toString("base64url");
  const query = new URLSearchParams({
    response_type: "code",
    client_id: clientId,
    redirect_uri: CALLBACK,
    code_challenge: createHash("sha256").update(verifier).digest("base64url"),
    code_challenge_method: "S256",
    state: "of this test",
  });
  return { path: `/oauth/authorize?${query.toString()}`, clientId, verifier };
}

test("an assistant is allowed by keyboard, reads, and is disconnected in the settings", async ({
  page,
  context,
  signInAs,
}) => {
  const { path, clientId, verifier } = await register(context.request);
  await page.route("https://assistant-of-the-clinics.example/**", (route) =>
    route.fulfill({ contentType: "text/html", body: "<title>Assistant</title>Connected." }),
  );

  await signInAs("laia");
  await page.goto(path);
  await awake(page);
  const name = LONG.slice(0, 80);
  await expect(page.getByRole("heading", { level: 1, name: `Connect “${name}” to your meetings?` })).toBeVisible();
  await expect(page.getByText("assistant-of-the-clinics.example")).toBeVisible();
  await expect(page.getByText("laia.coll@clinica-girona.example")).toBeVisible();
  const changes = page.getByRole("checkbox", { name: "Also let it mark tasks as done and change titles" });
  await expect(changes).not.toBeChecked();
  await looksSound(page, "consent");
  await changes.focus();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("button", { name: "Allow", exact: true })).toBeFocused();
  await page.keyboard.press("Enter");
  await page.waitForURL(`${CALLBACK}?**`);
  const back = new URL(page.url()).searchParams;
  expect(back.get("state")).toBe("of this test");

  const exchanged = await context.request.post("/oauth/token", {
    form: {
      grant_type: "authorization_code",
      client_id: clientId,
      redirect_uri: CALLBACK,
      code: back.get("code") ?? "",
      code_verifier: verifier,
    },
  });
  const { access_token: token, scope } = (await exchanged.json()) as { access_token: string; scope: string };
  expect(scope).toBe("read");
  const ping = () =>
    context.request.post("/mcp", {
      data: { jsonrpc: "2.0", id: 1, method: "ping" },
      headers: { Authorization: `Bearer ${token}`, Accept: "application/json, text/event-stream" },
    });
  expect((await ping()).status()).toBe(200);

  await page.goto("/settings/integrations#connected-apps");
  await awake(page);
  const section = page.getByRole("region", { name: "Connected apps" });
  const row = section.getByRole("listitem").filter({ hasText: name });
  await expect(row).toContainText("assistant-of-the-clinics.example, can read, connected");
  await expect(row).toContainText("last used");
  await section.evaluate((node) => node.scrollIntoView());
  await looksSound(page, "apps");
  const disconnect = row.getByRole("button", { name: `Disconnect “${name}”` });
  await loaded(disconnect);
  await disconnect.press("Enter");
  const asked = page.getByRole("dialog", { name: "Disconnect this app?" });
  await expect(asked.getByText("It loses access to your meetings at once.")).toBeVisible();
  await looksSound(page, "disconnect-dialog");
  await page.keyboard.press("Escape");
  await disconnect.press("Enter");
  await asked.getByRole("button", { name: "Disconnect" }).press("Enter");
  await expect(page.getByText("App disconnected.", { exact: true })).toBeVisible();
  await expect(row).toBeHidden();
  expect((await ping()).status()).toBe(401);

  await section.getByRole("link", { name: "How to connect an assistant" }).press("Enter");
  await expect(page).toHaveURL("/api/docs/mcp");
  await expect(page.getByRole("heading", { level: 1, name: "Connect an assistant" })).toBeVisible();
  for (const [assistant, step] of [
    ["Claude", "claude mcp add --transport http acta"],
    ["ChatGPT", "create a connector with the address"],
    ["Cursor", '"mcpServers"'],
  ] as const) {
    await expect(page.getByRole("region", { name: assistant, exact: true })).toContainText(step);
  }
  await expect(page.getByText("read_transcript", { exact: true })).toBeVisible();
  await looksSound(page, "help");
});

test("a link with an app that is not registered leads nowhere", async ({ page, expectedErrors }) => {
  expectedErrors.push("400 (Bad Request)");
  await page.goto(`/oauth/authorize?client_id=nobody&redirect_uri=${encodeURIComponent(CALLBACK)}`);
  await awake(page);
  await expect(page.getByRole("heading", { level: 1, name: "This app is not registered" })).toBeVisible();
  await expect(page.getByRole("main").getByRole("link")).toHaveCount(1);
  await looksSound(page, "consent-unknown");
});
