import * as z from "zod";
import { CRM_RELATED_MAX } from "#app/domain/limits/deliveries.ts";
import type { AskAccount } from "#app/server/adapters/crm/crm-requests.ts";
import { query, soqlList } from "#app/server/adapters/crm/salesforce/soql.ts";
import type { CrmAccount, CrmCompany, CrmDeal } from "#app/server/ports/crm.ts";

/** Accounts, opportunities and users at Salesforce: the companies, deals and owners of entries. */

/** The account is null where the person may not see it. */
const membership = z.object({
  Id: z.string(),
  AccountId: z.string(),
  Account: z.object({ Name: z.string() }).nullable(),
});
const role = z.object({
  ContactId: z.string(),
  OpportunityId: z.string(),
  Opportunity: z.object({ Name: z.string(), IsClosed: z.boolean() }).nullable(),
});
const opportunity = z.object({ Id: z.string(), Name: z.string(), IsClosed: z.boolean(), AccountId: z.string() });
const user = z.object({ Id: z.string(), Email: z.string() });

const LISTED_MAX = 200;

export function salesforceRelated(
  ask: AskAccount,
  recordUrl: (id: string) => string,
): Pick<CrmAccount, "findRelated" | "findOwners"> {
  return {
    /** Leads have neither. What the person may not see at Salesforce is not there, and no new consent would bring it. */
    async findRelated(contactIds) {
      if (contactIds.length === 0) return { companies: [], deals: [], isAllowed: true };
      const companies = await findAccounts(contactIds);
      return { companies, deals: await findOpportunities(contactIds, companies), isAllowed: true };
    },

    /** An address of two active users is left out. */
    async findOwners(emails) {
      if (emails.length === 0) return new Map();
      const where = `Email IN ${soqlList(emails)} AND IsActive = true AND UserType = 'Standard'`;
      const rows = await query(ask, `SELECT Id, Email FROM User WHERE ${where} LIMIT ${LISTED_MAX}`, user);
      const ofEmail = (email: string) => rows.filter((row) => row.Email.toLowerCase() === email);
      return new Map(
        emails.flatMap((email) => {
          const [one, ...others] = ofEmail(email);
          return one !== undefined && others.length === 0 ? [[email, one.Id] as const] : [];
        }),
      );
    },
  };

  /** The account of each contact. */
  async function findAccounts(contactIds: readonly string[]): Promise<CrmCompany[]> {
    const where = `Id IN ${soqlList(contactIds)} AND AccountId != null`;
    const soql = `SELECT Id, AccountId, Account.Name FROM Contact WHERE ${where} LIMIT ${LISTED_MAX}`;
    const companies = new Map<string, CrmCompany>();
    for (const { Id, AccountId, Account } of await query(ask, soql, membership)) {
      const known = companies.get(AccountId);
      if (known !== undefined) known.contactIds.push(Id);
      else if (Account !== null) {
        const url = recordUrl(AccountId);
        companies.set(AccountId, { id: AccountId, name: Account.Name, url, contactIds: [Id], isMain: true });
      }
    }
    return [...companies.values()].slice(0, CRM_RELATED_MAX);
  }

  /** Those in which a contact has a role, and the open ones of the accounts: many companies name no roles. */
  async function findOpportunities(
    contactIds: readonly string[],
    companies: readonly CrmCompany[],
  ): Promise<CrmDeal[]> {
    const deals = new Map<string, CrmDeal>();
    const add = (id: string, { name, isOpen }: { name: string; isOpen: boolean }, ofContacts: readonly string[]) => {
      const known = deals.get(id);
      const contactIdsOf = [...new Set([...(known?.contactIds ?? []), ...ofContacts])];
      deals.set(id, { id, name, url: recordUrl(id), contactIds: contactIdsOf, isOpen });
    };
    const newest = "ORDER BY Opportunity.LastModifiedDate DESC";
    const roles = `SELECT ContactId, OpportunityId, Opportunity.Name, Opportunity.IsClosed FROM OpportunityContactRole WHERE ContactId IN ${soqlList(contactIds)} ${newest} LIMIT ${LISTED_MAX}`;
    for (const { ContactId, OpportunityId, Opportunity } of await query(ask, roles, role)) {
      if (Opportunity === null) continue;
      add(OpportunityId, { name: Opportunity.Name, isOpen: !Opportunity.IsClosed }, [ContactId]);
    }
    if (companies.length > 0) {
      const where = `AccountId IN ${soqlList(companies.map(({ id }) => id))} AND IsClosed = false`;
      const open = `SELECT Id, Name, IsClosed, AccountId FROM Opportunity WHERE ${where} ORDER BY LastModifiedDate DESC LIMIT ${CRM_RELATED_MAX}`;
      for (const { Id, Name, IsClosed, AccountId } of await query(ask, open, opportunity)) {
        const company = companies.find(({ id }) => id === AccountId);
        add(Id, { name: Name, isOpen: !IsClosed }, company?.contactIds ?? []);
      }
    }
    const openFirst = [...deals.values()].toSorted((one, other) => Number(other.isOpen) - Number(one.isOpen));
    return openFirst.slice(0, CRM_RELATED_MAX);
  }
}
