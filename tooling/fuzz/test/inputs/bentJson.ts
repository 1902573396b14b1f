import type { Json } from "@countersign/wire"
import * as fc from "fast-check"
import { oddJson, oddKeys } from "./oddJson.ts"

/** A mutation of one value in a JSON text. */
type Bend =
  | { readonly as: "replaced"; readonly text: string }
  | { readonly as: "gone" }
  | { readonly as: "twice" }
  | { readonly as: "beside"; readonly key: string; readonly text: string }

const bend: fc.Arbitrary<Bend> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ as: fc.constant("replaced" as const), text: oddJson }) },
  { weight: 2, arbitrary: fc.record({ as: fc.constant("gone" as const) }) },
  fc.record({ as: fc.constant("twice" as const) }),
  { weight: 2, arbitrary: fc.record({ as: fc.constant("beside" as const), key: oddKeys, text: oddJson }) }
)

/** The JSON text of a value with up to three mutations at any depth. */
export const bentJson = (value: Json): fc.Arbitrary<string> => {
  const parts = partsOf(value)
  return fc
    .array(fc.tuple(fc.nat(parts - 1), bend), { minLength: 1, maxLength: 3 })
    .map((bends) => written(value, new Map(bends)))
}

/** The number of values in a value, including itself. */
const partsOf = (value: Json): number =>
  typeof value !== "object" || value === null
    ? 1
    : 1 + Object.values(value).reduce<number>((sum, part) => sum + partsOf(part), 0)

/** Compact JSON with mutations, which are numbered in the order of writing. */
const written = (value: Json, bends: ReadonlyMap<number, Bend>): string => {
  let count = -1
  const members = (key: string, part: Json): ReadonlyArray<string> => {
    count += 1
    const found = bends.get(count)
    const plain = `${key}${textOf(part)}`
    switch (found?.as) {
      case undefined:
        return [plain]
      case "replaced":
        return [key + found.text]
      case "gone":
        return []
      case "twice":
        return [plain, plain]
      case "beside":
        return [plain, key === "" ? found.text : `${found.key}:${found.text}`]
    }
  }
  const textOf = (part: Json): string => {
    if (typeof part !== "object" || part === null) return JSON.stringify(part)
    if (Array.isArray(part)) return `[${part.flatMap((each: Json) => members("", each)).join(",")}]`
    return `{${Object.entries(part)
      .flatMap(([key, each]) => members(`${JSON.stringify(key)}:`, each))
      .join(",")}}`
  }
  return members("", value).join("")
}
