import { once } from "node:events"
import { Session } from "node:inspector/promises"
import { kinds } from "./kinds.ts"
import { partsOf } from "./parts.ts"
import type { ServerSpec } from "./ServerSpec.ts"

// Started by fork. Answers its first message, the spec, with its port and its seed, and then one question at a time.
const spec: ServerSpec = JSON.parse(String((await once(process, "message"))[0]))
const { start } = await kinds[spec.kind]()
const { close, port, seed, statements, written } = await start(spec)
const session = new Session()

const answers: Readonly<Record<string, () => object | Promise<object>>> = {
  usage: () => {
    // Of all threads: V8 compiles and collects garbage in threads of its own.
    const { system, user } = process.cpuUsage()
    return { cpu: user + system, statements: statements() }
  },
  written,
  profile: async () => {
    session.connect()
    await session.post("Profiler.enable")
    await session.post("Profiler.setSamplingInterval", { interval: 250 })
    return session.post("Profiler.start")
  },
  parts: async () => {
    const { profile } = await session.post("Profiler.stop")
    session.disconnect()
    return partsOf(profile)
  }
}

process.on("message", async (question) => process.send?.(JSON.stringify((await answers[String(question)]?.()) ?? {})))
process.on("disconnect", () => void close().finally(() => process.exit()))
process.send?.(JSON.stringify({ port, seed }))
