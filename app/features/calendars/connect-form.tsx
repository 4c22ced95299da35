import { useTranslation } from "#app/i18n/use-translation.ts";
import { connectCalendarAccount } from "#app/contracts/endpoints/calendars.ts";
import { type ConsentProvider, PROVIDER_PATHS } from "#app/domain/calendar/calendar.ts";
import { pathOf } from "#app/contracts/endpoint.ts";
import { Button, type ButtonKind } from "#app/ui/button.tsx";

type Props = {
  provider: ConsentProvider;
  /** Page of Acta that the browser comes back to. */
  returnTo: string;
  kind?: ButtonKind;
  /** As wide as its column. */
  wide?: boolean;
  /** Other words than "Connect …", with what a screen reader says. */
  text?: { shown: string; named: string };
};

const GLYPHS: Record<ConsentProvider, string> = { google: "G", microsoft: "M" };
const CONNECT = { google: "connectGoogle", microsoft: "connectOutlook" } as const satisfies Record<
  ConsentProvider,
  string
>;

/** A plain form: consent is a whole navigation, and works without JavaScript. */
export function ConnectForm({ provider, returnTo, kind = "line", wide = false, text }: Props) {
  const { t } = useTranslation("calendars");
  return (
    <form method="post" action={pathOf(connectCalendarAccount, { provider: PROVIDER_PATHS[provider] })}>
      <input type="hidden" name="returnTo" value={returnTo} />
      <Button type="submit" kind={kind} large={wide} wide={wide} aria-label={text?.named}>
        {text === undefined && (
          <span className="glyph" aria-hidden="true">
            {GLYPHS[provider]}
          </span>
        )}
        {text?.shown ?? t(CONNECT[provider])}
      </Button>
    </form>
  );
}
