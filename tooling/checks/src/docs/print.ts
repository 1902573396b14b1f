import { kinds, reports } from "../field/corpus.ts"
import { fieldPage } from "./field.ts"

/** The pages that are printed on request, because their data is in the repository. */
const pages: Readonly<Record<string, () => string>> = { field: () => fieldPage(reports(), kinds()) }

const [name = ""] = process.argv.slice(2)
const render = Object.hasOwn(pages, name) ? pages[name] : undefined
if (render === undefined) throw new Error(`Usage: npm run print -- ${Object.keys(pages).join(" | ")}`)
process.stdout.write(render())
