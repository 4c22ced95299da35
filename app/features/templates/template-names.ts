import { useTranslation } from "#app/i18n/use-translation.ts";
import type { FieldType } from "#app/domain/template/template.ts";

type Named = { id: string | null; name: string };
type Titled = { title: string | null; type: FieldType | null };

/** Names of templates and titles of fields as pages show them: those of Basic system are texts of the interface. */
export function useTemplateNames() {
  const { t } = useTranslation("templates");
  return {
    nameOf: ({ id, name }: Named) => (id === null ? t("basicSystem") : name),
    titleOf: ({ title, type }: Titled): string => {
      if (title !== null && title.trim() !== "") return title;
      return title === null && type !== null ? t(`type.${type}`) : t("untitled");
    },
    typeOf: (type: FieldType | null) => (type === null ? "" : t(`type.${type}`)),
  };
}
