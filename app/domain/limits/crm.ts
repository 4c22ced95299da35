import { KIB, SECOND_MS } from "#app/domain/limits/units.ts";

/** Limits of CRMs: HubSpot and Pipedrive. */

/** Time limit of one request, and size of an answer. */
export const CRM_CALL_MS_MAX = 10 * SECOND_MS;
export const CRM_ANSWER_BYTES_MAX = 2048 * KIB;
/** HubSpot allows 65,536 characters in a note; the rest is left for the link and its mark. */
export const CRM_NOTE_CHARS_MAX = 64_000;
/** Contacts of one meeting, and tasks of one meeting, that are sent. HubSpot reads and writes 100 at a time. */
export const CRM_CONTACTS_MAX = 50;
export const CRM_TASKS_MAX = 100;
/** Fields of the minutes that are mapped to properties, and the length of a property's value. */
export const CRM_MAPPINGS_MAX = 20;
export const CRM_PROPERTY_CHARS_MAX = 8000;
/** Lines of a list at Pipedrive that are looked through, newest first; and length of its short text fields. */
export const PIPEDRIVE_LISTED_MAX = 100;
export const PIPEDRIVE_VARCHAR_CHARS_MAX = 255;
/** RFC 5321 §4.5.3.1. */
export const EMAIL_CHARS_MAX = 254;
/** Beginning of the receipts that name contacts which a person chose. */
export const CHOSEN_CONTACT = "contact/";
