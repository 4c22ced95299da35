import { useTranslation } from "#app/i18n/use-translation.ts";
import { Button } from "#app/ui/button.tsx";
import { Icon } from "#app/ui/icon.tsx";

/** A field that is in the template says so, and stays a button: pressing it shows the field. */
export function AddButton({ title, isIn, onAdd }: { title: string; isIn: boolean; onAdd: () => void }) {
  const { t } = useTranslation("templateBuilder");
  return (
    <Button
      kind={isIn ? "quiet" : "line"}
      aria-label={t(isIn ? "add.addedLabel" : "add.addLabel", { title })}
      onClick={onAdd}
    >
      <Icon name={isIn ? "check" : "plus"} />
      {t(isIn ? "add.added" : "add.add")}
    </Button>
  );
}
