import type { ReactNode } from "react";
import { Icon } from "#app/ui/icon.tsx";

type Props = { name: string; price: ReactNode; note: string; features: readonly string[]; choice: ReactNode };

/** A plan: its name, price, content and button. */
export function PlanColumn({ name, price, note, features, choice }: Props) {
  return (
    <li>
      <h2>{name}</h2>
      <p className="price num">{price}</p>
      <p className="note muted num">{note}</p>
      <ul className="feats">
        {features.map((feature) => (
          <li key={feature}>
            <Icon name="check" className="muted" />
            <span>{feature}</span>
          </li>
        ))}
      </ul>
      {choice}
    </li>
  );
}
