import type { Advisory } from "../threats/advisories/Advisory.ts"
import { notice } from "./notice.ts"
import { escaped } from "./threats.ts"

/** Prints what went wrong in comparable software, what it taught us, and the threats that hold against it. */
export const advisoriesPage = (advisories: ReadonlyArray<Advisory>): string =>
  [
    notice,
    "# Advisories in comparable software\n",
    INTRODUCTION,
    "| Advisory | In | What went wrong | The lesson | Rows |",
    "|---|---|---|---|---|",
    ...advisories.map(
      ({ cause, id, lesson, library, rows }) =>
        `| ${[id, library, cause, lesson, rows.join(" ")].map(escaped).join(" | ")} |`
    ),
    ""
  ].join("\n")

const INTRODUCTION = `What went wrong since 2023 in libraries and servers that do what this one does, and the rows of
[threats](threats.md) that hold against it. The checks fail where a row named here has no test: a release is held until it
has one again. Where the fault was in a package that we install, too, [the lock file](dependencies.md#the-lock-file) is held to a
version without it.
`
