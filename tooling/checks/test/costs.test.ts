import { beforeAll, describe, expect, it } from "vitest"
import { accountType } from "./changes/accountType.ts"
import { applied } from "./changes/applied.ts"
import { credentialKind } from "./changes/credentialKind.ts"
import { endpoint } from "./changes/endpoint.ts"
import { refusal } from "./changes/refusal.ts"

/** The table "What a change costs" of the design, each row by a change that was recorded and is made again here. */
const changes = [accountType, credentialKind, endpoint, refusal]

describe.each(changes.map((change) => [change.name, change] as const))("a new %s", (_, change) => {
  it("touches no more files than its row of the table says", () => {
    const created = change.edits.flatMap((edit) => ("create" in edit ? [edit.create] : []))
    const edited = new Set(change.edits.flatMap((edit) => ("edit" in edit ? [edit.edit] : [])))
    expect({ created: created.length, edited: edited.size }).toEqual(change.costs)
  })

  it("compiles and works", () => run(change.shown))
})

let run: ReturnType<typeof applied>
beforeAll(() => {
  run = applied(changes)
})
