import { peerFlows } from "../peers/flows.ts"
import type { Flow } from "./Flow.ts"
import { firstLeg, refresh } from "./refresh.ts"

/** Every flow, by its name. */
export const flows: ReadonlyArray<Flow> = [firstLeg, refresh, ...peerFlows]

/** HTTP requests in one run of a flow. */
export const requestsOf = (name: string): number => {
  const flow = flows.find((each) => each.name === name)
  if (flow === undefined) throw new Error(`there is no flow ${name}`)
  return flow.requests
}
