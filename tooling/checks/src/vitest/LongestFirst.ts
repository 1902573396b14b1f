import { BaseSequencer, type TestSpecification } from "vitest/node"

/** The files that take longest: those of the gate, and four of `npm test`. */
const LONG = /\.gate\.test\.|\/(?:browser\/journey|postgres\/test\/suite|webhooks\/tenants|service\/ledger)\.test\./u

/**
 * Starts the long files first, so that the end of the run does not wait for one of them. Files whose project shares its
 * processes stay next to each other, because the process ends when another project's file comes between them.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const order = sorted.map(groupOf).toSorted()
    return sorted.toSorted(
      (one, other) =>
        order.indexOf(groupOf(one)) - order.indexOf(groupOf(other)) || Number(isLong(other)) - Number(isLong(one))
    )
  }
}

const isLong = ({ moduleId }: TestSpecification): boolean => LONG.test(moduleId)

/** The long files that share no process, then those that share one, project by project, then the rest. */
const groupOf = (file: TestSpecification): string => {
  if (!file.project.config.isolate) return `1 ${file.project.name}`
  return isLong(file) ? "0" : "2"
}
