// Measures in this process how long a door takes for credentials of three kinds, and prints the mean of each in nanoseconds:
// an unknown id, a secret whose first byte is wrong, a secret whose last byte is wrong. `early` measures a door that looks up
// the id first. Code and objects lie elsewhere in each process, so that one process shows differences that are none.
import { ApiTokens } from "@countersign/core"
import { Effect, Redacted } from "@countersign/core/effect"
import { secretDigest, staticTokens } from "@countersign/node-crypto"

const SAMPLES = 60_000
const WARM = 20_000
/** Different inputs of each kind, so that effects of an object's memory location average out. */
const POOL = 2000
const SECRET = "3b1f6ad0c2e94857f60d8a11b7e2934c"
const DIGEST = secretDigest(SECRET)

const door = Effect.runSync(
  Effect.provide(ApiTokens, staticTokens([{ id: "tok_1", secretSha256: DIGEST, platformId: "acme", mode: "sandbox" }]))
)
const known = new Set(["tok_1"])
const calls = {
  door: (shown) => Effect.runSync(door.authenticate(shown)),
  early: ({ id, secret }) => known.has(id) && secretDigest(Redacted.value(secret)) === DIGEST
}

/** A flat string that shares no memory with other inputs. */
const fresh = (...parts) => Buffer.from(parts.join("")).toString()
const shown = (id, ...secret) => ({ id: fresh(id), secret: Redacted.make(fresh(...secret)) })
const kinds = [
  (at) => shown("tok_2", "ghijkl"[at % 6], SECRET.slice(1)),
  (at) => shown("tok_1", "ghijkl"[at % 6], SECRET.slice(1)),
  (at) => shown("tok_1", SECRET.slice(0, -1), "ghijkl"[at % 6])
]
const inputs = Array.from({ length: POOL * kinds.length }, (_, at) => kinds[at % kinds.length](at))

/** The order is pseudo-random, so that disturbances affect all kinds and none always follows the same other. */
const timed = (call, samples) => {
  const times = kinds.map(() => [])
  let chance = process.pid >>> 0
  for (let left = samples * kinds.length; left > 0; left -= 1) {
    // Knuth's multiplier; its upper bits are the random ones.
    chance = (Math.imul(chance, 1_664_525) + 1_013_904_223) >>> 0
    const at = (chance >>> 8) % inputs.length
    const start = process.hrtime.bigint()
    call(inputs[at])
    times[at % kinds.length].push(Number(process.hrtime.bigint() - start))
  }
  return times
}

/** The mean of the faster half: other work of the machine prolongs the slower one. */
const meanOf = (times) => {
  const faster = Float64Array.from(times)
    .sort()
    .subarray(0, times.length / 2)
  return faster.reduce((sum, time) => sum + time, 0) / faster.length
}

const call = calls[process.argv[2]]
timed(call, WARM)
process.stdout.write(JSON.stringify(timed(call, SAMPLES).map(meanOf)))
