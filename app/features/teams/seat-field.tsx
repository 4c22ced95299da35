import { useTranslation } from "#app/i18n/use-translation.ts";
import { MAIL_ADDRESS_CHARS_MAX } from "#app/domain/limits/mail.ts";
import { Button } from "#app/ui/button.tsx";
import { Field } from "#app/ui/field.tsx";
import { focusNextRow } from "#app/ui/focus-next-row.ts";
import { Icon } from "#app/ui/icon.tsx";

type SeatFieldProps = {
  number: number;
  email: string;
  /** The reader's own address. */
  isOwn: boolean;
  problem: "same-email" | "email-format" | null;
  onWrite: (email: string) => void;
  onRemove: () => void;
};

/** The address of one seat, which can be taken out. */
export function SeatField({ number, email, isOwn, problem, onWrite, onRemove }: SeatFieldProps) {
  const { t } = useTranslation("seats");
  const error = problem === null ? null : t(problem === "same-email" ? "error.same" : "error.format");
  return (
    <li>
      <Field label={t(isOwn ? "yours" : "seat", { number })} error={error}>
        {(wiring) => (
          <div className="row">
            <input
              {...wiring}
              className="input"
              type="email"
              autoComplete="off"
              placeholder={t("example")}
              maxLength={MAIL_ADDRESS_CHARS_MAX}
              value={email}
              onChange={({ target }) => onWrite(target.value)}
            />
            <Button
              kind="quiet"
              icon
              className="muted"
              aria-label={t("remove", { number })}
              onClick={({ currentTarget }) => {
                focusNextRow(currentTarget);
                onRemove();
              }}
            >
              <Icon name="close" />
            </Button>
          </div>
        )}
      </Field>
    </li>
  );
}
