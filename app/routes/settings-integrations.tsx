import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { Link, useLoaderData } from "@remix-run/react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { lazyPart } from "#app/i18n/lazy-part.tsx";
import { lazy } from "#app/i18n/lazy.ts";
import type { TitleHandle } from "#app/i18n/page-title.ts";
import { withTexts } from "#app/i18n/with-texts.tsx";
import { readIntegrations } from "#app/server/account/read-integrations.ts";
import { requireUser } from "#app/server/identity/session.ts";
import { onlyRead } from "#app/server/http/error-response.ts";
import { Icon } from "#app/ui/icon.tsx";
import { Page } from "#app/ui/page.tsx";
// With the page, so that nothing moves when a section's script has come.
import "#app/features/apps/apps.css";
import "#app/features/connections/connections.css";
import "#app/features/feeds/feeds.css";
import "#app/features/keys/keys.css";
import "#app/features/webhooks/webhooks.css";

export const handle: TitleHandle = { title: "settings:integrations.heading" };

export async function loader({ request, context: { services } }: LoaderFunctionArgs) {
  const { actor } = await requireUser(request, services);
  return readIntegrations(services, actor);
}

export const action = onlyRead;

// The sections with their texts are a third of the page.
const ConnectionsSection = lazyPart(
  lazy(
    async () => (await import("#app/features/connections/connections-section.tsx")).ConnectionsSection,
    ["connections", "collaboration"],
  ),
  { isAbove: true },
);
const KeysSection = lazyPart(
  lazy(async () => (await import("#app/features/keys/keys-section.tsx")).KeysSection, ["apiKeys"]),
  { isAbove: true },
);
const AppsSection = lazyPart(
  lazy(async () => (await import("#app/features/apps/apps-section.tsx")).AppsSection, ["apps"]),
  { isAbove: true },
);
const WebhooksSection = lazyPart(
  lazy(async () => (await import("#app/features/webhooks/webhooks-section.tsx")).WebhooksSection, ["webhooks"]),
  { isAbove: true },
);
const FeedsSection = lazyPart(
  lazy(async () => (await import("#app/features/feeds/feeds-section.tsx")).FeedsSection, ["feeds"]),
);

function SettingsIntegrations() {
  const { connections, webhooks, keys, apps, feeds, now } = useLoaderData<typeof loader>();
  const { t } = useTranslation(["settings", "common"]);
  const above = (
    <Link className="crumb note" to="/settings#integrations">
      <Icon name="previous" />
      {t("common:menu.settings")}
    </Link>
  );
  return (
    <Page title={t("integrations.heading")} above={above} className="parts settings">
      <div className="block--s">
        <ConnectionsSection initial={connections} />
        <KeysSection initial={{ keys }} now={now} />
        <AppsSection initial={{ apps }} />
        <WebhooksSection initial={webhooks} />
        <FeedsSection initial={feeds} />
      </div>
    </Page>
  );
}

export default withTexts(["settings"], SettingsIntegrations);
