import { randomBytes } from "node:crypto"
import { promisify } from "node:util"
import type { KeyManagement, KeyManagementFailure } from "countersign"
import koffi from "koffi"

export interface Pkcs11Options {
  /** The path of the PKCS#11 library of the module. */
  readonly library: string
  /** The label of the token that has the keys. */
  readonly token: string
  /** Of the user of the token. */
  readonly pin: string
  /** The label of an AES key of the token, with 256 bits. Generate it in the module, which it never leaves. */
  readonly keyId: string
}

/** The port to a hardware security module. Data keys are encrypted with AES-GCM in the module (PKCS#11 2.40). */
export const pkcs11 = async ({ keyId, library, pin, token }: Pkcs11Options): Promise<KeyManagement> => {
  const calls = callsOf(library)
  await calls.initialize({ flags: OS_LOCKING })
  const slot = await slotOf(calls, token)
  const login = await opened(calls, slot)
  await calls.login(login, USER, Buffer.from(pin), pin.length)

  /** A session for one call, because a session performs one operation at a time. The login is that of the token. */
  const within = async <A>(label: string, use: (session: bigint, key: bigint) => Promise<A>): Promise<A> => {
    const session = await opened(calls, slot)
    try {
      return await use(session, await keyOf(calls, session, label))
    } finally {
      await calls.closeSession(session)
    }
  }
  return {
    keyId,
    encrypt: ({ keyId, plaintext }) =>
      within(keyId, async (session, key) => {
        const iv = randomBytes(IV)
        await calls.encryptInit(session, gcm(iv), key)
        const output = Buffer.alloc(plaintext.length + TAG)
        await calls.encrypt(session, plaintext, plaintext.length, output, word(output.length))
        return Buffer.concat([iv, output])
      }),
    decrypt: ({ ciphertext, keyId }) =>
      within(keyId, async (session, key) => {
        const [iv, input] = [ciphertext.subarray(0, IV), ciphertext.subarray(IV)]
        await calls.decryptInit(session, gcm(iv), key)
        const output = Buffer.alloc(input.length)
        const length = word(output.length)
        await calls.decrypt(session, input, input.length, output, length)
        return new Uint8Array(output.subarray(0, Number(length[0])))
      })
  }
}

type Calls = ReturnType<typeof callsOf>

const opened = async (calls: Calls, slot: bigint): Promise<bigint> => {
  const session = word()
  await calls.openSession(slot, SERIAL_SESSION, null, null, session)
  return valueOf(session)
}

const slotOf = async (calls: Calls, label: string): Promise<bigint> => {
  const count = word()
  await calls.getSlotList(WITH_TOKEN, null, count)
  const slots = new BigUint64Array(Number(valueOf(count)))
  await calls.getSlotList(WITH_TOKEN, slots, count)
  for (const slot of slots) {
    const information = Buffer.alloc(TOKEN_INFORMATION)
    await calls.getTokenInfo(slot, information)
    // The label has 32 bytes, and blanks at its end.
    if (information.toString("utf8", 0, 32).trimEnd() === label) return slot
  }
  throw new Error(`the module has no token with the label ${label}`)
}

const keyOf = async (calls: Calls, session: bigint, label: string): Promise<bigint> => {
  const wanted = [attribute(CLASS, bytesOf(SECRET_KEY)), attribute(LABEL, Buffer.from(label))]
  await calls.findObjectsInit(session, wanted, wanted.length)
  const [found, count] = [word(), word()]
  await calls.findObjects(session, found, 1, count)
  await calls.findObjectsFinal(session)
  if (valueOf(count) === 0n) throw unknownKey(`the token has no key with the label ${label}`)
  return valueOf(found)
}

const unknownKey = (message: string): Error & KeyManagementFailure =>
  Object.assign(new Error(message), { because: "unknownKey" as const })

// The constants of PKCS#11 2.40, section 4 of its current mechanisms and appendix B of its base specification.
const [OS_LOCKING, SERIAL_SESSION, USER, WITH_TOKEN] = [2, 4, 1, 1]
const [CLASS, LABEL, SECRET_KEY] = [0, 3, 4]
const AES_GCM = 0x1087
const [ALREADY_INITIALIZED, ALREADY_LOGGED_IN] = [0x191, 0x100]
/** Of a value whose tag is wrong: CKR_ENCRYPTED_DATA_INVALID, and CKR_GENERAL_ERROR of SoftHSM. */
const NOT_DECRYPTED: ReadonlyArray<number> = [0x40, 0x5]
const [IV, TAG, TOKEN_INFORMATION] = [12, 16, 208]

const Attribute = koffi.struct({ type: "ulong", value: "void *", length: "ulong" })
const Mechanism = koffi.struct({ mechanism: "ulong", parameter: "void *", length: "ulong" })
const GcmParameters = koffi.struct({
  iv: "void *",
  ivLength: "ulong",
  ivBits: "ulong",
  additional: "void *",
  additionalLength: "ulong",
  tagBits: "ulong"
})
const Arguments = koffi.struct({
  createMutex: "void *",
  destroyMutex: "void *",
  lockMutex: "void *",
  unlockMutex: "void *",
  flags: "ulong",
  reserved: "void *"
})

/** The functions of the library that are needed, on threads of their own. One that fails rejects with its code. */
const callsOf = (path: string) => {
  const library = koffi.load(path)
  const call = (
    name: string,
    parameters: ReadonlyArray<string | ReturnType<typeof koffi.pointer>>,
    ignored?: number
  ) => {
    const run = promisify(library.func(name, "ulong", [...parameters]).async)
    return async (...values: ReadonlyArray<unknown>): Promise<void> => {
      const code = Number(await run(...values))
      if (name === "C_Decrypt" && NOT_DECRYPTED.includes(code)) throw unknownKey("the value is of another key")
      if (code !== 0 && code !== ignored) throw new Error(`${name} failed with 0x${code.toString(16)}`)
    }
  }
  const session = "ulong"
  return {
    initialize: call("C_Initialize", [koffi.pointer(Arguments)], ALREADY_INITIALIZED),
    getSlotList: call("C_GetSlotList", ["uchar", "void *", "void *"]),
    getTokenInfo: call("C_GetTokenInfo", ["ulong", "void *"]),
    openSession: call("C_OpenSession", ["ulong", "ulong", "void *", "void *", "void *"]),
    closeSession: call("C_CloseSession", [session]),
    login: call("C_Login", [session, "ulong", "void *", "ulong"], ALREADY_LOGGED_IN),
    findObjectsInit: call("C_FindObjectsInit", [session, koffi.pointer(Attribute), "ulong"]),
    findObjects: call("C_FindObjects", [session, "void *", "ulong", "void *"]),
    findObjectsFinal: call("C_FindObjectsFinal", [session]),
    encryptInit: call("C_EncryptInit", [session, koffi.pointer(Mechanism), "ulong"]),
    encrypt: call("C_Encrypt", [session, "void *", "ulong", "void *", "void *"]),
    decryptInit: call("C_DecryptInit", [session, koffi.pointer(Mechanism), "ulong"]),
    decrypt: call("C_Decrypt", [session, "void *", "ulong", "void *", "void *"])
  }
}

const gcm = (iv: Uint8Array) => {
  const parameter = Buffer.alloc(koffi.sizeof(GcmParameters))
  const fields = {
    iv,
    ivLength: iv.length,
    ivBits: 8 * iv.length,
    additional: null,
    additionalLength: 0,
    tagBits: 8 * TAG
  }
  koffi.encode(parameter, GcmParameters, fields)
  return { mechanism: AES_GCM, parameter, length: parameter.length }
}

const attribute = (type: number, value: Uint8Array) => ({ type, value, length: value.length })
const bytesOf = (value: number): Uint8Array => new Uint8Array(word(value).buffer)
const word = (value = 0) => new BigUint64Array([BigInt(value)])
const valueOf = ([value = 0n]: BigUint64Array): bigint => value
