import { kinds } from "./kinds.ts"
import type { ServerSpec, Usage } from "./ServerSpec.ts"

// Started by fork with its spec as JSON. Sends its ports and its seed once, and its usage on request.
const spec: ServerSpec = JSON.parse(process.argv[2] ?? "")
const { start } = await kinds[spec.kind]()
const { close, ports, seed, statements } = await start(spec)

process.on("message", () => {
  const { system, user } = process.cpuUsage()
  const usage: Usage = { cpu: user + system, statements: statements() }
  process.send?.(JSON.stringify(usage))
})
process.on("disconnect", () => void close().finally(() => process.exit()))
process.send?.(JSON.stringify({ ports, seed }))
