import { mkdirSync, writeFileSync } from "node:fs"
import { createRequire } from "node:module"
import { dirname, join } from "node:path"
import { shell } from "./shell.ts"

const { resolve } = createRequire(import.meta.url)
const yarn4 = `node "${resolve("@yarnpkg/cli-dist/bin/yarn.js")}"`
const yarn1 = `node "${resolve("yarn/bin/yarn.js")}"`
// Its exports name its manifest alone.
const pnpm = `node "${join(dirname(resolve("pnpm")), "bin/pnpm.cjs")}"`

/** Package managers: the commands that add packages in one version each, and that run a program of the folder. */
export const managers: Readonly<Record<string, Manager>> = {
  npm: { add: "npm install --save-exact --ignore-scripts", run: "node" },
  pnpm: { add: `${pnpm} add --save-exact --ignore-scripts`, run: "node" },
  "Yarn 1": { add: `${yarn1} add --exact --ignore-scripts --ignore-engines`, run: "node" },
  "Yarn 4": { add: `${yarn4} add --exact`, run: "node" },
  "Yarn 4, Plug'n'Play": { add: `${yarn4} add --exact`, run: `${yarn4} node` }
}
interface Manager {
  readonly add: string
  readonly run: string
}

/** Installs groups of packages one after the other into a new folder, as a team does that adds us later. */
export const installBy = async (
  name: string,
  folder: string,
  registry: string,
  ...groups: ReadonlyArray<ReadonlyArray<string>>
): Promise<void> => {
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, "package.json"), JSON.stringify({ name: "application", private: true, type: "module" }))
  // Yarn 4 looks for its project up to the root of the disk, unless a lock file marks it.
  if (name.startsWith("Yarn 4")) {
    writeFileSync(join(folder, "yarn.lock"), "")
    writeFileSync(
      join(folder, ".yarnrc.yml"),
      [
        `nodeLinker: ${name === "Yarn 4" ? "node-modules" : "pnp"}`,
        `npmRegistryServer: "${registry}"`,
        'unsafeHttpWhitelist: ["*"]',
        "enableScripts: false",
        "enableTelemetry: false",
        "enableImmutableInstalls: false",
        "enableGlobalCache: false",
        "npmMinimalAgeGate: 0",
        "pnpEnableEsmLoader: true"
      ].join("\n")
    )
  }
  const caches = join(folder, "../caches", name)
  const env = {
    npm_config_registry: registry,
    // The registry of this test has other packages under the same names at each run.
    npm_config_store_dir: join(caches, "store"),
    npm_config_cache_dir: join(caches, "metadata"),
    YARN_CACHE_FOLDER: join(caches, "cache"),
    YARN_GLOBAL_FOLDER: join(caches, "global")
  }
  for (const group of groups) {
    await shell(`${managers[name]?.add} ${group.map((wanted) => `"${wanted}"`).join(" ")}`, folder, env)
  }
}
