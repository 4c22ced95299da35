import { callApi } from "#app/contracts/call-api.ts";
import type { BodyOf } from "#app/contracts/endpoint.ts";
import {
  applySavedField,
  createSavedField,
  deleteSavedField,
  listSavedFields,
  saveSavedField,
} from "#app/contracts/endpoints/saved-fields.ts";
import { ANSWER_MS_MAX } from "#app/domain/limits/screens.ts";

/** The calls of 'My fields'. Imported lazily. */

export const list = (signal: AbortSignal) => callApi(listSavedFields, { signal, timeoutMs: ANSWER_MS_MAX });

export const create = (body: BodyOf<typeof createSavedField>) => callApi(createSavedField, { body });

export const save = (fieldId: string, body: BodyOf<typeof saveSavedField>) =>
  callApi(saveSavedField, { params: { fieldId }, body });

export const remove = (fieldId: string) => callApi(deleteSavedField, { params: { fieldId }, unread: true });

export const applyToAll = (fieldId: string) =>
  callApi(applySavedField, { params: { fieldId }, body: { templateIds: null } });
