import { existsSync, readdirSync } from "node:fs"
import { availableParallelism } from "node:os"
import { defineConfig } from "vitest/config"
import { BUILT, builtPackages } from "./tooling/checks/src/vitest/builtPackages.ts"
import { LongestFirst } from "./tooling/checks/src/vitest/LongestFirst.ts"
import { folders } from "./tooling/checks/src/workspace/folders.ts"

const root = new URL(".", import.meta.url).pathname.replace(/\/$/u, "")

/** The names of the workspaces in a folder. `packages/kits` is a folder of them, and none itself. */
const workspacesIn = (folder: string) =>
  readdirSync(`${root}/${folder}`).filter((name) => !folders.includes(`${folder}/${name}`))

const workspaces = folders.flatMap((folder) =>
  workspacesIn(folder).map((name) => ({
    // `--project "tooling/*"` selects what is never published, `--project "!tooling/*"` the rest.
    name: folder === "tooling" ? `tooling/${name}` : name,
    root: `${root}/${folder}/${name}`,
    // The fixtures that all test files of a workspace share, because they take long to create.
    globalSetup: [`${root}/${folder}/${name}/test/globalSetup.ts`].filter(existsSync),
    setupFiles: [`${root}/${folder}/${name}/test/setup.ts`].filter(existsSync)
  }))
)

/**
 * Tests run against the sources: the `source` export condition of each workspace points at `src/index.ts`. `npm test` has
 * just compiled them, and sets `TESTED=dist`: its tests import the build output, which Node loads without a transform.
 */
const isBuilt = process.env.TESTED === "dist"

/** Node receives these conditions too. With `import` among them, `require` would load ES modules. */
const conditions = isBuilt ? ["node"] : ["source", "node"]

const fromSources = { resolve: { conditions: ["source"] }, ssr: { resolve: { conditions: ["source"] } } }

/** Only a module that vite loads, from the sources, can be replaced. `checks` imports a package whose `development` is TypeScript. */
const loadsSources = (name: string) =>
  ["node-crypto", "tooling/checks", "tooling/differential"].includes(name) || name.endsWith("-portable")

/**
 * The test files of these workspaces share processes and loaded modules, because loading the modules for each file takes
 * longer than most files do. None of them replaces a module.
 */
const sharing = new Set([
  ...[
    "account-types",
    "cli",
    "client",
    "core",
    "countersign",
    "express",
    "fastify",
    "http",
    "kms",
    "koa",
    "memory",
    "oidc"
  ],
  ...[
    "passkeys",
    "postgres",
    "react",
    "sandbox",
    "sandbox-server",
    "smtp",
    "sqlite-store",
    "testkit",
    "vectors",
    "wallets"
  ],
  ...["web-wallet", "webhooks", "wire"]
])

/** `hosts` also shares, but not with others: a framework may replace globals, which its setup file restores. */
const isIsolated = (name: string) => ![...sharing, "sharing", "hosts"].includes(name.replace(/-portable$/u, ""))

/**
 * One project for all of them, so that a run compiles and loads the sources once. In a run that names a workspace
 * (`--project core`), each is a project of its own.
 */
const isOneNamed = process.argv.some((word) => workspaces.some(({ name }) => word.replace(/^--project=/u, "") === name))
const shared = isOneNamed
  ? []
  : [
      {
        name: "sharing",
        root,
        globalSetup: [],
        include: workspaces
          .filter(({ name }) => sharing.has(name))
          .map((workspace) => `${workspace.root.slice(root.length + 1)}/test/**/*.test.{ts,tsx}`)
      }
    ]
const separate = workspaces.filter(({ name }) => isOneNamed || !sharing.has(name))

/** Runs the vectors and encodings also on the primitives that browsers use instead of those of Node. */
const onPortablePrimitives = workspaces
  .filter(({ name }) => name === "wire" || name === "vectors")
  .map((workspace) => ({
    ...workspace,
    name: `${workspace.name}-portable`,
    include: ["vectors", "encodings", "wire"].map((name) => `test/${name}.test.ts`),
    alias: Object.fromEntries(
      ["digests", "symbols"].map((name) => [`#${name}`, `${root}/packages/wire/src/primitives/portable/${name}.ts`])
    )
  }))

/** The slow set: tests that need more than npm installs, and all rounds of tests that otherwise run a sample. */
const FAULTS = process.env.FAULTS === "all"

/** `npm test`: without the files that start browsers and programs, kill or race them, or go through whole matrices. */
const QUICK = process.env.QUICK === "yes"

export default defineConfig({
  root,
  resolve: { conditions },
  ssr: {
    resolve: { conditions, externalConditions: ["node", "import", "default"] }
  },
  test: {
    environment: "node",
    // Starts the database and the browser that all tests share, when a test first uses them.
    globalSetup: [`${root}/tooling/harness/src/run.ts`],
    setupFiles: ["matchers", "seed"].map((name) => `${root}/tooling/harness/src/${name}.ts`),
    // Many tests wait for a process, a lease or a database. With one worker per core, the cores would be idle half the time.
    maxWorkers: Math.max(4, availableParallelism()),
    server: { deps: { external: isBuilt ? [BUILT] : [] } },
    sequence: { sequencer: LongestFirst },
    // A failed test prints what it logged.
    silent: "passed-only",
    reporters: ["default", `${root}/tooling/checks/src/vitest/summary.ts`],
    projects: [...separate, ...shared, ...onPortablePrimitives].map(({ name, root, ...rest }) => ({
      extends: true,
      ...(isBuilt && (loadsSources(name) ? fromSources : { plugins: [builtPackages(root)] })),
      test: {
        include: ["test/**/*.test.{ts,tsx}"],
        ...rest,
        name,
        root,
        isolate: isIsolated(name),
        exclude: [...(FAULTS ? [] : ["**/*.slow.test.ts"]), ...(QUICK ? ["**/*.gate.test.ts"] : [])],
        // High enough for a machine under other load. No test passes or fails by its duration.
        testTimeout: 600_000,
        hookTimeout: 600_000,
        expect: { poll: { timeout: 120_000 } }
      }
    }))
  }
})
