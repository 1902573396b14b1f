import { writeFile } from "node:fs/promises"
import { chart } from "./chart.ts"
import { page } from "./page.ts"
import type { Report } from "./Report.ts"

/** Writes what a whole run came to, where the other generated pages stand. */
export const write = async (report: Report): Promise<void> => {
  const folder = new URL("../../../../docs/generated/", import.meta.url)
  await writeFile(new URL("bench.json", folder), `${JSON.stringify(rounded(report))}\n`)
  await writeFile(new URL("bench.md", folder), page(report))
  await writeFile(new URL("bench.svg", folder), chart(report.lines))
}

/** Three digits after the point say more than a shared machine knows. */
const rounded = (report: Report): unknown =>
  JSON.parse(
    JSON.stringify(report, (_, value) => (typeof value === "number" ? Math.round(value * 1000) / 1000 : value))
  )
