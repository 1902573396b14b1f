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

/** A part, and its share of the samples. */
export interface Part {
  readonly name: string
  readonly share: number
}

/** Where the samples of ours are: those of the bench and idle ones are not counted. */
export interface Parts {
  readonly parts: ReadonlyArray<Part>
  /** The samples of no part, as a share too. */
  readonly rest: number
  /** The samples of the bench itself, relative to those of ours. */
  readonly client: number
  /** Functions by self time, with their file, line and part. */
  readonly functions: ReadonlyArray<Part>
}

/** Self time by part and by function. */
export const partsOf = (profiles: ReadonlyArray<Profiler.Profile>): Parts => {
  const parts = new Map<string, number>()
  const functions = new Map<string, number>()
  const add = (to: Map<string, number>, name: string, count: number) => to.set(name, (to.get(name) ?? 0) + count)
  for (const { nodes } of profiles) {
    const byId = new Map(nodes.map((node) => [node.id, node]))
    const visit = ({ callFrame, children = [], hitCount = 0 }: Profiler.ProfileNode, caller: string): void => {
      const { functionName, lineNumber, url } = callFrame
      // A function without a part, such as a builtin, belongs to the part that calls it.
      const part = SPECIAL.get(functionName) ?? PARTS.find(([, pattern]) => pattern.test(url))?.[0] ?? caller
      if (hitCount > 0) add(parts, part, hitCount)
      if (hitCount > 0 && part !== IDLE) {
        add(functions, `${functionName} ${url.split("/").slice(-2).join("/")}:${lineNumber + 1}, ${part}`, hitCount)
      }
      for (const id of children) {
        const child = byId.get(id)
        if (child !== undefined) visit(child, part)
      }
    }
    if (nodes[0] !== undefined) visit(nodes[0], REST)
  }
  const total = [...parts].reduce((sum, [name, count]) => sum + (name === IDLE || name === CLIENT ? 0 : count), 0)
  const shares = (counts: ReadonlyMap<string, number>): ReadonlyArray<Part> =>
    [...counts].map(([name, count]) => ({ name, share: count / total })).toSorted((a, b) => b.share - a.share)
  const all = shares(parts).filter(({ name }) => name !== IDLE)
  return {
    parts: all.filter(({ name }) => name !== REST && name !== CLIENT),
    rest: all.find(({ name }) => name === REST)?.share ?? 0,
    client: all.find(({ name }) => name === CLIENT)?.share ?? 0,
    functions: shares(functions)
  }
}
