import { type ChildProcess, fork } from "node:child_process"
import { testDatabase } from "@countersign/harness/postgres"
import { limit } from "@countersign/harness/rounds"
import { callers, keys, makeWorld, tokenOptions, withoutLimits } from "@countersign/harness/world"
import { postgres } from "@countersign/postgres"
import { expect, it, onTestFinished } from "vitest"

const database = testDatabase()
const options = { tokens: tokenOptions, keys, policy: withoutLimits }

/** A process that does due work, stopped by a signal when it is at the point. */
const frozenAt = async (point: "claimed" | "mailing") => {
  const HOST = JSON.stringify({ databaseUrl: database.url(), options, point })
  const child: ChildProcess = fork(new URL("./frozenNode.mjs", import.meta.url), {
    env: { ...process.env, HOST },
    execArgv: []
  })
  onTestFinished(() => void child.kill("SIGKILL"))
  const messages: Array<unknown> = []
  child.on("message", (message) => messages.push(message))
  await expect.poll(() => messages, { timeout: limit(60_000) }).toContainEqual({ reached: point })
  child.kill("SIGSTOP")
  return {
    mails: () => messages.filter((message) => Object.hasOwn(Object(message), "mailed")).length,
    thaw: async () => {
      child.kill("SIGCONT")
      child.send("go on")
      await expect.poll(() => messages.at(-1), { timeout: limit(60_000) }).toHaveProperty("report")
      return Object(messages.at(-1)).report
    }
  }
}

it(
  "GO7, GO12: processes that are frozen over their leases mail no code again, and record nothing",
  async () => {
    const store = postgres({ pool: database.pool({ max: 4 }), timeout: 300_000 })
    const next = makeWorld({ ...options, clock: "real", store, workers: "none", logs: "none" })
    onTestFinished(() => next.countersign.close())
    const { runDueWork } = next.countersign
    const frozen = []
    for (const point of ["claimed", "mailing"] as const) {
      const { credentialId } = await next.customer(callers.live, `${point}@example.com`)
      await next.call(callers.live, "POST", `/auth/credentials/${credentialId}/challenge`)
      frozen.push(await frozenAt(point))
    }
    // Until a lease has expired, no other node claims its mail.
    expect((await runDueWork()).done).toEqual({})
    const mailed = async () => {
      await runDueWork()
      return next.letters.length
    }
    await expect.poll(mailed, { timeout: limit(60_000), interval: 500 }).toBe(2)
    for (const { thaw } of frozen) expect((await thaw()).done).toEqual({})
    // The mail server had one of the mails before the freeze.
    expect(frozen.map(({ mails }) => mails())).toEqual([0, 1])
    expect([await runDueWork(), next.letters.length]).toEqual([{ done: {}, left: false }, 2])
  },
  limit(200_000)
)
