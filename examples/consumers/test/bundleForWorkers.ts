import { isBuiltin } from "node:module"
import { build, type Plugin } from "esbuild"

/** Bundles a module for Cloudflare Workers as wrangler does. */
export const bundleForWorkers = (folder: string, entry: string, outfile: string) =>
  build({
    entryPoints: [entry],
    absWorkingDir: folder,
    outfile,
    bundle: true,
    minify: true,
    format: "esm",
    platform: "neutral",
    target: "es2022",
    mainFields: ["module", "main"],
    conditions: ["workerd", "worker"],
    external: ["cloudflare:*"],
    plugins: [modulesOfNode]
  })

/** The runtime has Node's modules, with the prefix, and only for `import`: a `require` of one becomes an import. */
const modulesOfNode: Plugin = {
  name: "modules of Node",
  setup: (building) => {
    building.onResolve({ filter: /^/ }, ({ kind, path }) => {
      if (!isBuiltin(path)) return undefined
      const prefixed = `node:${path.replace(/^node:/u, "")}`
      return kind === "require-call" ? { path: prefixed, namespace: "required" } : { path: prefixed, external: true }
    })
    building.onLoad({ filter: /^/, namespace: "required" }, ({ path }) => ({
      contents: `import found from "${path}"; module.exports = found`
    }))
  }
}

/** The configuration of workerd: one worker on a port of loopback, which may open sockets to private addresses. */
export const configuration = (module: string, port: number, bindings: Readonly<Record<string, string>>) => `
using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [(name = "main", worker = .worker), (name = "internet", network = (allow = ["private"]))],
  sockets = [(name = "http", address = "127.0.0.1:${port}", http = (), service = "main")]
);
const worker :Workerd.Worker = (
  modules = [(name = "worker", esModule = embed "${module}")],
  bindings = [${Object.entries(bindings).map(([name, text]) => `(name = "${name}", text = "${text}")`)}],
  compatibilityDate = "2026-11-01",
  compatibilityFlags = ["nodejs_compat"]
);
`
