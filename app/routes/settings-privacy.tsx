import type { LinksFunction, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { KEEP_EVERYTHING } from "#app/domain/privacy/retention.ts";
import styles from "#app/features/settings/privacy-settings.css?url";
import { PrivacySettings } from "#app/features/settings/privacy-settings.tsx";
import { lazy } from "#app/i18n/lazy.ts";
import type { TitleHandle } from "#app/i18n/page-title.ts";
import { withTexts } from "#app/i18n/with-texts.tsx";
import { readDefault } from "#app/server/account/retention-default.ts";
import { requireUser } from "#app/server/identity/session.ts";
import { onlyRead, orUnavailable } from "#app/server/http/error-response.ts";
import { readOwnRetention } from "#app/server/meetings/set-retention.ts";
import { readSavedVoices } from "#app/server/voices/saved-voices.ts";
import { foreseeLeaving } from "#app/server/teams/leave-teams.ts";

export const handle: TitleHandle = { title: "privacy:title" };

export const links: LinksFunction = () => [{ rel: "stylesheet", href: styles }];

export async function loader({ request, context: { services } }: LoaderFunctionArgs) {
  const { actor, user } = await requireUser(request, services);
  const setting = await readDefault(services.db, actor.workspaceId);
  const asked = new URL(request.url).searchParams.get("meeting");
  const meeting = await orUnavailable(services, readOwnRetention(services, actor, asked));
  return {
    userId: user.id,
    name: user.name,
    email: user.email,
    rule: setting?.rule ?? KEEP_EVERYTHING,
    meeting,
    voices: await readSavedVoices(services, actor),
    team: await foreseeLeaving(services.db, actor.userId),
  };
}

export const action = onlyRead;

const forgetting = lazy(async () => (await import("#app/features/here/spool/forget-recordings.ts")).forgetRecordingsOf);

function SettingsPrivacy() {
  const { userId, ...settings } = useLoaderData<typeof loader>();
  const forgetRecordings = async () => (await forgetting.load())(userId);
  return <PrivacySettings {...settings} onDeleted={forgetRecordings} />;
}

export default withTexts(["privacy"], SettingsPrivacy);
