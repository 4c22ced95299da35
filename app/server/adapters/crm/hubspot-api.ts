/**
 * Types of HubSpot's objects API, as its own client publishes them (@hubspot/api-client 13.5.0, Apache 2.0): the members are copied, without
 * the code around them. The client itself has 8,000 files. Dates are texts, as they are on the wire. The adapter's requests and the
 * stand-in's answers (workers/stand-ins/crm) are checked against them.
 */

type ObjectId = { id: string };
/** `PublicAssociationsForObject`. */
type Associations = {
  to: ObjectId;
  types: {
    associationCategory: "HUBSPOT_DEFINED" | "USER_DEFINED" | "INTEGRATOR_DEFINED";
    associationTypeId: number;
  }[];
};
/** `SimplePublicObjectInputForCreate`. */
export type ObjectToCreate = { associations?: Associations[]; properties: Record<string, string> };
/** `SimplePublicObjectInput`. */
export type ObjectToChange = { properties: Record<string, string> };
/** `BatchInputSimplePublicObjectBatchInput`. */
export type ObjectsToChange = {
  inputs: { id: string; idProperty?: string; objectWriteTraceId?: string; properties: Record<string, string> }[];
};
/** `BatchReadInputSimplePublicObjectId`. */
export type ObjectsToRead = {
  propertiesWithHistory: string[];
  idProperty?: string;
  inputs: ObjectId[];
  properties: string[];
};
/** `PublicObjectSearchRequest`. */
export type ObjectSearch = {
  query?: string;
  limit?: number;
  after?: string;
  sorts?: string[];
  properties?: string[];
  filterGroups?: {
    filters: {
      highValue?: string;
      propertyName: string;
      values?: string[];
      value?: string;
      operator:
        | ("EQ" | "NEQ" | "LT" | "LTE" | "GT" | "GTE" | "BETWEEN" | "IN" | "NOT_IN")
        | ("HAS_PROPERTY" | "NOT_HAS_PROPERTY" | "CONTAINS_TOKEN" | "NOT_CONTAINS_TOKEN");
    }[];
  }[];
};
/** `BatchInputPublicDefaultAssociationMultiPost`. */
export type AssociationsToMake = { inputs: { from: ObjectId; to: ObjectId }[] };
/** `BatchInputPublicFetchAssociationsBatchRequest`. */
export type AssociationsToRead = { inputs: { id: string; after?: string }[] };
/** `BatchInputPublicAssociationMultiArchive`. */
export type AssociationsToRemove = { inputs: { from: ObjectId; to: ObjectId[] }[] };

/** `BatchResponsePublicAssociationMultiWithLabel`; `errors` name the objects that have none. */
export type ReadAssociations = {
  completedAt: string;
  startedAt: string;
  status: "PENDING" | "PROCESSING" | "CANCELED" | "COMPLETE";
  results: {
    from: ObjectId;
    to: {
      toObjectId: string;
      associationTypes: { category: "HUBSPOT_DEFINED" | "USER_DEFINED"; typeId: number; label?: string | null }[];
    }[];
    paging?: { next?: { after: string; link?: string } };
  }[];
  numErrors?: number;
  errors?: { status: string; category: string; message: string; subCategory?: string }[];
};
/** `CollectionResponsePublicOwnerForwardPaging`; the members that Acta reads, and those that are never left out. */
export type FoundOwners = {
  results: {
    id: string;
    email?: string;
    firstName?: string;
    lastName?: string;
    userId?: number;
    archived: boolean;
    createdAt: string;
    updatedAt: string;
  }[];
};

/** `SimplePublicObject`. */
export type ShownObject = {
  createdAt: string;
  archived?: boolean;
  archivedAt?: string;
  id: string;
  objectWriteTraceId?: string;
  properties: Record<string, string | null>;
  updatedAt: string;
};
/** `BatchResponseSimplePublicObject`, and `BatchResponseSimplePublicObjectWithErrors` where some are missing. */
export type ShownObjects = {
  completedAt: string;
  requestedAt?: string;
  startedAt: string;
  links?: Record<string, string>;
  results: ShownObject[];
  status: "PENDING" | "PROCESSING" | "CANCELED" | "COMPLETE";
  numErrors?: number;
};
/** `CollectionResponseWithTotalSimplePublicObjectForwardPaging`. */
export type FoundObjects = { total: number; results: ShownObject[] };
/** `Property`; the members that Acta reads, and those that are never left out. */
export type Property = {
  hidden?: boolean;
  calculated?: boolean;
  modificationMetadata?: {
    readOnlyOptions?: boolean;
    readOnlyValue: boolean;
    readOnlyDefinition: boolean;
    archivable: boolean;
  };
  description: string;
  label: string;
  type: string;
  groupName: string;
  name: string;
  options: unknown[];
  fieldType: string;
};
