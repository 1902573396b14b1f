import { BaseSequencer, type TestSpecification } from "vitest/node"

/** The files that take longest, measured in `npm test`, in the order of their start. */
const LONG = [
  ...["sandbox-server/test/commands", "web-wallet/test/browser/journey", "web-wallet/test/browser/keyboard"],
  ...[
    "web-wallet/test/browser/operator",
    "web-wallet/test/browser/recovery",
    "web-wallet/test/browser/attackers",
    "web-wallet/test/browser/access",
    "web-wallet/test/browser/panes",
    "web-wallet/test/browser/page",
    "sandbox-server/test/readme"
  ],
  ...["consumers/test/types", "consumers/test/boot", "consumers/test/readme", "consumers/test/modules"],
  ...["sqlite-store/test/nodeTest", "countersign/test/faults/racesOnPostgres", "postgres/test/suite"],
  ...["faults/twoNodes", "faults/racesOnMemory", "test/dynamicLinking", "memory/test/suite", "webhooks/tenants"],
  ...["faults/killed", "faults/killedWebhooks", "faults/timedOutcomes", "vectors/test/python", "smtp/test/worker"],
  ...["testkit/test/mutants", "testkit/test/hostMutants", "sqlite-store/test/suite", "testkit/test/storeSuite"],
  ...["test/sandboxModules", "http/test/plain", "test/pythonClient", "test/ledger"]
].map((path) => `/${path}.test.ts`)

/**
 * Starts the long files first, so that the end of the run does not wait for one of them. Files whose project shares its
 * processes stay next to each other, because the process ends when another project's file comes between them.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const order = sorted.map(groupOf).toSorted()
    return sorted.toSorted(
      (one, other) => order.indexOf(groupOf(one)) - order.indexOf(groupOf(other)) || rankOf(one) - rankOf(other)
    )
  }
}

const rankOf = ({ moduleId }: TestSpecification): number => {
  const rank = LONG.findIndex((ending) => moduleId.endsWith(ending))
  return rank === -1 ? LONG.length : rank
}

/** The long files that share no process, then those that share one, project by project, then the rest. */
const groupOf = (file: TestSpecification): string => {
  if (!file.project.config.isolate) return `1 ${file.project.name}`
  return rankOf(file) < LONG.length ? "0" : "2"
}
