import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { testDatabase } from "@countersign/harness/postgres"
import { build, type Format } from "esbuild"
import { afterAll, describe, expect, it } from "vitest"
import { installedService } from "./service.ts"
import { node } from "./shell.ts"

const service = await installedService()
const server = testDatabase()
const folder = mkdtempSync(join(tmpdir(), "countersign-bundled-"))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** A service that migrates its database when it starts, as one file. */
const program = `
import { migrate, migrationSql, migrationStatus, postgres } from "@countersign/postgres"
import { createCountersign } from "countersign"
import pg from "pg"

const run = async () => {
  const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL })
  const schema = process.env.DATABASE_SCHEMA
  const [ran, again] = [await migrate(pool, { schema }), await migrate(pool, { schema })]
  const states = (await migrationStatus(pool, { schema })).map(({ name, state }) => name + " " + state)
  const printed = (await migrationSql({ schema })).length > 20_000
  const countersign = createCountersign({ store: postgres({ pool, schema, timeout: 300_000 }), logs: "none" })
  const wallet = countersign.api.in({ platformId: "sandbox", mode: "sandbox" })
  const { customerType } = await wallet.customers.create({ customerType: "INDIVIDUAL", email: "ada@example.com" })
  await countersign.close()
  await pool.end()
  console.log(JSON.stringify({ ran, again, states, printed, customerType }))
}
run().catch((error) => {
  console.error(error)
  process.exitCode = 1
})
`

describe("GH5: a service in one file, in a folder without node_modules", () => {
  it.each<readonly [format: Format, file: string, minify: boolean]>([
    ["cjs", "service.cjs", false],
    ["cjs", "small.cjs", true],
    ["esm", "service.mjs", false]
  ])("as %s in %s, minified: %s, migrates its database and stores a customer", async (format, file, minify) => {
    await build({
      stdin: { contents: program, resolveDir: service },
      bundle: true,
      minify,
      outfile: join(folder, file),
      format,
      platform: "node",
      target: "node20",
      external: ["pg-native"],
      logLevel: "error",
      // The CommonJS of pg calls require, which an ES module does not have.
      ...(format === "esm"
        ? {
            banner: {
              js: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);'
            }
          }
        : {})
    })
    const env = { DATABASE_URL: server.url(), DATABASE_SCHEMA: file.replace(/\W/gu, "_") }
    expect(JSON.parse(await node([file], folder, env))).toEqual({
      ran: ["0002_tables.sql"],
      again: [],
      states: ["0002_tables.sql applied"],
      printed: true,
      customerType: "INDIVIDUAL"
    })
  })
})
