import { withCluster } from "@countersign/bench/run/cluster"
import type { Outcome, Run, RunSettings } from "./report/Recorded.ts"

/** Creates a database of the run's server, and returns its URL. */
type Databases = (name: string) => Promise<string>

/** A soak test with a store in memory, and the same one on a PostgreSQL server with these settings. */
export const onBothStores = (
  name: string,
  says: Readonly<Record<"memory" | "postgres", string>>,
  {
    run,
    settings,
    ...size
  }: Pick<Run, "fullSize" | "unit"> & {
    readonly settings?: Readonly<Record<string, string>>
    readonly run: (settings: RunSettings, database?: Databases) => Promise<Outcome>
  }
): readonly [Run, Run] => [
  { ...size, name: `${name}-memory`, says: says.memory, run: (given) => run(given) },
  {
    ...size,
    name: `${name}-postgres`,
    says: says.postgres,
    run: (given) => withCluster(({ database }) => run(given, database), settings)
  }
]
