import { readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { snippetsOf } from "@countersign/checks"

/** The root of the repository. */
export const root = fileURLToPath(new URL("../../../", import.meta.url))

/** The commands of a step, word for word as the page has them. */
export const step = (page: string, name: string): string => block(page, `step=${name}`)

/** The file that the page tells its reader to make. */
export const file = (page: string, name: string): string => block(page, `file=${name}`)

/** The program that the page has its reader run. */
export const program = (page: string, name: string): string => block(page, `run=${name}`)

/** What the page says is printed. */
export const output = (page: string, name: string): string => block(page, `output=${name}`)

const block = (page: string, info: string): string => {
  const found = snippetsOf(readFileSync(`${root}${page}`, "utf8")).filter((snippet) => snippet.info === info)
  const [snippet] = found
  if (snippet === undefined || found.length > 1) throw new Error(`${page} has ${found.length} blocks of ${info}`)
  return snippet.code
}
