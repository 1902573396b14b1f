import type { Change, Row } from "@countersign/core"
import { entryOf } from "./entry.ts"
import { keptBody } from "./fields.ts"
import type { Entry, World } from "./World.ts"

/** What one change would do: what it takes away, and what it leaves. */
export interface Draft {
  readonly collection: string
  readonly address: string
  readonly from: Entry | undefined
  readonly to: Entry | undefined
}

/** The draft of a change that fits what is kept at the address of its record. */
export const draftOf = (world: World, change: Change, address: string): Draft => {
  const { collection } = change
  const from = world.records.get(address)
  const after = rowAfter(change, from?.row)
  return {
    collection: collection.name,
    address,
    from,
    to: after === undefined ? undefined : entryOf(collection, Object.freeze(after), address)
  }
}

const rowAfter = (change: Change, before: Row | undefined): Row | undefined => {
  if (change.op === "remove") return undefined
  const { at, environment, id } = change
  return {
    environment,
    id,
    version: (before?.version ?? 0) + 1,
    createdAt: before?.createdAt ?? at,
    updatedAt: at,
    body: keptBody(change.body)
  }
}
