import { below, type Line } from "../report/Line.ts"
import { spread } from "../run/statistics.ts"
import { boots } from "./boot.ts"
import { bundle } from "./bundle.ts"
import { install } from "./install.ts"
import { sizes } from "./sizes.ts"

/** What a host has to carry, and an app to load: measured on packed packages, in a folder of their own. */
export const footprintLines = async (times: number): Promise<ReadonlyArray<Line>> => {
  const { folder, remove } = await install("countersign")
  try {
    const { megabytes, packages } = await sizes(folder)
    const client = await bundle(folder, 'export * from "@countersign/client"')
    const started = await boots(folder, times)
    const answered = spread(started.map(({ answered }) => answered))
    const empty = spread(started.map(({ empty }) => empty))
    const idle = spread(started.map(({ idle }) => idle))
    return [
      { ...of("boot to first answer, in memory", "ms"), ...below(answered, 1000) },
      { ...of("an empty program, in turn with it", "ms"), ...empty },
      { ...of("resident, idle", "MB"), ...below(idle, 120) },
      { ...of("the whole client in a browser, minified and gzipped", "kB"), ...spread([client]) },
      { ...of("packages that countersign installs, with itself", "packages"), ...spread([packages]) },
      { ...of("what they take on disk", "MB"), ...spread([megabytes]) }
    ]
  } finally {
    await remove()
  }
}

const of = (name: string, unit: string) => ({ section: "Footprint", name, unit })
