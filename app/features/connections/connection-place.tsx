import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { ShownConnection } from "#app/contracts/connections.ts";
import { placeOf } from "#app/features/connections/chosen-settings.ts";
import { PlaceDialog } from "#app/features/connections/place-dialog.tsx";
import { Button } from "#app/ui/button.tsx";
import { useToast } from "#app/ui/toast.tsx";

type Props = {
  connection: ShownConnection;
  kind: "slack" | "notion";
  /** The text of the button: the row says what it changes. */
  label: string;
  onSaved: (connection: ShownConnection) => void;
};

/** Where the minutes of a connection go, in words. */
export function PlaceNote({ connection, kind }: Pick<Props, "connection" | "kind">) {
  const { t } = useTranslation("collaboration");
  const place = placeOf(connection);
  if (place === null) return <>{t(`notChosen.${kind}`)}</>;
  const name = kind === "slack" ? `#${place.name}` : place.name;
  return <>{t(`chosen.${kind}`, { name })}</>;
}

/** The way to the choice of another channel or database. */
export function PlaceButton({ connection, kind, label, onSaved }: Props) {
  const { t } = useTranslation("collaboration");
  const toast = useToast();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>{label}</Button>
      {isOpen && (
        <PlaceDialog
          connection={connection}
          kind={kind}
          onClose={() => setOpen(false)}
          onSaved={(saved) => {
            setOpen(false);
            toast("done", t("saved"));
            onSaved(saved);
          }}
        />
      )}
    </>
  );
}
