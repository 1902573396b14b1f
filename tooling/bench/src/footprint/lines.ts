import { below, type Line } from "../report/Line.ts"
import type { Cluster } from "../run/cluster.ts"
import type { Load } from "../run/startLoad.ts"
import { spread } from "../run/statistics.ts"
import { boots } from "./boot.ts"
import { bundle } from "./bundle.ts"
import { install } from "./install.ts"
import { sizes } from "./sizes.ts"
import { underLoad } from "./underLoad.ts"

/** Where a service is loaded, and how often each thing is measured. */
export interface Footing {
  readonly cluster: Cluster
  readonly load: Load
  readonly times: number
}

/** What a host has to carry, and an app to load: measured on packed packages, in a folder of their own. */
export const footprintLines = async ({ cluster, load, times }: Footing): Promise<ReadonlyArray<Line>> => {
  const { folder, remove } = await install(["countersign"])
  try {
    const { megabytes, packages } = await sizes(folder)
    const client = await bundle(folder, 'export * from "@countersign/client"')
    const started = await boots(folder, times)
    const answered = spread(started.map(({ answered }) => answered))
    const empty = spread(started.map(({ empty }) => empty))
    const relative = spread(started.map(({ answered, empty }) => answered / empty))
    const idle = spread(started.map(({ idle }) => idle))
    const loaded = spread(await underLoad(cluster, load, times))
    return [
      { ...of("boot to first answer, in memory", "ms"), ...below(answered, 1000) },
      { ...of("an empty program, in turn with it", "ms"), ...empty },
      { ...of("boot to first answer, in empty programs", "times"), ...relative },
      { ...of("resident, idle", "MB"), ...below(idle, 120) },
      { ...of("resident, in Express on PostgreSQL, 32 users refreshing", "MB"), ...loaded },
      { ...of("the whole client in a browser, minified and gzipped", "kB"), ...spread([client]) },
      { ...of("packages that countersign installs, with itself", "packages"), ...spread([packages]) },
      { ...of("what they take on disk", "MB"), ...spread([megabytes]) }
    ]
  } finally {
    await remove()
  }
}

const of = (name: string, unit: string) => ({ section: "Footprint", name, unit })
