import { existsSync, readdirSync } from "node:fs"
import { availableParallelism } from "node:os"
import { defineConfig } from "vitest/config"
import { BUILT, builtPackages } from "./tooling/checks/src/vitest/builtPackages.ts"
import { LongestFirst } from "./tooling/checks/src/vitest/LongestFirst.ts"

const root = new URL(".", import.meta.url).pathname.replace(/\/$/u, "")

const workspaces = ["packages", "adapters", "tooling", "examples"].flatMap((folder) =>
  readdirSync(`${root}/${folder}`).map((name) => ({
    // `--project "tooling/*"` selects what is never published, `--project "!tooling/*"` the rest.
    name: folder === "tooling" ? `tooling/${name}` : name,
    root: `${root}/${folder}/${name}`,
    // What all tests of a workspace share, and is dear to make.
    shared: [`${root}/${folder}/${name}/test/globalSetup.ts`].filter(existsSync)
  }))
)

/**
 * Tests run against the sources: the `source` export condition of each workspace points at `src/index.ts`. `npm test` has
 * just compiled them, and sets `TESTED=dist`: its tests import the build output, which Node loads without a transform.
 */
const isBuilt = process.env.TESTED === "dist"

/** Beside it is what Node always adds. Node gets these conditions too, and `import` among them would hand ES modules to `require`. */
const conditions = isBuilt ? ["node"] : ["source", "node"]

const fromSources = { resolve: { conditions: ["source"] }, ssr: { resolve: { conditions: ["source"] } } }

/** Only a module that vite loads, from the sources, can be replaced. */
const replacesModules = (name: string) => name === "node-crypto" || name.endsWith("-portable")

/**
 * The tests of these workspaces share their processes, and with them what they import: to load it anew for each file takes
 * longer than most of them do. None of them replaces a module. `hosts` is not among them: a framework may replace the global
 * `Request` and `Response` of its process, as the server of Hono does, and the next file would meet those.
 */
const together = new Set([
  ...["account-types", "cli", "client", "core", "countersign", "express", "fastify", "http", "koa", "memory", "oidc"],
  ...["passkeys", "postgres", "sandbox", "sandbox-server", "smtp", "sqlite-store", "testkit", "vectors", "wallets"],
  ...["web-wallet", "webhooks", "wire"]
])

/**
 * One project of all those, so that a run compiles and loads the sources once for all of them. A run that names a
 * workspace (`--project core`) has each as a project of its own.
 */
const isOneNamed = process.argv.some((word) => workspaces.some(({ name }) => word.replace(/^--project=/u, "") === name))
const shared = isOneNamed
  ? []
  : [
      {
        name: "together",
        root,
        shared: [],
        include: workspaces
          .filter(({ name }) => together.has(name))
          .map((workspace) => `${workspace.root.slice(root.length + 1)}/test/**/*.test.ts`)
      }
    ]
const alone = workspaces.filter(({ name }) => isOneNamed || !together.has(name))

/** The vectors and encodings once more, on the primitives that browsers take in place of those of Node. */
const onPortablePrimitives = workspaces
  .filter(({ name }) => name === "wire" || name === "vectors")
  .map((workspace) => ({
    ...workspace,
    name: `${workspace.name}-portable`,
    include: ["vectors", "encodings", "wire"].map((name) => `test/${name}.test.ts`),
    alias: { "#primitives": `${root}/packages/wire/src/primitives/portable.ts` }
  }))

/** The slow set: what needs more than npm can bring, and all rounds of what is otherwise a sample. */
const FAULTS = process.env.FAULTS === "all"

export default defineConfig({
  root,
  resolve: { conditions },
  ssr: {
    resolve: { conditions, externalConditions: ["node", "import", "default"] }
  },
  test: {
    environment: "node",
    // Starts the database and the browser that all tests share, when the first test needs them.
    globalSetup: [`${root}/tooling/harness/src/run.ts`],
    // Many tests wait for a process, a lease or a database: with a worker a core, the cores would be idle half the time.
    maxWorkers: Math.max(4, availableParallelism()),
    server: { deps: { external: isBuilt ? [BUILT] : [] } },
    sequence: { sequencer: LongestFirst },
    reporters: ["default", `${root}/tooling/checks/src/vitest/summary.ts`],
    projects: [...alone, ...shared, ...onPortablePrimitives].map(({ name, root, shared, ...rest }) => ({
      extends: true,
      ...(isBuilt && (replacesModules(name) ? fromSources : { plugins: [builtPackages(root)] })),
      test: {
        include: ["test/**/*.test.ts"],
        ...rest,
        name,
        root,
        globalSetup: shared,
        isolate: name !== "together" && !together.has(name.replace(/-portable$/u, "")),
        exclude: FAULTS ? [] : ["**/test/**/*.slow.test.ts"],
        // Room for a machine that does other work besides. Nothing here is judged by its duration.
        testTimeout: 120_000,
        hookTimeout: 120_000
      }
    }))
  }
})
