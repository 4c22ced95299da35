import type { CrmKind } from "#app/domain/deliveries/crm-kind.ts";

/** A CRM that takes minutes: one adapter each, and one account of it at a time. */

export type CrmContact = { id: string; name: string; url: string };

/** A field of a contact that takes text. */
export type CrmProperty = { name: string; label: string };

/** A company or a deal, and those of the contacts that it belongs to. */
type RelatedRecord = { id: string; name: string; url: string; contactIds: string[] };
/** `isMain`: the one company of a contact that minutes go to where nobody chose. */
export type CrmCompany = RelatedRecord & { isMain: boolean };
export type CrmDeal = RelatedRecord & { isOpen: boolean };
/** `isAllowed`: false where the account was connected without the permission for one of the two, which is empty then. */
export type CrmRelated = { companies: CrmCompany[]; deals: CrmDeal[]; isAllowed: boolean };

/**
 * Something that Acta writes at a CRM for a meeting. `html` is safe: all words in it are escaped. Times are epoch ms. `dueDay` is a day in
 * the meeting's time zone, "2026-12-01", and `dueAt` a time on it. `ownerId`: the user of the CRM whose task it is, where one is known.
 */
export type CrmEntry =
  | { what: "note"; title: string; html: string; at: number }
  | { what: "meeting"; title: string; html: string; startsAt: number; endsAt: number }
  | {
      what: "task";
      title: string;
      html: string;
      dueDay: string | null;
      dueAt: number;
      isDone: boolean;
      ownerId: string | null;
    };
export type CrmEntryType = CrmEntry["what"];

/** Companies and deals that Acta took an entry to before, and that the person does not want any more. */
export type DroppedRecords = { companies: string[]; deals: string[] };

/**
 * The contacts, companies and deals of an entry, and the mark in its text. `restores`: what a person has deleted there is made again, where
 * an entry has a part for each contact.
 */
export type EntryPlace = {
  contactIds: string[];
  companies: Pick<CrmCompany, "id" | "contactIds">[];
  deals: Pick<CrmDeal, "id" | "contactIds">[];
  dropped: DroppedRecords;
  mark: string;
  restores: boolean;
};

/** Throws UpstreamError for what the CRM does; a refused token is 401. */
export interface CrmAccount {
  /** The contacts that have one of these addresses, at most CRM_CONTACTS_MAX. */
  findContacts(emails: readonly string[]): Promise<CrmContact[]>;
  /** The contacts of these ids that exist. */
  readContacts(ids: readonly string[]): Promise<CrmContact[]>;
  /** The companies and deals of these contacts; open deals first, then the newest. At most CRM_RELATED_MAX of each. */
  findRelated(contactIds: readonly string[]): Promise<CrmRelated>;
  /** The users of the CRM by these addresses, in lower case. Empty where the account was connected without the permission. */
  findOwners(emails: readonly string[]): Promise<Map<string, string>>;
  listProperties(): Promise<CrmProperty[]>;
  /** Entries of a type on one of these contacts, or on any, whose text has a word. A CRM's index may be some seconds late. */
  findEntries(what: CrmEntryType, word: string, contactIds: readonly string[]): Promise<{ id: string; html: string }[]>;
  create(entry: CrmEntry, on: EntryPlace): Promise<string>;
  /** The entry's id from now on, which may be another one. Null where a person has deleted it there. */
  update(id: string, entry: CrmEntry, on: EntryPlace): Promise<string | null>;
  setProperties(contactIds: readonly string[], values: Readonly<Record<string, string>>): Promise<void>;
  /** The address that opens a note. */
  noteUrl(noteId: string, contactId: string): string;
}

export interface Crm {
  /** An entry belongs to one deal at the most. */
  hasOneDeal: boolean;
  account(of: {
    accountId: string;
    /** A token that the CRM accepts. `fresh`: the one in hand was refused. Null where the person must connect again. */
    access: (fresh?: boolean) => Promise<string | null>;
    signal: AbortSignal;
  }): CrmAccount;
}

/** CRMs that are configured here. */
export type Crms = Partial<Record<CrmKind, Crm>>;

/** The settings of an adapter. `loginOrigin`: where people of the company sign in, if it is another place. `localOrigin`: the stand-ins of one machine; null: the real CRM. */
export type CrmClient = {
  clientId: string;
  clientSecret: string;
  redirectUri: string;
  loginOrigin: string | null;
  localOrigin: string | null;
};
