import type { Change, Row } from "@countersign/core"
import { recordAddress } from "./addresses.ts"
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

/** The draft of a change that fits what is kept. */
export const draftOf = (world: World, change: Change): Draft => {
  const { collection, environment, id } = change
  const address = recordAddress(collection, environment, id)
  const before = world.records.get(address)?.row
  const after = rowAfter(change, before)
  return {
    collection: collection.name,
    address,
    from: before === undefined ? undefined : entryOf(collection, before),
    to: after === undefined ? undefined : entryOf(collection, Object.freeze(after))
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
