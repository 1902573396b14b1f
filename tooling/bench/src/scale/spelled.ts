import type { Json } from "@countersign/core"
import type { Template } from "./templates.ts"

/** The environment of every template. */
const environment = (platform: string): string => `sandbox/${platform}`

/** What the unique keys of a template's record are the digests of. The adapter spells them so; a test compares. */
export const keysOf = (template: Template, platform: string): ReadonlyArray<string> =>
  addressesOf(template, platform, template.collection.unique)

/** What the places of a template's record in the indexes are the digests of. */
export const entriesOf = (template: Template, platform: string): ReadonlyArray<string> =>
  addressesOf(template, platform, template.collection.indexes)

const addressesOf = (
  { body, collection }: Template,
  platform: string,
  declared: Readonly<Record<string, ReadonlyArray<string>>>
): ReadonlyArray<string> =>
  Object.entries(declared).map(([name, fields]) =>
    JSON.stringify([collection.name, environment(platform), name, ...fields.map((field) => textOf(body, field))])
  )

/** Every indexed field of a template is a text. */
const textOf = (body: Json, field: string): string => {
  const value: unknown = Object.entries(body ?? {}).find(([name]) => name === field)?.[1]
  if (typeof value !== "string") throw new Error(`scale: a template lacks the text of ${field}`)
  return value
}
