import { type Change, Conflict, type Guard, isOver, type Millis } from "@countersign/core"
import { recordAddress, uniqueAddress } from "./addresses.ts"
import { meet } from "./meet.ts"
import type { World } from "./World.ts"

/** The conflict of a guard that does not hold, over what is kept before the commit. */
export const failedGuard = (world: World, now: Millis, guard: Guard): Conflict | undefined => {
  // A guard of time belongs to no collection.
  if (guard.guard === "before") {
    return isOver(guard.at, now) ? new Conflict({ because: "late", collection: "" }) : undefined
  }
  const { collection, environment } = guard
  meet(world, collection)
  switch (guard.guard) {
    case "version":
      return world.records.get(recordAddress(collection, environment, guard.id))?.row.version === guard.version
        ? undefined
        : new Conflict({ because: "version", collection: collection.name })
    case "free":
      return world.uniques.has(uniqueAddress(collection, environment, guard.key, guard.values))
        ? new Conflict({ because: "taken", collection: collection.name })
        : undefined
  }
}

/** The conflict of a change that does not fit what is kept: an insert of what exists, or another version. */
export const unfitChange = (world: World, change: Change, address: string): Conflict | undefined => {
  const collection = change.collection.name
  const version = world.records.get(address)?.row.version
  switch (change.op) {
    case "insert":
      return version === undefined ? undefined : new Conflict({ because: "taken", collection })
    case "replace":
    case "remove":
      return version === change.version ? undefined : new Conflict({ because: "version", collection })
  }
}
