import { type KmsState, memoryKms } from "@countersign/harness/memoryKms"
import type { KeyManagement } from "countersign"
import { describe, expect, it } from "vitest"
import { type VaultScene, vaultSuite } from "../src/index.ts"

/** A service in memory, with a defect over each of its ports. */
const sceneOf = async (defect: Defect = (port) => port): Promise<VaultScene> => {
  const service = memoryKms(["key-1", "key-2"])
  const states = { none: "up", down: "down", throttled: "throttled", silent: "silent" } as const
  const isUp = () => service.state === "up"
  return {
    kms: defect(service.port("key-1"), isUp),
    rotated: defect(service.port("key-2"), isUp),
    foreign: defect(memoryKms(["key-3"]).port(), isUp),
    fault: (fault) => {
      const state: KmsState = states[fault]
      service.state = state
    }
  }
}

type Defect = (port: KeyManagement, isUp: () => boolean) => KeyManagement

/** The failed tests of a service, by their messages. */
const failuresOf = async (defect?: Defect) => {
  const stories: Array<readonly [string, () => Promise<void>]> = []
  vaultSuite({
    name: "a service",
    make: () => sceneOf(defect),
    describe: (_, body) => body(),
    it: (name, body) => stories.push([name, body])
  })
  const failed: Array<string> = []
  for (const [name, body] of stories) await body().catch((error: unknown) => failed.push(`${name}: ${String(error)}`))
  return failed
}

vaultSuite({ name: "the service in memory", make: () => sceneOf(), describe, it })

type Generate = NonNullable<KeyManagement["generateDataKey"]>
const generating = (
  port: KeyManagement,
  made: (inner: ReturnType<Generate>) => ReturnType<Generate>
): KeyManagement => {
  const { generateDataKey } = port
  if (generateDataKey === undefined) throw new Error("the service in memory has data keys")
  return { ...port, generateDataKey: (request) => made(generateDataKey(request)) }
}
const failing = (port: KeyManagement, failure: (error: object) => object): KeyManagement => {
  const changed = async <A>(call: Promise<A>): Promise<A> => {
    try {
      return await call
    } catch (error) {
      throw failure(Object(error))
    }
  }
  return {
    ...generating(port, changed),
    encrypt: (request) => changed(port.encrypt(request)),
    decrypt: (request) => changed(port.decrypt(request))
  }
}

const mutants: Readonly<Record<string, Defect>> = {
  "every data key is the same": (port) => {
    let first: Awaited<ReturnType<Generate>> | undefined
    return generating(port, async (made) => {
      const { ciphertext, plaintext } = await made
      first ??= { ciphertext: ciphertext.slice(), plaintext: plaintext.slice() }
      return { ciphertext: first.ciphertext.slice(), plaintext: first.plaintext.slice() }
    })
  },
  "a data key of 16 bytes": (port) =>
    generating(port, async (made) => ({ ...(await made), plaintext: (await made).plaintext.slice(16) })),
  "the ciphertext has the key in clear": (port) => ({
    ...generating(port, async (made) => {
      const { ciphertext, plaintext } = await made
      return { plaintext, ciphertext: Buffer.concat([plaintext, ciphertext]) }
    }),
    encrypt: async (request) => Buffer.concat([request.plaintext, await port.encrypt(request)]),
    decrypt: (request) => port.decrypt({ ...request, ciphertext: request.ciphertext.subarray(32) })
  }),
  "a data key of another ciphertext": (port) =>
    generating(port, async (made) => ({ ...(await made), plaintext: new Uint8Array(32).fill(3) })),
  "its answers are from one buffer": (port) => {
    const known = new Map<string, Uint8Array>()
    return {
      ...port,
      decrypt: async (request) => {
        const name = Buffer.from(request.ciphertext).toString("hex")
        const answer = known.get(name) ?? (await port.decrypt(request))
        known.set(name, answer)
        return answer
      }
    }
  },
  "it decrypts altered ciphertexts": (port) => ({
    ...port,
    decrypt: (request) => port.decrypt(request).catch(() => new Uint8Array(32))
  }),
  "it mixes concurrent answers": (port) => {
    let last: Uint8Array = new Uint8Array(32)
    return {
      ...port,
      decrypt: async (request) => {
        last = await port.decrypt(request)
        await new Promise((resolve) => setImmediate(resolve))
        return last.slice()
      }
    }
  },
  "it decrypts with the current key only": (port) => ({
    ...port,
    decrypt: (request) => port.decrypt({ ...request, keyId: port.keyId })
  }),
  "it has one name for all keys": (port) => {
    const { generateDataKey, keyId } = port
    return {
      keyId: "key",
      ...(generateDataKey && { generateDataKey: (request) => generateDataKey({ ...request, keyId }) }),
      encrypt: (request) => port.encrypt({ ...request, keyId }),
      decrypt: (request) => port.decrypt({ ...request, keyId })
    }
  },
  "its name is too long": (port) => ({ ...port, keyId: "k".repeat(256) }),
  "an unknown key is an outage": (port) => failing(port, () => new Error("AccessDenied")),
  "an outage is an unknown key": (port, isUp) =>
    failing(port, (error) => (isUp() ? error : Object.assign(new Error("down"), { because: "unknownKey" }))),
  "it does not say that it throttles": (port) =>
    failing(port, (error) => ("retryAfter" in error ? new Error("rate exceeded") : error)),
  "it waits after the abort of the signal": (port) => ({
    ...port,
    decrypt: (request) => port.decrypt({ ...request, signal: new AbortController().signal })
  }),
  "it stays broken after a failure": (port) => {
    let isBroken = false
    return {
      ...port,
      encrypt: async (request) => {
        if (isBroken) throw new Error("closed")
        return port.encrypt(request).catch((error: unknown) => {
          isBroken = true
          throw error
        })
      }
    }
  }
}

describe("a test detects each broken service", () => {
  it.each(Object.entries(mutants))(
    "%s",
    async (_, defect) => {
      expect(await failuresOf(defect)).not.toEqual([])
    },
    20_000
  )
})

it("a failed test names the violated requirement", async () => {
  const failed = await failuresOf(mutants["an unknown key is an outage"])
  expect(failed).toContainEqual(expect.stringMatching(/is unknownKey\. Expected 'unknownKey', found 'failed'/u))
})

it("a scene without faults must be declared as one", async () => {
  const stories: Array<() => Promise<void>> = []
  const { fault: _, ...scene } = await sceneOf()
  vaultSuite({ name: "m", make: async () => scene, describe: (_, body) => body(), it: (_, body) => stories.push(body) })
  await expect(stories[0]?.()).rejects.toThrow(/set canFail to false/u)
})
