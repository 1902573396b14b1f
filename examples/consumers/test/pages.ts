import { readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { snippetsOf } from "@countersign/checks"

/** The root of the repository. */
export const root = fileURLToPath(new URL("../../../", import.meta.url))

/** The commands of a step, exactly as on the page. */
export const step = (page: string, name: string): string => block(page, `step=${name}`)

/** The contents of a file that the page has the reader create. */
export const file = (page: string, name: string): string => block(page, `file=${name}`)

/** The program that the page has the reader run. */
export const program = (page: string, name: string): string => block(page, `run=${name}`)

/** The output that the page shows. */
export const output = (page: string, name: string): string => block(page, `output=${name}`)

const block = (page: string, info: string): string => {
  const found = snippetsOf(readFileSync(`${root}${page}`, "utf8")).filter((snippet) => snippet.info === info)
  const [snippet] = found
  if (snippet === undefined || found.length > 1) throw new Error(`${page} has ${found.length} blocks of ${info}`)
  return snippet.code
}
