import { execFile } from "node:child_process"
import { existsSync } from "node:fs"
import { promisify } from "node:util"
import { keys, tokenOptions } from "@countersign/harness/world"
import { expect, it } from "vitest"

const run = promisify(execFile)

/** A separate process that wires the built service, checks its readiness, and prints every loaded module. */
const program = (entry: string, wire: string) => `
  import { register } from "node:module"
  import { MessageChannel, receiveMessageOnPort } from "node:worker_threads"
  const { port1, port2 } = new MessageChannel()
  const hooks = \`
    let port
    export const initialize = (data) => { port = data.port }
    export const load = (url, context, next) => { port.postMessage(url); return next(url, context) }\`
  register("data:text/javascript," + encodeURIComponent(hooks), { data: { port: port2 }, transferList: [port2] })
  const door = await import(${JSON.stringify(new URL(entry, import.meta.url).href)})
  const modulesOf = async (tokens) => {
    const options = { tokens, keys: JSON.parse(process.argv[2]), logs: "none", mailer: { sendCode: async () => {} } }
    await (${wire})(door, options)
    // Each was posted before its module was loaded, so all of them are here.
    const loaded = []
    for (let sent = receiveMessageOnPort(port1); sent; sent = receiveMessageOnPort(port1)) loaded.push(sent.message)
    return loaded
  }
  const loaded = []
  for (const tokens of JSON.parse(process.argv[1])) loaded.push(await modulesOf(tokens))
  process.stdout.write(JSON.stringify(loaded), () => process.exit())`

const ways = {
  createCountersign: program(
    "../dist/index.js",
    `async ({ createCountersign }, options) => {
      const { memoryStore } = await import(${JSON.stringify(new URL("../../../adapters/memory/dist/index.js", import.meta.url).href)})
      const { handler } = createCountersign({ ...options, store: memoryStore })
      const { status } = await handler(new Request("http://x/health/ready"))
      if (status === 500) throw new Error("not wired")
    }`
  ),
  layer: program(
    "../dist/effect.js",
    `async ({ layer, memoryStore }, options) => {
      const { ManagedRuntime } = await import(${JSON.stringify(import.meta.resolve("effect"))})
      await ManagedRuntime.make(layer({ ...options, store: memoryStore })).context()
    }`
  )
}

type Tokens = typeof tokenOptions

/** The modules that one process loads until it is wired with the first tokens, and those that each of the next adds. */
const modulesOf = async (program: string, ...tokens: ReadonlyArray<Tokens>): Promise<ReadonlyArray<Array<string>>> => {
  if (!existsSync(new URL("../dist/index.js", import.meta.url))) throw new Error("run tsc -b first")
  const { stdout } = await run(process.execPath, [
    ...["--input-type=module", "--eval", program],
    ...[tokens, keys].map((each) => JSON.stringify(each))
  ])
  return JSON.parse(stdout)
}
const isOfSandbox = (url: string) => url.includes("/packages/sandbox/") || url.includes("/@countersign/sandbox/")

it.each(Object.entries(ways))(
  "%s loads no module of the sandbox when every token is a production token (FA14)",
  { timeout: 600_000 },
  async (_, way) => {
    const production = tokenOptions.filter(({ mode }) => mode === "production")
    const [modules = [], more = []] = await modulesOf(way, production, tokenOptions)
    expect(modules.length).toBeGreaterThan(100)
    expect(modules.filter(isOfSandbox)).toEqual([])
    // The same measurement finds them when there is a sandbox token.
    expect(more.filter(isOfSandbox).length).toBeGreaterThan(5)
  }
)
