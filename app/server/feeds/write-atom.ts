import { escapeXml } from "#app/server/exports/escape-xml.ts";

/**
 * Writes an Atom feed (RFC 4287). Entries have a title and a link, and no content. A link to the feed itself is left out: readers pass on
 * what a feed says of itself, and its address is a secret.
 */

type Atom = {
  id: string;
  title: string;
  locale: string;
  /** The page that the feed belongs to. */
  home: string;
  /** When a feed without entries changed last. */
  madeAt: number;
  entries: readonly { page: string; title: string; updatedAt: number }[];
};

export function writeAtom({ id, title, locale, home, madeAt, entries }: Atom): string {
  const updatedAt = entries.reduce((latest, entry) => Math.max(latest, entry.updatedAt), madeAt);
  return [
    '<?xml version="1.0" encoding="utf-8"?>',
    `<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${escapeXml(locale)}">`,
    `<id>${escapeXml(id)}</id>`,
    `<title>${escapeXml(title)}</title>`,
    `<updated>${moment(updatedAt)}</updated>`,
    `<link rel="alternate" type="text/html" href="${escapeXml(home)}"/>`,
    "<author><name>Acta</name></author>",
    "<generator>Acta</generator>",
    ...entries.map(
      (entry) =>
        `<entry><id>${escapeXml(entry.page)}</id><title>${escapeXml(entry.title)}</title>` +
        `<updated>${moment(entry.updatedAt)}</updated>` +
        `<link rel="alternate" type="text/html" href="${escapeXml(entry.page)}"/></entry>`,
    ),
    "</feed>",
    "",
  ].join("\n");
}

const moment = (at: number) => new Date(at).toISOString();
