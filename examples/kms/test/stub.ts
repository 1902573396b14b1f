import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto"
import { once } from "node:events"
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import { authorization, type Credentials } from "../src/sigV4.ts"

export const CREDENTIALS: Credentials = { accessKeyId: "AKIDEXAMPLE", secretAccessKey: "secret", sessionToken: "token" }
export const REGION = "eu-central-1"
export const arn = (name: string): string => `arn:aws:kms:${REGION}:111122223333:key/${name}`

/** AWS KMS on this machine: its wire format, its signatures, its errors, and ciphertexts that name their key. */
export const stubOf = async (names: ReadonlyArray<string>) => {
  const keys = new Map(names.map((name) => [arn(name), randomBytes(32)]))
  const state = { fault: "none" as "none" | "down" | "throttled" | "silent", calls: [] as Array<string> }
  const server = createServer({ keepAliveTimeout: 60_000 }, (incoming, outgoing) => void answered(incoming, outgoing))

  const answered = async (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const chunks: Array<Buffer> = []
    for await (const chunk of incoming) chunks.push(chunk)
    if (state.fault === "silent") return
    if (state.fault === "down") return void incoming.socket.destroy()
    const [status, body] =
      state.fault === "throttled" ? error("ThrottlingException") : reply(incoming, String(Buffer.concat(chunks)))
    outgoing.writeHead(status, { "content-type": "application/x-amz-json-1.1" }).end(JSON.stringify(body))
  }

  const reply = ({ headers, method = "" }: IncomingMessage, body: string) => {
    const names = /SignedHeaders=([^,]+)/u.exec(headers.authorization ?? "")?.[1]?.split(";") ?? []
    const signed = Object.fromEntries(names.map((name) => [name, String(headers[name])]))
    const request = { method, path: "/", body, headers: { ...signed, "x-amz-date": String(headers["x-amz-date"]) } }
    if (authorization(request, { region: REGION, service: "kms" }, CREDENTIALS) !== headers.authorization) {
      return error("InvalidSignatureException")
    }
    const target = String(headers["x-amz-target"])
    state.calls.push(target)
    const { CiphertextBlob = "", EncryptionContext, KeyId, KeySpec, Plaintext = "" } = JSON.parse(body)
    const key = keys.get(KeyId)
    if (key === undefined) return error("NotFoundException")
    const context = JSON.stringify(EncryptionContext)
    if (target === "TrentService.Decrypt") {
      const blob = Buffer.from(CiphertextBlob, "base64")
      try {
        const decipher = createDecipheriv("aes-256-gcm", key, blob.subarray(0, 12))
        decipher.setAAD(Buffer.from(context)).setAuthTag(blob.subarray(-16))
        const plaintext = Buffer.concat([decipher.update(blob.subarray(12, -16)), decipher.final()])
        return [
          200,
          { KeyId, Plaintext: plaintext.toString("base64"), EncryptionAlgorithm: "SYMMETRIC_DEFAULT" }
        ] as const
      } catch {
        return error("InvalidCiphertextException")
      }
    }
    const isDataKey = target === "TrentService.GenerateDataKey"
    if (isDataKey && KeySpec !== "AES_256") return error("ValidationException")
    const plaintext = isDataKey ? randomBytes(32) : Buffer.from(Plaintext, "base64")
    const nonce = randomBytes(12)
    const cipher = createCipheriv("aes-256-gcm", key, nonce).setAAD(Buffer.from(context))
    const blob = Buffer.concat([nonce, cipher.update(plaintext), cipher.final(), cipher.getAuthTag()])
    return [
      200,
      { KeyId, CiphertextBlob: blob.toString("base64"), ...(isDataKey && { Plaintext: plaintext.toString("base64") }) }
    ] as const
  }

  const error = (type: string) => [400, { __type: type, message: "an error of the stub" }] as const

  await once(server.listen(0, "127.0.0.1"), "listening")
  const { port } = { port: 0, ...Object(server.address()) }
  return {
    state,
    endpoint: `http://127.0.0.1:${port}/`,
    close: async () => {
      const closed = once(server, "close")
      server.close()
      server.closeAllConnections()
      await closed
    }
  }
}
