import { beforeAll, describe, expect, it } from "vitest"
import { accountType } from "./changes/accountType.ts"
import { applied } from "./changes/applied.ts"

/** The table "What a change costs" of the design, each row by a change that was recorded and is made again here. */
const changes = [accountType]

describe.each(changes.map((change) => [change.name, change] as const))("a new %s", (_, change) => {
  it("touches no more files than its row of the table says", () => {
    const created = change.edits.filter((edit) => "create" in edit).length
    expect({ created, edited: change.edits.length - created }).toEqual(change.costs)
  })

  it("compiles and works", () => run(change.shown))
})

let run: ReturnType<typeof applied>
beforeAll(() => {
  run = applied(changes)
})
