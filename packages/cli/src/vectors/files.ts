import { readFileSync } from "node:fs"
import { createRequire } from "node:module"
import type { VectorFile } from "@countersign/vectors"

const { resolve } = createRequire(import.meta.url)

/** In the order in which a new implementation meets them. Loaded here alone: the other commands start without them. */
const names = async (): Promise<ReadonlyArray<string>> =>
  (await import("@countersign/vectors")).groups.map(({ name }) => name)

/** The text of one file of vectors, to the byte. */
export const textOf = async (group: string): Promise<string> => {
  const known = await names()
  if (!known.includes(group)) throw new Error(`There is no group ${group}. There are: ${known.join(", ")}`)
  return read(group)
}

const read = (group: string) => readFileSync(resolve(`@countersign/vectors/json/${group}.json`), "utf8")

/** All of them, by group. */
export const texts = async (): Promise<ReadonlyMap<string, string>> =>
  new Map((await names()).map((group) => [group, read(group)]))

/** The same, read. */
export const files = async (): Promise<ReadonlyArray<VectorFile>> =>
  [...(await texts()).values()].map((text) => JSON.parse(text))
