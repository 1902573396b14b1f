import type { Profiler } from "node:inspector"

const CLIENT = "bench"
const IDLE = "idle"
const REST = "rest"

/** Samples of the engine itself, by the name that it gives them. */
const SPECIAL = new Map([
  ["(garbage collector)", "garbage collection"],
  ["(idle)", IDLE],
  ["(program)", REST]
])

/** The parts of a call, by the address of the script. The first that matches has the function. */
const PARTS: ReadonlyArray<readonly [string, RegExp]> = [
  ["HTTP package", /packages\/http\//u],
  ["core: operations", /packages\/core\/\w+\/(?:operations|ports)\//u],
  ["core: records, codecs", /packages\/core\/\w+\/(?:store|kernel)\//u],
  ["core: rules", /packages\/(?:core|account-types)\//u],
  ["memory store", /adapters\/memory\//u],
  ["wiring and workers", /packages\/countersign\//u],
  ["wire and crypto adapters", /packages\/wire\/|adapters\/(?:node-crypto|passkeys|oidc)\//u],
  ["node:crypto", /^node:(?:internal\/)?crypto/u],
  ["Effect", /node_modules\/effect\//u],
  ["Node's HTTP and streams", /^node:(?:_http|internal\/(?:streams|http|process)|events|stream|net)/u],
  [CLIENT, /tooling\/bench\//u]
]

/** Where the samples of ours are: those of the bench and idle ones are not counted. */
export interface Parts {
  readonly parts: ReadonlyArray<{ readonly name: string; readonly share: number }>
  /** The samples of no part, as a share too. */
  readonly rest: number
}

/** Self time by part. */
export const partsOf = (profiles: ReadonlyArray<Profiler.Profile>): Parts => {
  const counts = new Map<string, number>()
  for (const { nodes } of profiles) {
    const byId = new Map(nodes.map((node) => [node.id, node]))
    const visit = ({ callFrame, children = [], hitCount = 0 }: Profiler.ProfileNode, caller: string): void => {
      const { functionName, url } = callFrame
      // A function without a part, such as a builtin, belongs to the part that calls it.
      const part = SPECIAL.get(functionName) ?? PARTS.find(([, pattern]) => pattern.test(url))?.[0] ?? caller
      counts.set(part, (counts.get(part) ?? 0) + hitCount)
      for (const id of children) {
        const child = byId.get(id)
        if (child !== undefined) visit(child, part)
      }
    }
    if (nodes[0] !== undefined) visit(nodes[0], REST)
  }
  const own = [...counts].filter(([name]) => name !== IDLE && name !== CLIENT)
  const total = own.reduce((sum, [, count]) => sum + count, 0)
  const shares = own.map(([name, count]) => ({ name, share: count / total })).toSorted((a, b) => b.share - a.share)
  return {
    parts: shares.filter(({ name }) => name !== REST),
    rest: shares.find(({ name }) => name === REST)?.share ?? 0
  }
}
