import { createHash, createHmac } from "node:crypto"

export interface Credentials {
  readonly accessKeyId: string
  readonly secretAccessKey: string
  readonly sessionToken?: string
}

interface Request {
  readonly method: string
  readonly path: string
  /** With lower-case names, `host` and `x-amz-date` included. All of them are signed. */
  readonly headers: Readonly<Record<string, string>> & { readonly "x-amz-date": string }
  readonly body: string
}

/** The `Authorization` header of AWS Signature Version 4, for a request without a query. */
export const authorization = (
  { body, headers, method, path }: Request,
  { region, service }: { readonly region: string; readonly service: string },
  { accessKeyId, secretAccessKey }: Credentials
): string => {
  const names = Object.keys(headers).toSorted()
  const signed = names.join(";")
  const lines = names.map((name) => `${name}:${headers[name]?.trim()}\n`).join("")
  const canonical = [method, path, "", lines, signed, sha256(body)].join("\n")
  const at = headers["x-amz-date"]
  const scope = `${at.slice(0, 8)}/${region}/${service}/aws4_request`
  const text = ["AWS4-HMAC-SHA256", at, scope, sha256(canonical)].join("\n")
  let key: string | Buffer = `AWS4${secretAccessKey}`
  for (const part of scope.split("/")) key = createHmac("sha256", key).update(part).digest()
  const signature = createHmac("sha256", key).update(text).digest("hex")
  return `AWS4-HMAC-SHA256 Credential=${accessKeyId}/${scope}, SignedHeaders=${signed}, Signature=${signature}`
}

const sha256 = (text: string): string => createHash("sha256").update(text).digest("hex")
