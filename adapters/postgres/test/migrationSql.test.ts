import { readdirSync, readFileSync } from "node:fs"
import { expect, it } from "vitest"
import { migrationSql } from "../src/index.ts"

it("the printed migrations are one transaction, also when a tool runs them statement by statement", async () => {
  const lines = (await migrationSql({ schema: "printed" })).trimEnd().split("\n")
  expect([lines[0], lines.at(-1)]).toEqual(["begin;", "commit;"])
})

it("they use the default schema if none is named", async () => {
  const usual = await migrationSql()
  expect(usual).toContain('create schema if not exists "countersign";')
  expect(usual).toBe(await migrationSql({ schema: "countersign" }))
})

it("GH5: no module of the package looks for a file beside it, which a bundle does not have", () => {
  const folder = new URL("../src/", import.meta.url)
  const files = readdirSync(folder, { encoding: "utf8", recursive: true }).filter((file) => /\.[jt]s$/u.test(file))
  expect(files).toContain("migrations/files.ts")
  const finds = /import\.meta|\b__dirname\b|\b__filename\b|createRequire/u
  expect(files.filter((file) => finds.test(readFileSync(new URL(file, folder), "utf8")))).toEqual([])
})
