import { isJsonObject } from "@countersign/account-types"
import type { JsonObject } from "../ports/Collection.ts"

/** RFC 7396, JSON Merge Patch: objects are merged, null removes a field, anything else replaces what was there. */
export const mergePatch = (target: JsonObject, patch: JsonObject): JsonObject => {
  const kept = Object.entries(target).filter(([name]) => !Object.hasOwn(patch, name))
  const merged = Object.entries(patch).flatMap(([name, value]) => {
    if (value === null) return []
    const before = Object.hasOwn(target, name) ? target[name] : undefined
    return [[name, isJsonObject(value) ? mergePatch(isJsonObject(before) ? before : {}, value) : value] as const]
  })
  return Object.fromEntries([...kept, ...merged])
}
