import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { Link, useLoaderData } from "@remix-run/react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { AppsSection } from "#app/features/apps/apps-section.tsx";
import { ConnectionsSection } from "#app/features/connections/connections-section.tsx";
import { FeedsSection } from "#app/features/feeds/feeds-section.tsx";
import { KeysSection } from "#app/features/keys/keys-section.tsx";
import { WebhooksSection } from "#app/features/webhooks/webhooks-section.tsx";
import type { TitleHandle } from "#app/i18n/page-title.ts";
import { withTexts } from "#app/i18n/with-texts.tsx";
import { readIntegrations } from "#app/server/account/read-integrations.ts";
import { requireUser } from "#app/server/identity/session.ts";
import { onlyRead } from "#app/server/http/error-response.ts";
import { Icon } from "#app/ui/icon.tsx";
import { Page } from "#app/ui/page.tsx";

export const handle: TitleHandle = { title: "settings:integrations.heading" };

export async function loader({ request, context: { services } }: LoaderFunctionArgs) {
  const { actor } = await requireUser(request, services);
  return readIntegrations(services, actor);
}

export const action = onlyRead;

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

export default withTexts(
  ["settings", "connections", "collaboration", "webhooks", "apiKeys", "apps", "feeds"],
  SettingsIntegrations,
);
