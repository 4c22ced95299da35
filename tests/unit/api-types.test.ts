import openapiTS, { astToString } from "openapi-typescript";
import { expect, test } from "vitest";
import { describeApi } from "#app/server/http/describe-api.ts";

/**
 * The types that a program's author makes from the OpenAPI document. They are stored so that the type checker sees a client that uses them
 * (tests/worker/api-client.test.ts). After a change of the API: `npx vitest run --project unit tests/unit/api-types.test.ts -u`.
 */
test("the stored types of the public API are those of its document", async () => {
  const document = await describeApi("https://acta.example");
  const types = astToString(await openapiTS(JSON.stringify(document)));
  await expect(types).toMatchFileSnapshot("../fixtures/public-api.ts");
});
