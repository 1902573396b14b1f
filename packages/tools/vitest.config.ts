import { readdirSync } from "node:fs"
import { defineConfig } from "vitest/config"

const root = new URL("../..", import.meta.url).pathname

const workspaces = ["packages", "adapters", "examples"].flatMap((folder) =>
  readdirSync(`${root}/${folder}`).map((name) => ({
    name,
    root: `${root}/${folder}/${name}`
  }))
)

/** Tests run against the sources: the `source` export condition of each workspace points at `src/index.ts`. */
const conditions = ["source", "node", "module", "import", "default"]

export default defineConfig({
  root,
  resolve: { conditions },
  ssr: {
    resolve: { conditions, externalConditions: ["node", "import", "default"] }
  },
  test: {
    environment: "node",
    reporters: ["default", `${root}/packages/tools/src/vitest/summary.ts`],
    projects: workspaces.map(({ name, root }) => ({
      extends: true,
      test: {
        name,
        root,
        include: ["test/**/*.test.ts"],
        testTimeout: 60_000,
        hookTimeout: 60_000
      }
    }))
  }
})
