import { useTranslation } from "#app/i18n/use-translation.ts";
import type { ShownConnection } from "#app/contracts/connections.ts";
import { placeOf } from "#app/features/connections/chosen-settings.ts";

type Props = { connection: ShownConnection; kind: "slack" | "notion" };

/** The place of a connection, in words. */
export function PlaceNote({ connection, kind }: Props) {
  const { t } = useTranslation("collaboration");
  const place = placeOf(connection);
  if (place === null) return <>{t(`notChosen.${kind}`)}</>;
  const name = kind === "slack" ? `#${place.name}` : place.name;
  return <>{t(`chosen.${kind}`, { name })}</>;
}
