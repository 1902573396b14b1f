import type { KeyManagement, KeyManagementFailure } from "countersign"
import { authorization, type Credentials } from "./sigV4.ts"

export interface AwsKmsOptions {
  /** The ARN of a symmetric key. An alias would name another key after a rotation by hand. */
  readonly keyId: string
  readonly region: string
  /** Called before each request, so that temporary credentials may change. */
  readonly credentials: () => Promise<Credentials>
  /** The regional endpoint when absent. */
  readonly endpoint?: string
}

/** The vault's keys in AWS KMS, over its JSON protocol. A host that has the AWS SDK calls its client in the same way. */
export const awsKms = (options: AwsKmsOptions): KeyManagement => {
  const call = caller(options)
  return {
    keyId: options.keyId,
    generateDataKey: async ({ keyId, signal }) => {
      const answer = await call("GenerateDataKey", { KeyId: keyId, KeySpec: "AES_256", ...CONTEXT }, signal)
      return { plaintext: bytesOf(answer.Plaintext), ciphertext: bytesOf(answer.CiphertextBlob) }
    },
    encrypt: async ({ keyId, plaintext, signal }) =>
      bytesOf(
        (await call("Encrypt", { KeyId: keyId, Plaintext: base64(plaintext), ...CONTEXT }, signal)).CiphertextBlob
      ),
    decrypt: async ({ ciphertext, keyId, signal }) =>
      bytesOf(
        (await call("Decrypt", { KeyId: keyId, CiphertextBlob: base64(ciphertext), ...CONTEXT }, signal)).Plaintext
      )
  }
}

/** Authenticated with every ciphertext, and in the audit log of each call. */
const CONTEXT = { EncryptionContext: { application: "countersign" } }

const caller =
  ({ credentials, endpoint, region }: AwsKmsOptions) =>
  async (operation: string, input: object, signal: AbortSignal) => {
    const url = new URL(endpoint ?? `https://kms.${region}.amazonaws.com/`)
    const given = await credentials()
    const body = JSON.stringify(input)
    const headers = {
      host: url.host,
      "content-type": "application/x-amz-json-1.1",
      "x-amz-date": `${new Date().toISOString().replaceAll(/[-:]|\.\d+/gu, "")}`,
      "x-amz-target": `TrentService.${operation}`,
      ...(given.sessionToken !== undefined && { "x-amz-security-token": given.sessionToken })
    }
    const signed = authorization(
      { method: "POST", path: url.pathname, headers, body },
      { region, service: "kms" },
      given
    )
    const { host: _, ...sent } = headers
    const response = await fetch(url, { method: "POST", headers: { ...sent, authorization: signed }, body, signal })
    const answer: Answer = await response.json()
    if (response.ok) return answer
    throw new KmsError(response.status, answer.__type?.split("#").at(-1) ?? "")
  }

interface Answer {
  readonly Plaintext?: string
  readonly CiphertextBlob?: string
  readonly __type?: string
}

/** An answer without the bytes is an outage: the vault calls again later. */
const bytesOf = (text = ""): Uint8Array => new Uint8Array(Buffer.from(text, "base64"))
const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString("base64")

/** An error of the service. `because` names its kind for the vault; an error without it is an outage. */
export class KmsError extends Error {
  override readonly name: string
  readonly because?: KeyManagementFailure["because"]

  constructor(status: number, type: string) {
    super(`AWS KMS answered ${status} ${type}`)
    this.name = type === "" ? "KmsError" : type
    const because = THROTTLED.has(type) ? "throttled" : UNKNOWN.has(type) ? "unknownKey" : undefined
    if (because !== undefined) this.because = because
  }
}

const THROTTLED = new Set(["ThrottlingException", "TooManyRequestsException", "LimitExceededException"])
/** The key is of another account or region, disabled, to be deleted, or this role may not use it. */
const UNKNOWN = new Set([
  "AccessDeniedException",
  "DisabledException",
  "IncorrectKeyException",
  "InvalidCiphertextException",
  "KMSInvalidStateException",
  "NotFoundException"
])
