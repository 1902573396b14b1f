import { resolve } from "node:path"
import { pathToFileURL } from "node:url"
import type { CountersignOptions } from "countersign"

/** The export `default` or `options` of a module: the options, a promise of them, or a function that makes them. */
export const optionsOf = async (file: string): Promise<CountersignOptions> => {
  const module: unknown = await import(pathToFileURL(resolve(file)).href)
  const { default: standard, options = standard } = { options: undefined, default: undefined, ...Object(module) }
  const made = await (typeof options === "function" ? options() : options)
  if (typeof made === "object" && made !== null) return made
  throw new Error("it exports none. Export what you give to createCountersign: export const options = { ... }")
}
