/**
 * Types of Pipedrive's API, as its own client publishes them (pipedrive 33.7.0, MIT; notes of version 1, all else of version 2): the members
 * that Acta sends or reads are copied. The adapter's requests and the stand-in's answers (workers/stand-ins/crm) are checked against them.
 */

/** `AddNoteRequest`. */
export type NoteToAdd = { content: string; person_id?: number; org_id?: number; deal_id?: number };
/** `NoteRequest`. Null takes a note off its organization or deal. */
export type NoteToChange = { content?: string; person_id?: number; org_id?: number | null; deal_id?: number | null };
/** `AddActivityRequest`, also for a change. */
export type ActivityToSave = {
  subject?: string;
  type?: string;
  owner_id?: number;
  deal_id?: number | null;
  org_id?: number | null;
  person_id?: number;
  due_date?: string;
  due_time?: string;
  duration?: string;
  busy?: boolean;
  done?: boolean;
  participants?: { person_id?: number; primary?: boolean }[];
  note?: string;
};
/** `UpdatePersonRequest`. */
export type PersonToChange = { name?: string; custom_fields?: Record<string, unknown> };

/** `GetPersonSearchResponseAllOfDataItemsInner`. */
export type FoundPerson = {
  result_score?: number;
  item?: { id?: number; type?: string; name?: string; emails?: string[] };
};
/** `GetPersonFields200ResponseDataInner`. */
export type PersonField = {
  field_name: string;
  field_code: string;
  field_type: "int" | "double" | "boolean" | "varchar" | "text" | "phone" | "varchar_auto" | "date" | "enum" | "set";
  is_custom_field: boolean;
  is_optional_response_field: boolean;
};
/** `Deal`; the members that Acta reads. */
export type FoundDeal = {
  id: number;
  title: string;
  status: "open" | "won" | "lost" | "deleted";
  person_id: number | null;
  org_id: number | null;
};
/** `FindUsersByName200ResponseDataInner`; the members that Acta reads. */
export type FoundUser = { id: number; name: string; email: string; active_flag: boolean };
