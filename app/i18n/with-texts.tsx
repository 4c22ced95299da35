import { type ComponentType, lazy as reactLazy } from "react";
import { lazy } from "#app/i18n/lazy.ts";
import { hasTexts } from "#app/i18n/load-texts.ts";
import type { Feature } from "#app/i18n/types.ts";

const named = new WeakMap<ComponentType, readonly Feature[]>();

/**
 * A route's page, with the features whose texts it begins with. The entry loads them before it hydrates. After a navigation they
 * are usually there, because the shell loads them ahead. Otherwise the page before stays until they have come: the router draws a navigation in a
 * transition, and one that suspends changes nothing on the screen.
 */
export function withTexts(features: readonly Feature[], Page: ComponentType): ComponentType {
  const texts = lazy(async () => true, features);
  const PageOnceLoaded = reactLazy(async () => {
    await texts.keepLoading(new AbortController().signal);
    return { default: Page };
  });
  function PageWithTexts() {
    return hasTexts(features) ? <Page /> : <PageOnceLoaded />;
  }
  named.set(PageWithTexts, features);
  return PageWithTexts;
}

/** The features that a route's page names; none if it names none. */
export function textsOf(page: ComponentType): readonly Feature[] {
  return named.get(page) ?? [];
}
