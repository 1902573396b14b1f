import { readdirSync, readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { type Group, groups } from "@countersign/vector-generator"
import type { Case, VectorFile } from "../src/index.ts"

/** The folder of the committed vectors. */
export const folder = fileURLToPath(new URL("../json", import.meta.url))

/** The text of each committed file, by name. */
export const texts: ReadonlyMap<string, string> = new Map(
  readdirSync(folder).map((name) => [name, readFileSync(`${folder}/${name}`, "utf8")])
)

/** The committed files. */
export const files: ReadonlyArray<VectorFile> = [...texts.values()].map((text) => JSON.parse(text))

/** Every committed case with its group and a title. */
export const cases: ReadonlyArray<{ readonly group: Group; readonly title: string; readonly vector: Case }> =
  files.flatMap((file) =>
    file.cases.map((vector) => ({
      group: groupOf(file.group),
      title: `${file.group}, ${vector.operation}: ${vector.name}`,
      vector
    }))
  )

/** Returns the group of this name, or throws an error with the name. */
export function groupOf(name: string): Group {
  const group = groups.find((group) => group.name === name)
  if (group === undefined) throw new Error(`There is no group ${name}`)
  return group
}
