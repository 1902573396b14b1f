import {
  type Ceremony,
  filesThatShow,
  isName,
  type Requirement,
  type Standard,
  type Step
} from "../standards/Requirement.ts"
import type { TestFile } from "../threats/testTitles.ts"
import { notice } from "./notice.ts"
import { escaped, link } from "./threats.ts"

/** Prints each requirement of a standard, its implementation, and its test or the reason why it has none. */
export const standardsPage = (
  standards: ReadonlyArray<Standard>,
  ceremonies: ReadonlyArray<Ceremony>,
  files: ReadonlyArray<TestFile>
): string =>
  [
    notice,
    "# Standards\n",
    INTRODUCTION,
    ...standards.flatMap(({ requirements, title }) => [
      `## ${title}\n`,
      "| Number | Requirement | Implementation | Evidence |",
      "|---|---|---|---|",
      ...requirements.map((each) => row([each.number, each.rule, each.does, evidence(each, files)])),
      ""
    ]),
    "## WebAuthn Level 3, step by step\n",
    STEPS,
    ...ceremonies.flatMap(({ steps, title }) => [
      `### ${title}\n`,
      "| Step | Requirement | Implementation | Where | Evidence |",
      "|---|---|---|---|---|",
      ...steps.map((step) => row([step.number, step.rule, step.does, placeOf(step), evidence(step, files)])),
      ""
    ])
  ].join("\n")

const INTRODUCTION = `Requirements of the standards that apply to this software, what it does for each, and the evidence: a row of
[threats](threats.md), an invariant of [the security model](../security.md), or a test named by its title. Unmet requirements
are marked. This is a self-assessment and not a certificate. The checks fail where a row has neither a test nor a reason.
`

const STEPS = `The steps of both ceremonies in the order of sections 7.1 and 7.2. Beside them: user handles of 1 to 64 bytes (P8),
challenges of 16 bytes at least (P15), and the standard's own test vectors (P2, P9, P11, P12).
`

const placeOf = ({ where }: Step): string => (where === undefined ? "" : link(where))

const evidence = ({ reason, shownBy }: Requirement, files: ReadonlyArray<TestFile>): string => {
  const names = shownBy.filter(isName).join(" ")
  const titles = shownBy
    .filter((words) => !isName(words))
    .map((words) => `“${words}” in ${filesThatShow(files, words).map(link).join(", ")}`)
  return [names, ...titles, reason ?? ""].filter((text) => text !== "").join("; ")
}

const row = (cells: ReadonlyArray<string>): string => `| ${cells.map(escaped).join(" | ")} |`
