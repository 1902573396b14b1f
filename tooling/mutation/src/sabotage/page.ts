import { writeFileSync } from "node:fs"
import { table } from "@countersign/checks"
import type { Verdict } from "./verdict.ts"

/** Writes the page of a complete run. */
export const write = (verdicts: ReadonlyArray<Verdict>): void =>
  writeFileSync(new URL("../../../../docs/generated/sabotage.md", import.meta.url), page(verdicts))

/** Returns the page of a complete run: a row per edit, in the order of the pages. */
export const page = (verdicts: ReadonlyArray<Verdict>): string =>
  `${[
    "# Tests of removed defences",
    "",
    "Measured by `npm run sabotage`, not printed from the code: [how to run and read it](../maintain/mutation.md#remove-a-defence).",
    "Each edit removes a defence against one of [the threats](../maintain/threats.md). A test that names the threat must fail.",
    "",
    table(
      ["threat", "removed", "file", "detected by"],
      verdicts.map(({ noticedBy = "**no test**", sabotage: { file, removes, row } }) => [
        ...[row, removes, `\`${file}\``, noticedBy.replaceAll("<", "&lt;")]
      ])
    )
  ].join("\n")}\n`
