import { targetOf } from "@countersign/bench/load/targetOf"
import { actsOf } from "./actsOf.ts"
import { keepPace, type Pace } from "./keepPace.ts"

// Started by fork. Runs one pace after another and answers each. Connections and users are reused for equal targets.
const known = new Map<string, ReturnType<typeof actsOf>>()

const runPace = async ({ flow, millis, perSecond, port, seed, users }: Pace) => {
  const name = `${port} ${flow} ${users}`
  const acts = known.get(name) ?? actsOf(targetOf(port, seed), flow, users)
  known.set(name, acts)
  return keepPace(await acts, { perSecond, millis })
}

process.on("message", (order: Pace) => {
  runPace(order).then(
    (paced) => process.send?.(paced),
    (error: Error) => process.send?.({ failed: error.message })
  )
})
process.on("disconnect", () => process.exit())
