import { readFileSync, writeFileSync } from "node:fs"
import { table } from "@countersign/checks"
import { edits } from "./edits.ts"
import type { Verdict } from "./verdict.ts"

const page = new URL("../../../../docs/generated/sabotage.md", import.meta.url)

/** Records a run on the page, which has a row per edit. Edits that did not run keep their rows. */
export const write = (verdicts: ReadonlyArray<Verdict>): void => {
  const rowOf = ({ noticedBy = "**no test**", sabotage: { file, removes, row } }: Verdict) =>
    table([row, removes, `\`${file}\``, noticedBy.replaceAll("<", "&lt;")], []).split("\n")[0] ?? ""
  const keyOf = (line: string) => line.split(" | ", 3).join(" | ")
  const lines = [...readFileSync(page, "utf8").split("\n"), ...verdicts.map(rowOf)]
  const rows = new Map(lines.map((line) => [keyOf(line), line]))
  const printed = [
    "# Tests of removed defences\n",
    "Measured by `npm run sabotage`, not printed from the code: [how to run and read it](../maintain/mutation.md#remove-a-defence).",
    "Each edit removes a defence against one of [the threats](../maintain/threats.md). A test that names the threat must fail.\n",
    table(["threat", "removed", "file", "detected by"], []),
    ...edits.map((sabotage) => rowOf({ sabotage, noticedBy: "**not run**" })).map((row) => rows.get(keyOf(row)) ?? row)
  ]
  writeFileSync(page, `${printed.join("\n")}\n`)
}
