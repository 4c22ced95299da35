import { useTranslation } from "#app/i18n/use-translation.ts";
import type { Line } from "#app/domain/summary/edits/line.ts";
import type { Editing } from "#app/features/meeting/edit/minutes/use-editing.ts";
import { Icon } from "#app/ui/icon.tsx";

type Props = { label: string; fieldKey: string; line: Line; editing: Editing; fixed?: boolean };

/**
 * Away; and while one works in the line, up and down, over what stands below. Alt with an arrow moves a line as well. `fixed`: its
 * place cannot be changed.
 */
export function LineTools({ label, fieldKey, line, editing, fixed = false }: Props) {
  const { t } = useTranslation("edit");
  const tool = "btn btn--quiet btn--icon muted";
  return (
    <div className="edit__tools">
      <button
        className={tool}
        type="button"
        aria-label={t("remove", { line: label })}
        onClick={() => editing.remove(fieldKey, line.id)}
      >
        <Icon name="close" />
      </button>
      {!fixed && (
        <span className="edit__moves">
          <button
            className={tool}
            type="button"
            aria-label={t("up", { line: label })}
            onClick={() => editing.move(fieldKey, line.id, -1)}
          >
            <Icon name="up" />
          </button>
          <button
            className={tool}
            type="button"
            aria-label={t("down", { line: label })}
            onClick={() => editing.move(fieldKey, line.id, 1)}
          >
            <Icon name="down" />
          </button>
        </span>
      )}
    </div>
  );
}
