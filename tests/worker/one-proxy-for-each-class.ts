/**
 * @cloudflare/vitest-pool-workers 0.15 wraps the prototype of its entry point and object classes in one more Proxy for each
 * request and each object that it constructs (createProxyPrototypeClass). In a workerd that many files share, a request after
 * some thousand others spent seconds in them. One of them does what all do, so the second and later ones are left out.
 */
const NativeProxy = Proxy;
const WRAPPED = Symbol.for("acta.tests.wrapped-prototypes");
const shared = globalThis as unknown as { [WRAPPED]?: WeakSet<object> };

if (shared[WRAPPED] === undefined) {
  const wrapped = new WeakSet<object>();
  shared[WRAPPED] = wrapped;
  globalThis.Proxy = new NativeProxy(NativeProxy, {
    construct(_target, [target, handler]: [object, ProxyHandler<object>]) {
      if (wrapped.has(target)) return target;
      const proxy = new NativeProxy(target, handler);
      if (isPrototypeOfPool(target)) wrapped.add(proxy);
      return proxy;
    },
  });
}

/** Its classes are all called `Class`, and stand in for an entry point or an object of the Worker. */
function isPrototypeOfPool(target: object): boolean {
  if (!Object.hasOwn(target, "constructor")) return false;
  const { constructor } = target;
  return constructor.name === "Class" && constructor.prototype === target;
}
