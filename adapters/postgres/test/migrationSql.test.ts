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
