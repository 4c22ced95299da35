import { useTranslation } from "react-i18next";
import type { DateTimePickerTexts } from "#app/ui/date-time-picker/date-time-picker.tsx";

/** The date control's words. 'Hora:' and the alert are the specification's. */
export function useDateTexts(): DateTimePickerTexts {
  const { t } = useTranslation("upload");
  return {
    label: t("field.dateAndTime"),
    choose: t("date.choose"),
    hour: t("date.hour"),
    times: t("date.times"),
    previousMonth: t("date.previousMonth"),
    nextMonth: t("date.nextMonth"),
    selectTimeFirst: t("date.selectTimeFirst"),
    midnight: t("date.midnight"),
  };
}
