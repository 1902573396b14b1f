import { runInNewContext } from "node:vm"
import { filesBelow, text } from "@countersign/checks"
import { codeMail, mailerTo, mailServer, wire } from "@countersign/harness/smtp/mailServer"
import { basic, callers, keyPair, keys, makeWorld, session, tokenOptions } from "@countersign/harness/world"
import { createCountersign } from "countersign"
import { Schema } from "effect"
import { onTestFinished } from "vitest"
import { feeding } from "../feeding.ts"
import { clientIn } from "../wallet.ts"

/** A value of another realm, as in a test of Jest, a frame, or a worker of a host. */
const foreign = (value: unknown): unknown => runInNewContext("JSON.parse(text)", { text: JSON.stringify(value) })

const worldWith = (options: Parameters<typeof makeWorld>[0] = {}) => {
  const world = makeWorld({ logs: "none", ...options })
  onTestFinished(() => world.countersign.close())
  return world
}

const signsIn = async (world: ReturnType<typeof worldWith>): Promise<string> => {
  const { credentialId } = await world.customer(callers.a)
  const { done } = await session(world, callers.a, credentialId)
  return done.status === 200 ? "signs in" : `answers ${done.status}`
}

const sandboxTokens = tokenOptions.filter(({ mode }) => mode === "sandbox")

/** Objects that cross the border of the library and are not of its realm, or not of its copy of a class. */
const OBJECTS: Readonly<Record<string, () => Promise<string>>> = {
  "options of another realm": () => {
    const copied = foreign({ tokens: tokenOptions, keys, policy: { sessionLifetime: 600_000 } })
    return signsIn(worldWith(Object(copied)))
  },
  "an error of another realm from the mailer": () => {
    const error: unknown = runInNewContext("new Error('no route to the mail server')")
    return signsIn(worldWith({ mailer: { sendCode: () => Promise.reject(error) } }))
  },
  "a thenable of another library from the mailer": () => {
    const thenable = runInNewContext("({ then: (resolve) => resolve() })")
    return signsIn(worldWith({ mailer: { sendCode: () => thenable } }))
  },
  "a request of another copy of undici": async () => {
    const world = worldWith()
    const { credentialId } = await world.customer(callers.a)
    const real = new Request(`http://countersign.test/2025-10-13/auth/credentials/${credentialId}/challenge`, {
      method: "POST",
      headers: { authorization: basic(callers.a) }
    })
    // Every member works, and `instanceof Request` is false.
    const other: Request = new Proxy(Object.create(null), {
      get: (_, name) => {
        const value: unknown = Reflect.get(real, name)
        return typeof value === "function" ? value.bind(real) : value
      }
    })
    const { status } = await world.countersign.handler(other)
    return status === 200 ? "signs in" : `answers ${status}`
  },
  "a key of another realm in the client": async () => {
    const world = worldWith()
    const { accountId, credentialId } = await world.customer(callers.a)
    const { keys: signer, session: opened } = await session(world, callers.a, credentialId, keyPair())
    const privateKey = runInNewContext("Uint8Array.from(bytes)", { bytes: [...signer.privateKey] })
    const client = clientIn(world)
    await client.sessions.revoke(String(opened.id), { signer: { ...signer, privateKey } })
    return (await client.sessions.list(accountId)).length === 0 ? "signs in" : "keeps the session"
  },
  "an answer of another fetch": async () => {
    const world = worldWith()
    const { credentialId } = await world.customer(callers.a)
    const client = clientIn(world, async (request) => {
      const answer = await world.countersign.handler(request)
      const other: Response = new Proxy(Object.create(null), {
        get: (_, name) => {
          const value: unknown = Reflect.get(answer, name)
          return typeof value === "function" ? value.bind(answer) : value
        }
      })
      return other
    })
    const opened = await client.emailOtp.login({ credentialId, code: () => "000000" })
    return opened.type === "EMAIL_OTP" ? "signs in" : opened.type
  },
  "two services in one process": async () => {
    const [first, second] = [worldWith(), worldWith()]
    return (await signsIn(first)) === (await signsIn(second)) ? "signs in" : "differ"
  },
  "the whole configuration of another realm, without a store": async () => {
    const service = createCountersign(Object(foreign({ tokens: sandboxTokens, keys, logs: "none" })))
    onTestFinished(() => service.close())
    const headers = { authorization: basic(callers.a) }
    const { status } = await service.handler(new Request("http://x/2025-10-13/customers", { headers }))
    return status === 200 ? "signs in" : `answers ${status}`
  }
}

export const objects = feeding(Schema.Struct({ object: Schema.String }), async ({ object }) => {
  const feed = OBJECTS[object]
  if (feed === undefined) throw new Error(`no such object: ${object}`)
  return feed()
})

/** The name by which a mailer greets its server. */
export const greetings = feeding(
  Schema.Struct({ from: Schema.optionalKey(Schema.String), name: Schema.optionalKey(Schema.String) }),
  async (options) => {
    const server = await mailServer()
    const received = await wire(server.port)
    await mailerTo(received.port, options).sendCode(codeMail)
    return received.transcript.match(/EHLO .*/gu)
  }
)

/** Finds a file at run time: by its own URL, by the folder of a CommonJS module, or by a resolver. */
const FINDS = /import\.meta\.(?:url|dirname|filename|resolve)|\b__dirname\b|\b__filename\b|createRequire\(/u

/** The sources of a package that find a file beside them at run time, which a bundle does not have. */
export const filesAtRunTime = feeding(Schema.Struct({ package: Schema.String }), ({ package: folder }) =>
  ["ts", "tsx"]
    .flatMap((ending) => filesBelow(`${folder}/src`, `.${ending}`))
    .filter((file) => FINDS.test(text(file)))
    .map((file) => file.slice(folder.length + "/src/".length))
)
