import { useLocation, useNavigate } from "@remix-run/react";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { useToast } from "#app/ui/toast.tsx";

const SAVED_PARAMETER = "saved";

/**
 * The language's form comes back as a whole new page, with `?saved=language`: it is said once, and the address forgets it, so
 * that nothing is said again on a reload.
 */
export function useSavedToast(): void {
  const { t } = useTranslation("settings");
  const toast = useToast();
  const navigate = useNavigate();
  const { pathname, search, hash } = useLocation();
  useEffect(() => {
    const parameters = new URLSearchParams(search);
    if (parameters.get(SAVED_PARAMETER) !== "language") return;
    toast("done", t("language.saved"));
    parameters.delete(SAVED_PARAMETER);
    navigate({ pathname, search: parameters.toString(), hash }, { replace: true, preventScrollReset: true });
  }, [search, pathname, hash, navigate, toast, t]);
}
