import { pendingAssertion, RP, registrationChallenge, signed } from "@countersign/harness/fixtures"
import { makeAuthenticator } from "@countersign/harness/passkeys/authenticator"
import type { Cbor } from "@countersign/harness/passkeys/cbor"
import { callers } from "@countersign/harness/world"
import { Schema } from "effect"
import { feeding } from "../feeding.ts"
import { ownerIn, worldOf } from "../wallet.ts"

const ANDROID = "android:apk-key-hash:7d1043473d55bfa90e8530d35801d4e381bc69f0abc3f4d7c4fb3a7f5d6e2c11"
const passkeys = {
  rpIds: [RP.rpId, "example.com"],
  origins: [RP.origin, "https://www.example.com", "https://example.com:8443", ANDROID, "ios:bundle-id:com.example.app"],
  topOrigins: ["https://shop.test"]
}
const world = worldOf({ sandbox: { passkeys }, production: { passkeys } })

/** Members that are null in the data are absent. */
const withoutNulls = (members: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(members).map(([name, value]) => [name, value ?? undefined]))

/** CBOR in JSON: `{ "bytes": 70 }` is a string of 70 bytes, and every other object a map. */
const cborOf = (value: unknown): Cbor => {
  if (Array.isArray(value)) return value.map(cborOf)
  if (typeof value === "string" || typeof value === "number" || typeof value === "boolean") return value
  const entries = Object.entries(Object(value))
  const [[name, length] = []] = entries
  if (entries.length === 1 && name === "bytes") return new Uint8Array(Number(length)).fill(1)
  return new Map(entries.map(([key, each]) => [key, cborOf(each)]))
}

const Flags = Schema.Struct({
  up: Schema.optionalKey(Schema.Boolean),
  uv: Schema.optionalKey(Schema.Boolean),
  be: Schema.optionalKey(Schema.Boolean),
  bs: Schema.optionalKey(Schema.Boolean)
})

const Login = Schema.Struct({
  origin: Schema.optionalKey(Schema.String),
  counter: Schema.optionalKey(Schema.Number),
  flags: Schema.optionalKey(Flags),
  userHandle: Schema.optionalKey(Schema.NullOr(Schema.String)),
  extensions: Schema.optionalKey(Schema.Unknown)
})

const Device = Schema.Struct({
  rpId: Schema.optionalKey(Schema.String),
  origin: Schema.optionalKey(Schema.String),
  topOrigin: Schema.optionalKey(Schema.String),
  alg: Schema.optionalKey(Schema.Literals(["ES256", "RS256", "EdDSA"])),
  aaguid: Schema.optionalKey(Schema.String),
  idBytes: Schema.optionalKey(Schema.Number),
  fmt: Schema.optionalKey(Schema.String),
  attStmt: Schema.optionalKey(Schema.Unknown),
  counter: Schema.optionalKey(Schema.Number),
  flags: Schema.optionalKey(Flags),
  transports: Schema.optionalKey(Schema.Array(Schema.String)),
  extensions: Schema.optionalKey(Schema.Unknown),
  clientData: Schema.optionalKey(Schema.Record(Schema.String, Schema.Unknown)),
  /** The logins after the registration. */
  logins: Schema.optionalKey(Schema.Array(Login))
})

/** The registration of a device and its logins: the status, what lists show of it, and the outcome of each login. */
export const registrations = feeding(Device, async (device) => {
  const { accountId, keys } = await ownerIn(world)
  const { aaguid, alg, attStmt, clientData, extensions, flags = {}, fmt, idBytes, logins = [{}], topOrigin } = device
  unique += 1
  const authenticator = makeAuthenticator({
    rpId: device.rpId ?? "example.com",
    origin: device.origin ?? RP.origin,
    isBackupEligible: flags.be ?? false,
    isBackedUp: flags.bs ?? false,
    isUserVerifying: flags.uv ?? true,
    counter: device.counter ?? 0,
    ...(alg === undefined ? {} : { alg }),
    ...(aaguid === undefined ? {} : { aaguid: Buffer.from(aaguid.replaceAll("-", ""), "hex") }),
    ...(idBytes === undefined ? {} : { credentialId: new Uint8Array(idBytes).fill(unique) })
  })
  const { challenge, ...attestation } = authenticator.register({
    challenge: registrationChallenge(),
    transports: device.transports ?? [],
    ...(topOrigin === undefined ? {} : { topOrigin, crossOrigin: true }),
    ...(fmt === undefined ? {} : { fmt }),
    ...(attStmt === undefined ? {} : { attStmt: cborOf(attStmt) }),
    ...(extensions === undefined ? {} : { extensions: cborOf(extensions) }),
    ...(clientData === undefined ? {} : { clientData: withoutNulls(clientData) })
  })
  const { transports, ...without } = attestation
  const path = "/auth/credentials"
  const body = {
    type: "PASSKEY",
    accountId,
    nickname: "Phone",
    challenge,
    attestation: device.transports === undefined ? without : { ...without, transports }
  }
  const added = await signed(world, callers.a, keys, { method: "POST", path, body })
  if (added.status !== 201) return { status: added.status, reason: added.body.reason ?? added.body.code }
  const { data } = (await world.call(callers.a, "GET", `${path}?accountId=${accountId}`)).body
  const listed = data.find(({ id }: { readonly id: string }) => id === added.body.id)
  const outcomes: Array<string> = []
  for (const { extensions: more, ...login } of logins) {
    const { verify } = await pendingAssertion(world, callers.a, added.body.id, authenticator, {
      ...login,
      ...(more === undefined ? {} : { extensions: cborOf(more) })
    })
    const opened = await verify()
    outcomes.push(opened.status === 200 ? "ok" : opened.body.reason)
  }
  return {
    status: 201,
    transports: listed.transports,
    backup: [listed.backupEligible, listed.backedUp],
    logins: outcomes
  }
})
let unique = 0
