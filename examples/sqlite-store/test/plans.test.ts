import { ALL } from "@countersign/core"
import { Effect } from "@countersign/core/effect"
import type { BindParams } from "sql.js"
import { expect, it } from "vitest"
import { databaseOf, here, insert, replace, storeOn, things } from "./things.ts"

it("no method scans a table: all use an index, and none sorts", async () => {
  const database = databaseOf()
  const store = await storeOn(database)
  const requested = new Map<string, BindParams | undefined>()
  const exec = database.exec.bind(database)
  database.exec = (text, values) => {
    requested.set(text, values)
    return exec(text, values)
  }
  const body = { name: "n", owner: "o", dueAt: 1, expiresAt: 1 }
  const owner = { collection: things, id: "a", field: "owner" }
  await Effect.runPromise(
    Effect.all([
      store.commit([insert("a", body)], []),
      store.commit([replace("a", 1, body)], [{ ...here, guard: "version", id: "a", version: 1 }]),
      store.load([
        { ...here, by: "unique", key: "name", values: ["n"] },
        { ...here, by: "index", index: "owner", values: [owner], limit: 2 }
      ]),
      store.find({ ...here, index: ALL, limit: 2, after: { createdAt: 1, id: "b" } }),
      store.claimDue(things, 1, 1, 2),
      store.sweep([things], 1, 2)
    ])
  )
  const steps = [...requested]
    .filter(([text]) => !/^(?:begin|commit|rollback)/u.test(text))
    .flatMap(([text, values]) => exec(`explain query plan ${text}`, values))
    .flatMap(({ values }) => values.map((row) => String(row[3])))
  expect(steps.filter((step) => /SEARCH (?:entries|records) USING/u.test(step)).length).toBeGreaterThanOrEqual(6)
  // The only full scans read lists that the statements provide.
  expect(steps.filter((step) => /SCAN|TEMP B-TREE/u.test(step) && !/json_each/u.test(step))).toEqual([])

  // A scan would show in the plans.
  const [slow] = exec("explain query plan select 1 from records where content = 'x'")
  expect(String(slow?.values[0]?.[3])).toMatch(/^SCAN/u)
  database.close()
})
