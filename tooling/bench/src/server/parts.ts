import type { Profiler } from "node:inspector"

const IDLE = "idle"
const REST = "native code"

/** Samples of the engine itself, by the name that it gives them. */
const SPECIAL = new Map([
  ["(garbage collector)", "garbage collection"],
  ["(idle)", IDLE],
  ["(program)", REST]
])

/** The layers of a request, by the address of the script. The first that matches has the function. */
const LAYERS: ReadonlyArray<readonly [string, RegExp]> = [
  ["HTTP package", /\/packages\/http\/|\/adapters\/express\//u],
  ["records and codecs", /\/packages\/core\/\w+\/(?:store|schema)\//u],
  ["operations and rules", /\/packages\/(?:core|countersign|account-types)\//u],
  [
    "crypto and wire",
    /\/packages\/wire\/|\/adapters\/(?:node-crypto|passkeys|oidc)\/|node_modules\/jose|^node:.*crypto/u
  ],
  ["PostgreSQL adapter", /\/adapters\/postgres\//u],
  ["PostgreSQL driver", /\/node_modules\/pg/u],
  ["Effect", /\/node_modules\/effect\//u],
  ["code of the bench", /\/tooling\/bench\//u],
  ["Node's HTTP and Express", /^node:_http|\/node_modules\//u]
]

/** The layer of Node between the functions of others: its event loop and the reads of its sockets. */
const LOOP = "Node's HTTP and Express"

/** The layers of a budget, in the order of a report. */
export const layers: ReadonlyArray<string> = [...LAYERS.map(([name]) => name), "garbage collection", REST]

/** Self time of the main thread by layer, as shares of the time that it was busy. */
export const partsOf = ({ nodes }: Profiler.Profile): Readonly<Record<string, number>> => {
  const counts = new Map<string, number>()
  const byId = new Map(nodes.map((node) => [node.id, node]))
  const visit = ({ callFrame, children = [], hitCount = 0 }: Profiler.ProfileNode, caller: string): void => {
    const { functionName, url } = callFrame
    // A function without a layer, such as a builtin or a stream, belongs to the layer that calls it.
    const layer = SPECIAL.get(functionName) ?? LAYERS.find(([, pattern]) => pattern.test(url))?.[0] ?? caller
    counts.set(layer, (counts.get(layer) ?? 0) + hitCount)
    for (const id of children) {
      const child = byId.get(id)
      if (child !== undefined) visit(child, layer)
    }
  }
  if (nodes[0] !== undefined) visit(nodes[0], LOOP)
  counts.delete(IDLE)
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0)
  return Object.fromEntries([...counts].map(([name, count]) => [name, count / total]))
}
