import { kinds } from "./kinds.ts"
import { type ServerSpec, usage } from "./ServerSpec.ts"

// Started by fork with its spec as JSON. Sends `ready` once, and its usage on request.
const spec: ServerSpec = JSON.parse(process.argv[2] ?? "")
const { start } = await kinds[spec.kind]()
const { close, port, seed, statements } = await start(spec)

process.on("message", (question) => {
  if (question === "usage") process.send?.(usage(statements()))
})
process.on("disconnect", () => void close().finally(() => process.exit()))
process.send?.({ port, seed })
