import { useId } from "react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import type { CrmPreview } from "#app/contracts/connections.ts";
import { pathOf } from "#app/contracts/endpoint.ts";
import { connectAccount } from "#app/contracts/endpoints/connections.ts";
import type { ConnectionKind } from "#app/domain/deliveries/delivery.ts";
import { Button } from "#app/ui/button.tsx";
import { Checkbox } from "#app/ui/checkbox.tsx";

/** Companies and deals of the contacts, in the dialog that sends minutes to a CRM. */

type Related = CrmPreview["related"];
/** Ids of the companies and deals to which the minutes go. */
export type Choice = { companies: string[]; deals: string[] };

/** The choice that the preview begins with. */
export function choiceOf(related: Related | null): Choice {
  const chosen = (records: readonly { id: string; isChosen: boolean }[] = []) =>
    records.filter(({ isChosen }) => isChosen).map(({ id }) => id);
  return { companies: chosen(related?.companies), deals: chosen(related?.deals) };
}

type Props = { related: Related; choice: Choice; onChange: (choice: Choice) => void };

export function RelatedChoice({ related: { companies, deals, hasOneDeal }, choice, onChange }: Props) {
  const { t } = useTranslation("connections");
  const name = useId();
  return (
    <>
      {companies.length > 0 && (
        <fieldset className="app-related">
          <legend className="label">{t("preview.companies")}</legend>
          {companies.map((company) => (
            <Checkbox
              key={company.id}
              label={company.name}
              checked={choice.companies.includes(company.id)}
              onChange={() => onChange({ ...choice, companies: toggled(choice.companies, company.id) })}
            />
          ))}
        </fieldset>
      )}
      {deals.length > 0 && (
        <fieldset className="app-related">
          <legend className="label">{t("preview.deals")}</legend>
          {hasOneDeal && (
            <Checkbox
              type="radio"
              name={name}
              label={t("preview.noDeal")}
              checked={choice.deals.length === 0}
              onChange={() => onChange({ ...choice, deals: [] })}
            />
          )}
          {deals.map((deal) => (
            <Checkbox
              key={deal.id}
              {...(hasOneDeal && { type: "radio", name })}
              label={deal.isOpen ? deal.name : t("preview.closedDeal", { name: deal.name })}
              checked={choice.deals.includes(deal.id)}
              onChange={() => onChange({ ...choice, deals: hasOneDeal ? [deal.id] : toggled(choice.deals, deal.id) })}
            />
          ))}
        </fieldset>
      )}
    </>
  );
}

/** Said once: the account was connected when Acta did not ask for companies and deals. */
export function ConnectAgain({ kind, returnTo }: { kind: ConnectionKind; returnTo: string }) {
  const { t } = useTranslation("connections");
  const name = t(`kind.${kind}`);
  return (
    <form className="app-again" method="post" action={pathOf(connectAccount, { kind })}>
      <input type="hidden" name="returnTo" value={returnTo} />
      <p className="note">{t("preview.connectAgain", { kind: name })}</p>
      <Button type="submit" aria-label={t("againOne", { kind: name })}>
        {t("again")}
      </Button>
    </form>
  );
}

function toggled(ids: readonly string[], id: string): string[] {
  return ids.includes(id) ? ids.filter((one) => one !== id) : [...ids, id];
}
