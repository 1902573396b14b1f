import { writeFileSync } from "node:fs"
import type { Verdict } from "./verdict.ts"

/** Writes the page of a whole run. */
export const write = (verdicts: ReadonlyArray<Verdict>): void =>
  writeFileSync(new URL("../../../../docs/generated/sabotage.md", import.meta.url), page(verdicts))

/** The page of a whole run: a row per edit, in the order of the threats. */
export const page = (verdicts: ReadonlyArray<Verdict>): string =>
  `${[
    "# Defences, removed",
    "",
    "Measured by `npm run sabotage`, not printed from the code: [how to run and read it](../maintain/mutation.md#remove-a-defence).",
    "Each edit removes a defence of [the threats](../maintain/threats.md); a test that names the threat has to fail.",
    "",
    "| row | removed | in | noticed by |",
    "| --- | --- | --- | --- |",
    ...verdicts.map(
      ({ noticedBy, sabotage: { file, removes, row } }) =>
        `| ${[row, removes, `\`${file}\``, noticedBy ?? "**no test**"].map(escaped).join(" | ")} |`
    )
  ].join("\n")}\n`

const escaped = (text: string): string => text.replaceAll("|", "\\|").replaceAll("<", "&lt;")
