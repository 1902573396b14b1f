import { readFileSync } from "node:fs"
import { createRequire } from "node:module"
import type { VectorFile } from "@countersign/vectors"

const { resolve } = createRequire(import.meta.url)

/** The groups in the recommended order. Loaded only here, so that the other commands start without them. */
const names = async (): Promise<ReadonlyArray<string>> => (await import("@countersign/vectors")).groupNames

/** Returns the exact text of one vector file. */
export const textOf = async (group: string): Promise<string> => {
  const known = await names()
  if (!known.includes(group)) throw new Error(`There is no group ${group}. The groups are: ${known.join(", ")}`)
  return read(group)
}

const read = (group: string) => readFileSync(resolve(`@countersign/vectors/json/${group}.json`), "utf8")

/** Returns all files by group. */
export const texts = async (): Promise<ReadonlyMap<string, string>> =>
  new Map((await names()).map((group) => [group, read(group)]))

/** Returns all files, parsed. */
export const files = async (): Promise<ReadonlyArray<VectorFile>> =>
  [...(await texts()).values()].map((text) => JSON.parse(text))
