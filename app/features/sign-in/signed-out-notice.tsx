import { useTranslation } from "#app/i18n/use-translation.ts";
import { buttonClass } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";

type Props = {
  /** The address of sign-in, which leads back to the page. */
  address: () => string;
  onClose: () => void;
};

/** The one notice about a session that has ended, over the page and its dialogs: sign in here, or elsewhere and keep the page. */
export function SignedOutNotice({ address, onClose }: Props) {
  const { t } = useTranslation("signedOut");
  const href = address();
  return (
    <Dialog
      open
      small
      title={t("title")}
      onClose={onClose}
      footer={
        <>
          <a className={buttonClass("line", "btn--l")} href={href} target="_blank" rel="noopener noreferrer">
            {t("newTab")}
          </a>
          <a className={buttonClass("primary", "btn--l")} href={href}>
            {t("here")}
          </a>
        </>
      }
    >
      <div className="body stack">
        <p>{t("text")}</p>
        <p className="muted">{t("keep")}</p>
      </div>
    </Dialog>
  );
}
