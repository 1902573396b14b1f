import { once } from "node:events"
import { request as http1, type IncomingMessage, type RequestListener } from "node:http"
import { connect, createServer } from "node:http2"
import { hosts } from "@countersign/example-hosts"
import { basic, callers } from "@countersign/harness/world"
import { nodeBridge, nodeGuard } from "@countersign/http/node"
import * as fc from "fast-check"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { listening } from "../../../examples/hosts/src/Host.ts"
import { hostileBodies } from "../../soak/src/hostile/bodies.ts"
import { PREFIX, VERSION } from "./edge/connections.ts"
import { openStage, type Stage } from "./edge/stage.ts"
import { seedOfRun } from "./settings.ts"
import { unitOf } from "./unitOf.ts"

/** A request with a head, or a body, that is designed to be expensive. */
interface Hostile {
  readonly name: string
  readonly method: string
  readonly target: string
  readonly headers: Readonly<Record<string, string | Array<string>>>
  readonly body?: string
}

interface Reply {
  readonly status: number
  readonly size: number
  /** Whether the service replied. Node and Fastify reject some heads before they call it. */
  readonly isOurs: boolean
}

interface Door {
  readonly name: string
  /** The most bytes of a target, or of the headers, that the protocol's own parser lets pass. */
  readonly longest: number
  readonly send: (sent: Hostile) => Promise<Reply>
}

let stage: Stage
const doors: Array<Door> = []
const closers: Array<() => unknown> = []
afterAll(async () => {
  for (const close of closers) await close()
  await stage.close()
})

beforeAll(async () => {
  stage = await openStage()
  const { countersign } = stage.world
  const mount = { handler: countersign.handler, serve: countersign.serve, prefix: PREFIX, isProxied: false }
  for (const [name, host] of [
    ["Express", hosts.express[1]],
    ["Fastify", hosts.fastify[0]],
    ["Koa", hosts.koa[1]],
    ["node:http", hosts.bare[0]]
  ] as const) {
    if (host === undefined) throw new Error("a host was renamed")
    const { close, origin } = await host.listen({ ...mount, parser: "none" })
    closers.push(close)
    doors.push({ name, longest: 15_000, send: overHttp1(origin) })
  }
  const [customerId = ""] = stage.known.get("Customer") ?? []
  const users = countersign.forUser(() => ({ platformId: "alpha", mode: "sandbox", customerId }))
  const guard = nodeGuard(countersign.api.in({ platformId: "alpha", mode: "sandbox" }).requireSession())
  const routes: ReadonlyArray<readonly [string, RequestListener]> = [
    ["", nodeBridge(countersign, { prefix: PREFIX })],
    [", forUser", nodeBridge(users, { prefix: PREFIX })],
    [
      ", guard",
      async (request, response) => {
        if ((await guard(request, response)) !== undefined) response.end()
      }
    ]
  ]
  for (const [what, listener] of routes) {
    if (what !== "") {
      const { close, origin } = await listening(listener)
      closers.push(close)
      doors.push({ name: `node:http${what}`, longest: 15_000, send: overHttp1(origin) })
    }
    // The types of Node keep the requests of HTTP/2 apart; their compatibility API is what a host mounts.
    const server = createServer({}, (request, response) => void Reflect.apply(listener, undefined, [request, response]))
    await once(server.listen(0, "127.0.0.1"), "listening")
    const session = connect(`http://127.0.0.1:${Object(server.address()).port}`)
    closers.push(
      () => session.destroy(),
      () => server.close()
    )
    doors.push({ name: `HTTP/2${what}`, longest: 57_000, send: overHttp2(session) })
  }
})

const overHttp1 =
  (origin: string) =>
  ({ body, headers, method, target }: Hostile): Promise<Reply> =>
    new Promise((resolve, reject) => {
      const { hostname, port } = new URL(origin)
      const sentHeaders = Object.fromEntries(
        Object.entries(headers).map(([name, value]) => [name, typeof value === "string" ? value : [...value]])
      )
      const sent = http1({ hostname, port, method, path: target, headers: sentHeaders }, (answer: IncomingMessage) => {
        let size = 0
        answer.on("data", (chunk: Buffer) => {
          size += chunk.length
        })
        answer.on("end", () =>
          resolve({ status: answer.statusCode ?? 0, size, isOurs: answer.headers["x-request-id"] !== undefined })
        )
      })
      sent.on("error", reject)
      sent.end(body)
    })

const overHttp2 =
  (session: ReturnType<typeof connect>) =>
  ({ body, headers, method, target }: Hostile): Promise<Reply> =>
    new Promise((resolve, reject) => {
      const sent = session.request(
        { ":method": method, ":path": target, ...headers },
        { endStream: body === undefined }
      )
      let [size, status, isOurs] = [0, 0, false]
      sent.on("response", (answer) => {
        status = Number(answer[":status"])
        isOurs = answer["x-request-id"] !== undefined
      })
      sent.on("data", (chunk: Buffer) => {
        size += chunk.length
      })
      sent.on("end", () => resolve({ status, size, isOurs }))
      sent.on("error", reject)
      if (body !== undefined) sent.end(body)
    })

const authorization = basic(callers.a)

const filled = (unit: string, length: number): string => unit.repeat(Math.floor(length / unit.length))

/** Targets of up to `length` bytes. `path` has an endpoint whose query is read. */
const targets = (path: string, length: number): ReadonlyArray<readonly [string, string]> => {
  const numbered = (unit: (nth: number) => string) => {
    let text = ""
    for (let nth = 0; text.length < length - 60; nth += 1) text += unit(nth)
    return text
  }
  return [
    ["one parameter, repeated", `${path}?${filled("a=1&", length)}`],
    ["one escaped parameter, repeated", `${path}?${filled("%61=1&", length)}`],
    ["an empty name, repeated", `${path}?${filled("=&", length)}`],
    ["parameters that differ", `${path}?${numbered((nth) => `k${nth}=${nth}&`)}`],
    ["32 unknown parameters", `${path}?${Array.from({ length: 32 }, (_, at) => `${"k".repeat(at + 8)}=1`).join("&")}`],
    ["two parameters, in turn", `${path}?${filled("limit=1&cursor=1&", length)}`],
    ["one long value", `${path}?cursor=${filled("A", length)}`],
    ["one long value of escapes", `${path}?cursor=${filled("%E2%82%AC", length)}`],
    ["separators", `${path}?${filled("&", length)}`],
    ["equals signs", `${path}?${filled("=", length)}`],
    ["a long segment", `${path}/${filled("a", length)}`],
    ["segments", `${path}${filled("/a", length)}`],
    ["dot segments", `${path}${filled("/a/..", length)}`],
    ["slashes", `${path}${filled("/", length)}`],
    ["escapes in the path", `${path}/${filled("%E2%82%AC", length)}`],
    ["unfinished escapes", `${path}/${filled("%2", length)}`]
  ]
}

/** Headers that the edge, a guard, `forUser` or an endpoint reads. */
const READ = [
  ...["authorization", "cookie", "content-type", "idempotency-key", "origin", "request-id", "sandbox-fault"],
  ...[
    "service-client-address",
    "service-client-user-agent",
    "service-wallet-signature",
    "session-proof",
    "traceparent"
  ],
  ...["user-agent", "x-forwarded-for", "x-request-id", "b3", "tracestate", "if-none-match"]
]

const headers = (length: number): ReadonlyArray<readonly [string, Hostile["headers"]]> => [
  ...READ.flatMap((name) =>
    ["a", " a", ",", "=;", "basic ", "-0", "eyJ", ":/"].map(
      (unit) => [`${name} of ${JSON.stringify(unit)}`, { authorization, [name]: `x${filled(unit, length)}x` }] as const
    )
  ),
  ["many headers", { authorization, ...Object.fromEntries(Array.from({ length: 110 }, (_, at) => [`x-${at}`, "a"])) }],
  ["one header, repeated", { authorization, "x-a": Array.from({ length: 110 }, () => "a") }],
  ["cookies, one a line", { authorization, cookie: Array.from({ length: 110 }, (_, at) => `c${at}=1`) }]
]

/** On an idle machine a unit is 0.6 ms, and the most expensive request takes 2 ms with its client, on Express. */
const UNITS = 16

interface Cost extends Reply {
  /** The least wall time and processor time over the repeats, with the client, in milliseconds. */
  readonly wall: number
  readonly cpu: number
}

const costOf = async ({ send }: Door, sent: Hostile, enough: number): Promise<Cost> => {
  let cost: Cost = { status: 0, size: 0, isOurs: false, wall: Number.POSITIVE_INFINITY, cpu: Number.POSITIVE_INFINITY }
  for (let repeat = 0; repeat < 40 && cost.cpu > enough; repeat += 1) {
    const [began, before] = [performance.now(), process.cpuUsage()]
    const reply = await send(sent)
    const { system, user } = process.cpuUsage(before)
    cost = {
      ...reply,
      wall: Math.min(cost.wall, performance.now() - began),
      cpu: Math.min(cost.cpu, (system + user) / 1000)
    }
  }
  return cost
}

/** Sends requests through every door. A refusal of a head has at most 1 KiB. */
const requireBounded = async (of: (door: Door) => ReadonlyArray<Hostile>, longestReply: number) => {
  const limit = unitOf() * UNITS
  // `FIGURES=1` prints them, and measures each request as often as the most expensive one.
  const isMeasured = process.env.FIGURES === "1"
  const isWithin = ({ isOurs, size, status }: Reply) => !isOurs || status < 400 || size <= longestReply
  const lines = [
    "| Door | Requests | Longest, ms | Median, ms | Longest refusal, bytes | The longest |",
    "|---|---|---|---|---|---|"
  ]
  for (const door of doors) {
    const costs: Array<Cost> = []
    const sent = of(door)
    for (const each of sent) {
      const cost = await costOf(door, each, isMeasured ? 0 : limit)
      const what = `SEED=${seedOfRun} ${door.name}: ${each.name}`
      expect([what, cost.status, cost.status < 500]).toEqual([what, cost.status, true])
      expect([what, "size", cost.size, isWithin(cost)]).toEqual([...[what, "size", cost.size, true]])
      expect([what, "cost", cost.cpu, cost.cpu <= limit]).toEqual([what, "cost", cost.cpu, true])
      costs.push(cost)
    }
    const walls = costs.map(({ wall }) => wall).toSorted((a, b) => a - b)
    const longest = sent[costs.findIndex(({ wall }) => wall === walls.at(-1))]?.name
    const sizes = costs.filter(({ isOurs, status }) => isOurs && status >= 400).map(({ size }) => size)
    const [most, median] = [walls.at(-1) ?? 0, walls[walls.length >> 1] ?? 0]
    lines.push(
      `| ${door.name} | ${costs.length} | ${most.toFixed(1)} | ${median.toFixed(1)} | ${Math.max(...sizes)} | ${longest?.slice(0, 60)} |`
    )
  }
  if (isMeasured) process.stdout.write(`${lines.join("\n")}\n`)
}

const PATH = `${PREFIX}${VERSION}/customers`

describe("I20, GA1: a request within the limits of its protocol", () => {
  it("gets a refusal of at most 1 KiB at a bounded cost from every door, with any target and headers", {
    timeout: 600_000
  }, async () => {
    await requireBounded(({ longest }) => {
      const heads: ReadonlyArray<Hostile> = [
        ...[longest, 4_000]
          .flatMap((length) => targets(PATH, length))
          .map(([name, target]) => ({ name, method: "GET", target, headers: { authorization } })),
        ...[longest - 1_000, 8_000]
          .flatMap(headers)
          .map(([name, sent]) => ({ name, method: "GET", target: `${PATH}?limit=0`, headers: sent }))
      ]
      return heads
    }, 1_024)
  })

  it("has a bounded cost when target and headers are random", { timeout: 600_000 }, async () => {
    const unit = fc.constantFrom(..."ab01?&=%/.:;,-_~+", "%2e", "%61", "a=1&", "/../", "limit=1&")
    const text = fc.tuple(fc.string({ unit, minLength: 1, maxLength: 40 }), fc.nat(4_000))
    await requireBounded(({ longest }) => {
      const drawn = fc.sample(fc.record({ target: text, search: text, name: fc.constantFrom(...READ), value: text }), {
        seed: seedOfRun,
        numRuns: 60
      })
      return drawn.map(({ name, search, target, value }) => {
        const [path, query, header] = [target, search, value].map(([unit, times]) =>
          filled(unit, Math.min(longest / 4, times * unit.length))
        )
        const sent = { authorization, [name]: String(header) }
        return {
          name: JSON.stringify([target, search, name, value]),
          method: "GET",
          target: `${PATH}${path}?${query}`,
          headers: sent
        }
      })
    }, 1_024)
  })

  it("gets a response of at most 64 KiB at a bounded cost with any body", { timeout: 600_000 }, async () => {
    const bodies = hostileBodies(65_000, (prefix) => stage.known.get(prefix)?.[0])
    const chosen = bodies.filter((_, nth) => (nth + seedOfRun) % 150 === 0)
    expect(chosen.length).toBeGreaterThan(10)
    await requireBounded(
      () =>
        chosen.map(({ method, name, path, text }) => ({
          ...{ name, method, target: `${PREFIX}${VERSION}${path}`, body: text() },
          headers: { authorization, "content-type": "application/json" }
        })),
      65_536
    )
  })
})
