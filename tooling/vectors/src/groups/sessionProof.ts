import { type Json, readSessionProof, sessionProofText, writeSessionProof } from "@countersign/wire"
import { type Group, Refused, signedText, valid, wrong } from "../Group.ts"
import type { Input } from "../Input.ts"

export const sessionProof: Group = {
  name: "sessionProof",
  about:
    "The proof that the caller has a session's key: a header of session id, milliseconds and nonce, and a text over the header and the whole call, which the session's key stamps.",
  operations: {
    readSessionProof: {
      says: "Reads the three parts of the header: session id in lower case, 13 digits of milliseconds, 22 characters of base64url, separated by semicolons.",
      run: (input) => {
        const proof = readSessionProof(input.text("header"))
        if (proof === undefined) throw new Refused("PROOF_MALFORMED")
        return { ...proof }
      }
    },
    writeSessionProof: {
      says: "Writes the header from the three parts.",
      run: (input) => ({ header: writeSessionProof(proofOf(input)) })
    },
    sessionProofText: {
      says: "Writes the text to stamp: JSON with sorted keys. The method is in upper case; the body is the digest of its canonical JSON, of null for a call without a body. bytes is the length in UTF-8, digest its SHA-256.",
      run: (input) => {
        const call = { method: input.text("method"), path: input.text("path"), body: input.json("body") }
        return signedText(sessionProofText(proofOf(input), call))
      }
    }
  },
  cases: () => ({
    readSessionProof: [
      valid("a header", { header: HEADER }, PROOF),
      valid("a nonce of - and _", { header: HEADER.replace(/A{2}$/u, "-_") }),
      ...MALFORMED.map(([name, header, why]) => wrong(name, { header }, "PROOF_MALFORMED", why))
    ],
    writeSessionProof: [valid("the same header", PROOF, { header: HEADER })],
    sessionProofText: [
      valid("a GET without a body", textOf("GET", "/me?full=yes", null), {
        text: TEXT,
        bytes: 260,
        digest: "682c473b33607192f2b442a5386f756fe01bbd57cc3acb38ca7f415edd9bbedd"
      }),
      valid("a method in lower case, the same text", textOf("get", "/me?full=yes", null)),
      valid("a body outside ASCII", textOf("POST", "/notes", { note: "é ✓", at: [1, 2] })),
      valid("an empty object, another text than none", textOf("POST", "/notes", {}))
    ]
  })
}

const proofOf = (input: Input) => ({
  sessionId: input.text("sessionId"),
  issuedAt: input.number("issuedAt"),
  nonce: input.text("nonce")
})

const SESSION = "Session:01890000-0000-7000-8000-00000000000a"
const PROOF = { sessionId: SESSION, issuedAt: 1_772_366_400_000, nonce: "AAAAAAAAAAAAAAAAAAAAAA" }
const HEADER = `${SESSION};1772366400000;AAAAAAAAAAAAAAAAAAAAAA`
const textOf = (method: string, path: string, body: Json) => ({ ...PROOF, method, path, body })
const TEXT = `{"bodyDigest":"74234e98afe7498fb5daf1f36ac2d78acc339464f950703b8c019892f982b90b","issuedAt":"1772366400000","method":"GET","nonce":"AAAAAAAAAAAAAAAAAAAAAA","path":"/me?full=yes","sessionId":"${SESSION}","type":"SESSION_PROOF"}`

const MALFORMED: ReadonlyArray<readonly [name: string, header: string, why: string]> = [
  ["nothing", "", "No proof."],
  ["the session id alone", SESSION, "Time and nonce are missing."],
  ["commas between", HEADER.replaceAll(";", ","), "Semicolons separate the parts."],
  ["white space between", HEADER.replaceAll(";", "; "), "There is no space next to the semicolons."],
  ["white space at the end", `${HEADER} `, "Nothing follows the nonce."],
  ["a line feed at the end", `${HEADER}\n`, "Nothing follows the nonce."],
  ["the id in upper case", HEADER.replace("a;", "A;"), "The id must be in lower case."],
  ["an id of another kind", HEADER.replace("Session:", "Request:"), "The id must be of a session."],
  ["an id without its prefix", HEADER.replace("Session:", ""), "The prefix is part of the id."],
  ["seconds", HEADER.replace("1772366400000", "1772366400"), "Milliseconds have 13 digits."],
  ["a fraction", HEADER.replace("1772366400000", "1772366400.000"), "Only digits are allowed."],
  ["a nonce of 21 characters", HEADER.slice(0, -1), "16 bytes are 22 characters."],
  ["a nonce of 23 characters", `${HEADER}A`, "16 bytes are 22 characters."],
  ["a nonce in standard base64", HEADER.replace(/A{2}$/u, "+/"), "The nonce is base64url."],
  ["a padded nonce", HEADER.replace(/A{2}$/u, "=="), "The nonce has no padding."],
  ["a part more", `${HEADER};1`, "There are three parts."]
]
