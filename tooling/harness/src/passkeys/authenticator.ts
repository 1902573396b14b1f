import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from "node:crypto"
import type { PasskeyAssertion, PasskeyAttestation } from "@countersign/core"
import { bigEndian, type Cbor, cbor, concat } from "./cbor.ts"

/** The algorithms that a software authenticator signs with. */
export type Alg = "ES256" | "RS256" | "EdDSA"

export const makeKeys = (alg: Alg) => makers[alg]()

/** RSA keys of a size that the default does not have. */
export const makeRsaKeys = (modulusLength: number) => {
  const { privateKey, publicKey } = generateKeyPairSync("rsa", { modulusLength })
  const { e, n } = coordinates(publicKey)
  return keys(3, -257, [n!, e!], (bytes) => sign("sha256", bytes, privateKey))
}

const makers: Record<Alg, () => Keys> = {
  ES256: () => {
    const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" })
    const { x, y } = coordinates(publicKey)
    return keys(2, -7, [1, x!, y!], (bytes) => sign("sha256", bytes, { key: privateKey, dsaEncoding: "der" }))
  },
  EdDSA: () => {
    const { privateKey, publicKey } = generateKeyPairSync("ed25519")
    return keys(1, -8, [6, coordinates(publicKey).x!], (bytes) => sign(null, bytes, privateKey))
  },
  RS256: () => makeRsaKeys(2048)
}

/** A key pair: its COSE key, and its signature over bytes as WebAuthn encodes it. */
type Keys = ReturnType<typeof keys>

/** RFC 9052 section 7: the type of a key is parameter 1, its algorithm 3, and what the type defines -1 and below. */
const keys = (
  type: number,
  alg: number,
  parameters: ReadonlyArray<Cbor>,
  signed: (bytes: Uint8Array) => Uint8Array
) => {
  const own = parameters.map((value, at): [number, Cbor] => [-1 - at, value])
  const cose = new Map<number, Cbor>([[1, type], [3, alg], ...own])
  return { alg, cose, publicKey: cbor(cose), sign: (bytes: Uint8Array) => Uint8Array.from(signed(bytes)) }
}

/** The binary members of a key in its JSON form. */
const coordinates = (key: KeyObject): { readonly [member: string]: Uint8Array } =>
  Object.fromEntries(
    Object.entries(key.export({ format: "jwk" })).map(([name, text]) => [
      name,
      Uint8Array.from(Buffer.from(String(text), "base64url"))
    ])
  )

/** WebAuthn Level 3, section 6.1: the flags of authenticator data. */
const FLAGS = [
  ["up", 0x01],
  ["uv", 0x04],
  ["be", 0x08],
  ["bs", 0x10],
  ["at", 0x40],
  ["ed", 0x80]
] as const

/** `at` and `ed` follow from what is in the data, unless they are to lie. */
export type Flags = { readonly [Flag in (typeof FLAGS)[number][0]]?: boolean }

export interface AuthenticatorOptions {
  readonly rpId: string
  readonly origin: string
  readonly alg?: Alg
  readonly keys?: Keys
  readonly credentialId?: Uint8Array
  /** The model of the authenticator, in 16 bytes. Zeros unless given. */
  readonly aaguid?: Uint8Array
  /** The counter at registration. Each assertion adds one, unless it says otherwise. */
  readonly counter?: number
  readonly isBackupEligible?: boolean
  readonly isBackedUp?: boolean
  readonly isUserVerifying?: boolean
}

/** Deviations of a ceremony from that of an honest browser and authenticator. */
export interface Ceremony {
  /** The exact text of `challenge` in the client data. */
  readonly challenge: string
  readonly type?: string
  readonly origin?: string
  readonly rpId?: string
  readonly crossOrigin?: boolean
  readonly topOrigin?: string
  /** Further members of the client data. */
  readonly clientData?: { readonly [member: string]: unknown }
  /** The whole client data as text, in place of all of the above. */
  readonly clientDataText?: string
  readonly flags?: Flags
  readonly counter?: number
  readonly extensions?: Cbor
  readonly trailing?: Uint8Array
  /** The field `credentialId`; the authenticator's own unless given. */
  readonly claimedId?: string
}

export interface Registration extends Ceremony {
  /** The top-level challenge; the client data's unless given. */
  readonly expected?: string
  readonly fmt?: Cbor
  readonly attStmt?: Cbor
  /** A credential id in the authenticator data other than the authenticator's own. */
  readonly credentialId?: Uint8Array
  /** The key in the authenticator data, as CBOR, in place of the authenticator's own. */
  readonly publicKey?: Uint8Array
  readonly transports?: ReadonlyArray<string>
  /** Bytes after the attestation object. */
  readonly after?: Uint8Array
}

export interface Login extends Ceremony {
  readonly userHandle?: string | null | undefined
  /** Modifies the signature. */
  readonly signature?: (signature: Uint8Array) => Uint8Array
  /** Modifies the authenticator data before it is signed. */
  readonly authenticatorData?: (bytes: Uint8Array) => Uint8Array
}

/** An authenticator and its browser in software, with one credential and an option for every deviation. */
export const makeAuthenticator = (options: AuthenticatorOptions) => {
  const { keys = makeKeys(options.alg ?? "ES256") } = options
  const ownId = Uint8Array.from(options.credentialId ?? randomBytes(32))
  let counter = options.counter ?? 0

  const register = (registration: Registration): PasskeyAttestation => {
    const {
      credentialId = ownId,
      expected,
      fmt = "none",
      publicKey = keys.publicKey,
      transports = ["internal"]
    } = registration
    const client = clientDataOf(options, "webauthn.create", registration)
    const { aaguid = new Uint8Array(16) } = options
    const credential = concat(aaguid, bigEndian(credentialId.length, 2), credentialId, publicKey)
    const authData = authenticatorDataOf(options, { counter, ...registration }, credential)
    const self = () =>
      new Map<string, Cbor>([
        ["alg", keys.alg],
        ["sig", keys.sign(concat(authData, sha256(client)))]
      ])
    const attStmt = registration.attStmt ?? (fmt === "packed" ? self() : new Map())
    const object = cbor(
      new Map<string, Cbor>([
        ["fmt", fmt],
        ["attStmt", attStmt],
        ["authData", authData]
      ])
    )
    return {
      challenge: expected ?? registration.challenge,
      credentialId: registration.claimedId ?? base64url(credentialId),
      clientDataJson: base64url(client),
      attestationObject: base64url(concat(object, registration.after ?? new Uint8Array())),
      transports
    }
  }

  const assert = (login: Login): PasskeyAssertion => {
    counter = login.counter ?? counter + 1
    const client = clientDataOf(options, "webauthn.get", login)
    const honest = authenticatorDataOf(options, { ...login, counter })
    const authData = login.authenticatorData?.(honest) ?? honest
    const signature = keys.sign(concat(authData, sha256(client)))
    return {
      credentialId: login.claimedId ?? base64url(ownId),
      clientDataJson: base64url(client),
      authenticatorData: base64url(authData),
      signature: base64url(login.signature?.(signature) ?? signature),
      ...("userHandle" in login ? { userHandle: login.userHandle } : {})
    }
  }

  return { credentialId: base64url(ownId), keys, register, assert }
}

export type Authenticator = ReturnType<typeof makeAuthenticator>

export const base64url = (bytes: Uint8Array | string): string => Buffer.from(bytes).toString("base64url")

export const sha256 = (bytes: Uint8Array | string): Uint8Array =>
  Uint8Array.from(createHash("sha256").update(bytes).digest())

const clientDataOf = (options: AuthenticatorOptions, type: string, ceremony: Ceremony): Uint8Array => {
  const { challenge, clientData, crossOrigin = false, origin = options.origin, topOrigin } = ceremony
  const members = {
    type: ceremony.type ?? type,
    challenge,
    origin,
    crossOrigin,
    ...(topOrigin === undefined ? {} : { topOrigin })
  }
  return new TextEncoder().encode(ceremony.clientDataText ?? JSON.stringify({ ...members, ...clientData }))
}

const authenticatorDataOf = (
  options: AuthenticatorOptions,
  ceremony: Ceremony,
  credential?: Uint8Array
): Uint8Array => {
  const { extensions, trailing = new Uint8Array() } = ceremony
  const parts = [
    credential ?? new Uint8Array(),
    extensions === undefined ? new Uint8Array() : cbor(extensions),
    trailing
  ]
  const flags = {
    up: true,
    uv: options.isUserVerifying ?? true,
    be: options.isBackupEligible ?? false,
    bs: options.isBackedUp ?? false,
    at: credential !== undefined,
    ed: extensions !== undefined,
    ...ceremony.flags
  }
  const rpIdHash = sha256(ceremony.rpId ?? options.rpId)
  return concat(rpIdHash, Uint8Array.of(flagByte(flags)), bigEndian(ceremony.counter ?? 0, 4), ...parts)
}

const flagByte = (flags: Flags): number => FLAGS.reduce((byte, [flag, bit]) => (flags[flag] ? byte | bit : byte), 0)
