import { createCountersign, wrapKeys } from "countersign"
import { describe, expect, it, onTestFinished } from "vitest"
import { awsKms } from "../src/awsKms.ts"
import { authorization } from "../src/sigV4.ts"
import { start } from "../src/start.ts"
import { arn, CREDENTIALS, REGION, stubOf } from "./stub.ts"

const port = (endpoint: string, credentials = CREDENTIALS) =>
  awsKms({ keyId: arn("one"), region: REGION, endpoint, credentials: async () => credentials })

it("a service with its keys in AWS KMS creates and reads a customer with two calls of it", async () => {
  const { close, endpoint, state } = await stubOf(["one"])
  const countersign = createCountersign({ vault: { kms: port(endpoint) }, logs: "none" })
  onTestFinished(async () => {
    await countersign.close()
    await close()
  })
  const { id, secret } = countersign.sandboxToken
  const call = (method: string, path: string, body?: object) =>
    countersign.handler(
      new Request(`http://service.test/2025-10-13${path}`, {
        method,
        headers: { authorization: `Basic ${btoa(`${id}:${secret}`)}`, "content-type": "application/json" },
        ...(body && { body: JSON.stringify(body) })
      })
    )
  const made = await (await call("POST", "/customers", { customerType: "INDIVIDUAL", email: "ada@example.com" })).json()
  const read = await (await call("GET", `/customers/${made.id}`)).json()
  expect(read.email).toBe("ada@example.com")
  expect(state.calls).toEqual(Array(2).fill("TrentService.GenerateDataKey"))
})

it("a service starts with keys that AWS KMS encrypted for its configuration", async () => {
  const { close, endpoint } = await stubOf(["one"])
  onTestFinished(close)
  const kms = port(endpoint)
  const keys = {
    vault: "3b1f6ad0c2e94857f60d8a11b7e2934cd05f7a6e8194c3b2ad70e6f15928cb43",
    service: "5d2e81f7a94c06b3e8d17f4a20c95b6e13fa8d7042b6c9e05187d3f4a6b2c90e"
  }
  const plain = createCountersign({ keys, logs: "none" })
  const wrapped = await start(kms, await wrapKeys(kms, keys), { logs: "none" })
  expect(wrapped.bundleSigner).toBe(plain.bundleSigner)
  await Promise.all([plain.close(), wrapped.close()])
})

it("reports credentials that the service refuses as an outage, and not as an unknown key", async () => {
  const { close, endpoint } = await stubOf(["one"])
  onTestFinished(close)
  const kms = port(endpoint, { ...CREDENTIALS, secretAccessKey: "another" })
  const error = await kms.generateDataKey?.({ keyId: kms.keyId, signal: AbortSignal.timeout(5000) }).catch((e) => e)
  expect(error).toMatchObject({ name: "InvalidSignatureException", because: undefined })
})

describe("signatures of version 4, by the vectors of AWS", () => {
  const headers = { host: "example.amazonaws.com", "x-amz-date": "20150830T123600Z" }
  const credentials = { accessKeyId: "AKIDEXAMPLE", secretAccessKey: "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY" }

  it.each([
    ["GET", "5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31"],
    ["POST", "5da7c1a2acd57cee7505fc6676e4e544621c30862966e37dddb68e92efbe5d6b"]
  ])("%s", (method, signature) => {
    const request = { method, path: "/", headers, body: "" }
    expect(authorization(request, { region: "us-east-1", service: "service" }, credentials)).toBe(
      `AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/20150830/us-east-1/service/aws4_request, SignedHeaders=host;x-amz-date, Signature=${signature}`
    )
  })
})
