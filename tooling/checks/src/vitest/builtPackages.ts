import { existsSync } from "node:fs"
import { dirname, resolve } from "node:path"
import type { Plugin } from "vitest/config"

/** The build output of the workspaces, which Node loads itself. */
export const BUILT = /\/(?:packages(?:\/kits)?|adapters|tooling|examples)\/[^/]+\/dist\/.*\.js$/u

/** Resolves each relative import of a workspace's `src/X.ts` to `dist/X.js`, so that a run has one copy of each module. */
export const builtPackages = (root: string): Plugin => ({
  name: "built-packages",
  enforce: "pre",
  resolveId: (requested, importer) => {
    if (!requested.startsWith(".") || importer === undefined) return undefined
    const path = resolve(dirname(importer), requested)
    if (!path.startsWith(`${root}/`)) return undefined
    const compiled = path.replace(SOURCE, "$1/dist/$2.js")
    return compiled !== path && existsSync(compiled) ? compiled : undefined
  }
})

const SOURCE = /(\/(?:packages(?:\/kits)?|adapters|tooling|examples)\/[^/]+)\/src\/(.*)\.ts$/u
