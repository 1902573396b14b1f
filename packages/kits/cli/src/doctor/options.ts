import { resolve } from "node:path"
import { pathToFileURL } from "node:url"
import type { ConfigurationFinding, CountersignOptions } from "countersign"
import { type Finding, fails, passes } from "../Finding.ts"
import { type Terminal, withoutSecrets } from "../Terminal.ts"

/**
 * Checks the options that a module exports, and its keys against those in use on its database. The findings about options
 * are the errors that `createCountersign` would throw.
 */
export const examineModule = async (file: string, env: Terminal["env"]): Promise<ReadonlyArray<Finding>> => {
  const { examineKeys, examineOptions } = await import("countersign")
  const findings = (check: string, found: ReadonlyArray<ConfigurationFinding>) =>
    found.length === 0
      ? [passes(check)]
      : found.map(({ message, option }) => fails(check, option, withoutSecrets(message, env)))
  try {
    const options = await optionsOf(file)
    const found = examineOptions(options)
    if (found.length > 0 || options.store === undefined) return findings("OPTIONS", found)
    return [passes("OPTIONS"), ...findings("KEYS_IN_USE", await examineKeys(options))]
  } catch (error) {
    const [why = ""] = (error instanceof Error ? error.message : String(error)).split("\n")
    return [fails("OPTIONS", "NOT_READ", withoutSecrets(`${file} does not provide its options: ${why}`, env))]
  }
}

/** Returns the export `default` or `options` of a module: the options, a promise of them, or a function for them. */
export const optionsOf = async (file: string): Promise<CountersignOptions> => {
  const module: unknown = await import(pathToFileURL(resolve(file)).href)
  const { default: standard, options = standard } = { options: undefined, default: undefined, ...Object(module) }
  const made = await (typeof options === "function" ? options() : options)
  if (typeof made === "object" && made !== null) return made
  throw new Error("it has no such export. Export the options of createCountersign: export const options = { ... }")
}
