/**
 * The options of the Remix Vite plugin. The plugin does not look for this file by itself: vite.config.ts imports it.
 * @type {import("@remix-run/dev").VitePluginConfig}
 */
export default {
  appDirectory: "app",
  serverModuleFormat: "esm",
  // Every v3 flag, so that the later move to React Router is a change of imports and not of behaviour.
  future: {
    v3_fetcherPersist: true,
    v3_relativeSplatPath: true,
    v3_throwAbortReason: true,
    v3_singleFetch: true,
    v3_lazyRouteDiscovery: true,
    v3_routeConfig: true,
  },
};
