import { createContext, useContext } from "react";

/**
 * This answer's CSP nonce while rendering on the server. In the browser it is undefined: the attribute is hidden there,
 * and scripts that are already in the page need it no more.
 */
const Nonce = createContext<string | undefined>(undefined);

export const NonceProvider = Nonce.Provider;

export function useNonce(): string | undefined {
  return useContext(Nonce);
}
