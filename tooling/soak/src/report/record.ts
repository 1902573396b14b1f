import { readFile, writeFile } from "node:fs/promises"
import { page, type Recorded } from "./Recorded.ts"

/** Puts a run in the place of the last one of its name, where the other generated pages stand. */
export const record = async (run: Recorded): Promise<void> => {
  const folder = new URL("../../../../docs/generated/", import.meta.url)
  const file = new URL("soak.json", folder)
  const before: ReadonlyArray<Recorded> = JSON.parse(await readFile(file, "utf8").catch(() => "[]"))
  const all = [...before.filter(({ name }) => name !== run.name), run].toSorted((a, b) => (a.name < b.name ? -1 : 1))
  await writeFile(file, `${JSON.stringify(all, undefined, 1)}\n`)
  await writeFile(new URL("soak.md", folder), page(all))
}
