import type { Services } from "#app/server/services.ts";

declare module "@remix-run/cloudflare" {
  interface AppLoadContext {
    services: Services;
    /** This answer's CSP nonce. */
    nonce: string;
  }
  interface Future {
    v3_singleFetch: true;
  }
}

declare module "@remix-run/react" {
  interface Future {
    v3_singleFetch: true;
  }
}
