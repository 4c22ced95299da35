/** The OpenAPI document of the public API as JSON, which the build makes (vite-api-document.ts). For the server only. */
declare module "virtual:api-document" {
  const document: string;
  export default document;
}
