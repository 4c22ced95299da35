/**
 * Stacks through build/server/index.js are not mapped to sources. vitest gives that file a source map of 19 MB within its code, and its
 * runner looks for the map with a regular expression when a stack is read: V8 then ran out of its stack ("RangeError: Maximum call stack
 * size exceeded"), on some machines always, and whatever had read the stack failed.
 */
type Runner = { evaluatedModules: { getModuleSourceMapById: (id: string) => unknown } };

const { __vitest_mocker__: mocker } = globalThis as unknown as { __vitest_mocker__: { moduleRunner: Runner } };
const MAPPED = Symbol.for("acta.tests.mapped-modules");
const modules: Runner["evaluatedModules"] & { [MAPPED]?: true } = mocker.moduleRunner.evaluatedModules;

if (!modules[MAPPED]) {
  modules[MAPPED] = true;
  const mapOf = modules.getModuleSourceMapById.bind(modules);
  modules.getModuleSourceMapById = (id) => (id.includes("/build/server/") ? null : mapOf(id));
}
