import { useTranslation } from "#app/i18n/use-translation.ts";
import { BASIC_SYSTEM, type FieldType, type TemplateField } from "#app/domain/template/template.ts";

type Named = { id: string | null; name: string };
type Titled = { title: string | null; type: FieldType | null };

const BASIC_TYPES = ["summary", "keypoints", "keywords", "bullets", "tasks"] as const;

/** Names of templates, titles and prompts of fields as pages show them: those of Basic system are texts of the interface. */
export function useTemplateNames() {
  const { t } = useTranslation("templates");
  return {
    nameOf: ({ id, name }: Named) => (id === null ? t("basicSystem") : name),
    titleOf: ({ title, type }: Titled): string => {
      if (title !== null && title.trim() !== "") return title;
      return title === null && type !== null ? t(`type.${type}`) : t("untitled");
    },
    promptOf: ({ title, type, prompt }: TemplateField): string => {
      const basic = title === null ? BASIC_TYPES.find((each) => each === type) : undefined;
      const isKept = BASIC_SYSTEM.fields.some((field) => field.type === basic && field.prompt === prompt);
      return basic !== undefined && isKept ? t(`basicPrompt.${basic}`) : prompt;
    },
    typeOf: (type: FieldType | null) => (type === null ? "" : t(`type.${type}`)),
  };
}
