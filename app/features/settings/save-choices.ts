import { callApi } from "#app/contracts/call-api.ts";
import { saveChoices } from "#app/contracts/endpoints/account.ts";

/** Saves choices of the settings, also while the page is left. It loads with the first change. */
export const sendChoices = (values: Readonly<Record<string, string>>) =>
  callApi(saveChoices, { body: values, keepalive: true });
