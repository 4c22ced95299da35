import type { Plugin } from "vite";
import { describeApi } from "./app/server/http/describe-api.ts";
import { ORIGIN_PLACEHOLDER } from "./app/server/http/api-operations.ts";

const NAME = "virtual:api-document";

/**
 * The OpenAPI document of the public API, made once by each build: a module of the server with its JSON as text. Whoever serves it puts the
 * address of their Acta into it (documentAt). A module of the browser that needs it fails the build.
 */
export function apiDocument(): Plugin {
  return {
    name: "acta:api-document",
    resolveId: (id) => (id === NAME ? `\0${NAME}` : null),
    async load(id, { ssr } = {}) {
      if (id !== `\0${NAME}`) return null;
      if (!ssr) throw new Error(`${NAME} is for the server; a module of the browser imports it`);
      return `export default ${JSON.stringify(JSON.stringify(await describeApi(ORIGIN_PLACEHOLDER)))};`;
    },
  };
}
