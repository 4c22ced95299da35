/** The same services with some methods replaced. The others are looked up in the original, which may be a Proxy. */
export function replacing<Of extends object>(original: Of, methods: Partial<Of>): Of {
  return Object.assign(Object.create(original) as Of, methods);
}
