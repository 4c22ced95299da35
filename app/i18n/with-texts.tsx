import type { ComponentType } from "react";
import { lazy } from "#app/i18n/lazy.ts";
import { hasTexts } from "#app/i18n/load-texts.ts";
import type { Feature } from "#app/i18n/types.ts";
import { useLazy } from "#app/i18n/use-lazy.tsx";

const named = new WeakMap<ComponentType, readonly Feature[]>();

/**
 * A route's page, with the features whose texts it begins with. The entry loads them before it hydrates. After a navigation they
 * are usually there, because the shell loads them ahead; otherwise the page appears when they have come.
 */
export function withTexts(features: readonly Feature[], Page: ComponentType): ComponentType {
  const texts = lazy(async () => true, features);
  function PageWithTexts() {
    const isHere = hasTexts(features);
    const { value } = useLazy(texts, { isWanted: !isHere });
    return isHere || value ? <Page /> : null;
  }
  named.set(PageWithTexts, features);
  return PageWithTexts;
}

/** The features that a route's page names; none if it names none. */
export function textsOf(page: ComponentType): readonly Feature[] {
  return named.get(page) ?? [];
}
