import type { TFunction } from "i18next";
import type { ReactElement } from "react";
import { Trans } from "react-i18next";
import type { Features, KeyOf, Translate, ValuesFor } from "#app/i18n/translate.ts";

type Props<Names extends Features, Key extends KeyOf<Names>> = {
  t: Translate<Names>;
  text: Key;
  values?: ValuesFor<Names, Key>;
  /** By the name of the tag in the text: "<mark>…</mark>". */
  components: Record<string, ReactElement>;
};

/** A text with elements in it. */
export function RichText<Names extends Features, Key extends KeyOf<Names>>(props: Props<Names, Key>) {
  const { t, text, values, components } = props;
  const given = values === undefined ? {} : { values };
  return <Trans t={t as unknown as TFunction} i18nKey={text} components={components} {...given} />;
}
