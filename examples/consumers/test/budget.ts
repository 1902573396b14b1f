import { readFileSync } from "node:fs"
import { root } from "./pages.ts"

const page = readFileSync(`${root}docs/reference/packages.md`, "utf8")

/** The budget in docs/reference/packages.md, in the unit of its table. */
export const budget = (thing: string): number => {
  const row = page.split("\n").find((line) => line.startsWith(`| ${thing} |`))
  const cell = row?.split("|").at(-2)?.trim() ?? ""
  const figure = Number.parseFloat(cell)
  if (Number.isNaN(figure)) throw new Error(`docs/reference/packages.md has no budget for ${thing}`)
  return figure
}
