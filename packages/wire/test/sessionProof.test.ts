import { describe, expect, it } from "vitest"
import { canonicalJson, readSessionProof, sessionProofText, sha256Hex, writeSessionProof } from "../src/index.ts"

const sessionId = "Session:017f22e2-79b0-7cc3-98c4-dc0c0c07398f"
const nonce = "AAAAAAAAAAAAAAAAAAAA_-"
const proof = { sessionId, issuedAt: 1_775_681_700_000, nonce }
const header = `${sessionId};1775681700000;${nonce}`

describe("the header of a session proof", () => {
  it("is the session, the time and the nonce, and reads back unchanged", () => {
    expect(writeSessionProof(proof)).toBe(header)
    expect(readSessionProof(header)).toEqual(proof)
  })

  it.each([
    ["nothing", ""],
    ["no session", `;1775681700000;${nonce}`],
    ["another kind of id", header.replace("Session", "Request")],
    ["a session in upper case", header.toUpperCase().replace("SESSION", "Session")],
    ["an id of the right length that is not a UUID", header.replace("017f22e2-", "017f22e20")],
    ["twelve digits of time", header.replace("1775681700000", "177568170000")],
    ["fourteen digits of time", header.replace("1775681700000", "17756817000000")],
    ["a short nonce", header.slice(0, -1)],
    ["a long nonce", `${header}A`],
    ["a nonce in standard base64", header.replace("_-", "/+")],
    ["an additional part", `${header};`],
    ["a leading blank", ` ${header}`],
    ["a trailing line feed", `${header}\n`]
  ])("is rejected with %s (H3)", (_, text) => {
    expect(readSessionProof(text)).toBeUndefined()
  })
})

describe("the text that a session key signs", () => {
  const call = { method: "post", path: "/notes?all=1", body: { b: 1, a: [null] } }

  it("is canonical JSON of the proof, the method in upper case, the path with its query and the digest of the body", () => {
    expect(sessionProofText(proof, call)).toBe(
      canonicalJson({
        type: "SESSION_PROOF",
        sessionId,
        issuedAt: "1775681700000",
        nonce,
        method: "POST",
        path: "/notes?all=1",
        bodyDigest: sha256Hex('{"a":[null],"b":1}')
      })
    )
  })

  it("differs for every other proof and every other call (I2)", () => {
    const texts = [
      sessionProofText(proof, call),
      sessionProofText({ ...proof, sessionId: sessionId.replace("0", "1") }, call),
      sessionProofText({ ...proof, issuedAt: proof.issuedAt + 1 }, call),
      sessionProofText({ ...proof, nonce: nonce.toLowerCase() }, call),
      sessionProofText(proof, { ...call, method: "put" }),
      sessionProofText(proof, { ...call, path: "/notes?all=2" }),
      sessionProofText(proof, { ...call, body: null })
    ]
    expect(new Set(texts).size).toBe(7)
  })
})
