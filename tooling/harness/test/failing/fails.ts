import { expect, it } from "vitest"
import { testDatabase } from "../../src/postgres.ts"

const database = testDatabase()

it("fails beside a database of the run", async () => {
  const { rows } = await database.pool().query("select 1 as one")
  expect(rows).toEqual([])
})
