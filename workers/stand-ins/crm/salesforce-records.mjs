/**
 * The records of the stand-in for Salesforce: ids of 18 characters with their checksum, fields that can be written and their limits, and the
 * errors of the real one, which are lists.
 *
 * @typedef {{ Id: string, [field: string]: unknown }} SalesforceRecord
 * @typedef {{ errorCode: string, message: string, fields?: string[] }} Problem
 */

/** The beginning of the ids of each type. */
const PREFIXES = /** @type {const} */ ({
  Organization: "00D",
  User: "005",
  Account: "001",
  Contact: "003",
  Lead: "00Q",
  Opportunity: "006",
  OpportunityContactRole: "00K",
  Task: "00T",
  TaskStatus: "01T",
  Event: "00U",
  ContentNote: "069",
  ContentDocumentLink: "06A",
});
/** @typedef {keyof typeof PREFIXES} SalesforceType */

/** Fields that a request may write, with the length of texts; null for what has none. @type {Partial<Record<SalesforceType, Record<string, number | null>>>} */
const WRITTEN = {
  Contact: { Description: 32_000, Last_meeting_summary__c: 32_000, Next_step__c: 255 },
  Task: {
    Subject: 255,
    Description: 32_000,
    ActivityDate: null,
    Status: null,
    OwnerId: null,
    WhoId: null,
    WhatId: null,
  },
  Event: {
    Subject: 255,
    Description: 32_000,
    StartDateTime: null,
    EndDateTime: null,
    IsReminderSet: null,
    WhoId: null,
    WhatId: null,
  },
  ContentNote: { Title: 255, Content: null },
  ContentDocumentLink: { ContentDocumentId: null, LinkedEntityId: null, ShareType: null, Visibility: null },
};

/** @param {string} type @returns {type is SalesforceType} */
export const isType = (type) => type in PREFIXES;

/** `sharesActivities`: an activity may have several contacts. @param {{ now: () => number, sharesActivities: boolean }} settings */
export function createRecords({ now, sharesActivities }) {
  /** @type {Map<string, { type: SalesforceType, record: SalesforceRecord, isDeleted: boolean }>} */
  const held = new Map();
  let lastId = 0;

  /** @param {SalesforceType} type @param {Record<string, unknown>} fields */
  function make(type, fields) {
    lastId += 1;
    const Id = withChecksum(`${PREFIXES[type]}Qy00000${String(lastId).padStart(5, "0")}`);
    const at = new Date(now() + lastId).toISOString();
    /** @type {SalesforceRecord} */
    const record = { Id, CreatedDate: at, LastModifiedDate: at, ...fields };
    held.set(Id.slice(0, 15), { type, record, isDeleted: false });
    return record;
  }

  /** @param {unknown} id */
  const entryOf = (id) => (typeof id === "string" ? held.get(id.slice(0, 15)) : undefined);

  /** The problem of fields that are written, or null. @param {SalesforceType} type @param {Record<string, unknown>} fields @returns {Problem | null} */
  function problemOf(type, fields) {
    const shared = sharesActivities && (type === "Task" || type === "Event") ? { [`${type}WhoIds`]: null } : {};
    /** @type {Record<string, number | null>} */
    const known = { ...WRITTEN[type], ...shared };
    for (const [name, value] of Object.entries(fields)) {
      const max = known[name];
      if (max === undefined)
        return { errorCode: "INVALID_FIELD", message: `No such column '${name}' on sobject of type ${type}` };
      if (max !== null && typeof value === "string" && value.length > max)
        return {
          errorCode: "STRING_TOO_LONG",
          message: `${name}: data value too large (max length=${max})`,
          fields: [name],
        };
      if (name.endsWith("Id") && value !== null && entryOf(value) === undefined)
        return { errorCode: "INVALID_CROSS_REFERENCE_KEY", message: "invalid cross reference id", fields: [name] };
    }
    if (entryOf(fields.WhoId)?.type === "Lead" && fields.WhatId)
      return { errorCode: "FIELD_INTEGRITY_EXCEPTION", message: "WhatId is not allowed for leads", fields: ["WhatId"] };
    const [starts, ends] = /** @type {[any, any]} */ ([fields.StartDateTime, fields.EndDateTime]);
    if (starts && ends < starts)
      return { errorCode: "FIELD_INTEGRITY_EXCEPTION", message: "An event cannot end before it begins" };
    const isLinked = all("ContentDocumentLink").some(
      (link) => link.ContentDocumentId === fields.ContentDocumentId && link.LinkedEntityId === fields.LinkedEntityId,
    );
    return type === "ContentDocumentLink" && isLinked
      ? { errorCode: "DUPLICATE_VALUE", message: "The document is already linked with the entity" }
      : null;
  }

  /** Those that nobody deleted. @param {SalesforceType} type */
  function all(type) {
    const entries = [...held.values()].filter((entry) => entry.type === type && !entry.isDeleted);
    return entries.map(({ record }) => record);
  }

  /** A field, or one of the record that another field refers to, such as "Account.Name". @param {SalesforceRecord} record @param {string} path */
  function read(record, path) {
    const [first = "", ...rest] = path.split(".");
    return rest.length === 0 ? record[first] : entryOf(record[`${first}Id`])?.record[rest.join(".")];
  }

  /** The person deletes it there: it lies in the recycle bin. @param {string} id */
  function remove(id) {
    const entry = entryOf(id);
    if (entry !== undefined) entry.isDeleted = true;
  }

  return { make, all, entryOf, problemOf, read, remove };
}

const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ012345";

/** Salesforce's form of 18 characters: three more say which of the 15 are capital letters. @param {string} id */
export function withChecksum(id) {
  const parts = [id.slice(0, 5), id.slice(5, 10), id.slice(10, 15)];
  const bitsOf = (/** @type {string} */ part) =>
    Array.from(part).reduce((sum, letter, at) => sum + (/[A-Z]/u.test(letter) ? 2 ** at : 0), 0);
  return id + parts.map((part) => LETTERS.charAt(bitsOf(part))).join("");
}
