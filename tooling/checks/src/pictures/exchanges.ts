import { sequenceDiagram } from "./mermaid.ts"
import { APP, type Message, SERVICE, STORE, USER } from "./recorded.ts"

/** Prints the sign-in by a mailed code. */
export const handshakePicture = (messages: ReadonlyArray<Message>): string =>
  sequenceDiagram({
    title: "The handshake: from an e-mail code to a session",
    lanes: [USER, APP, SERVICE, STORE],
    messages,
    length: 11,
    notes: [
      [1, SERVICE, "generates a target key pair and a code,", "signs the target public key", "with the service key"],
      [4, APP, "verifies that signature with the pinned", "service key before it prompts for the code"],
      [5, APP, "generates the session's P-256 key pair,", "seals code and public key", "to the target key (HPKE)"],
      [6, SERVICE, "decrypts the bundle and checks the code;", "counts a wrong code before it refuses"],
      [8, APP, "compares the payload with its call,", "signs it with the session's", "private key: the stamp"],
      [9, SERVICE, "verifies the stamp with the public key", "from the sealed bundle"]
    ]
  })

/** Prints the two calls of a sensitive action. */
export const signedRetryPicture = (messages: ReadonlyArray<Message>): string =>
  sequenceDiagram({
    title: "The signed retry: one action, two calls, one signature",
    lanes: [APP, SERVICE, STORE],
    messages,
    length: 6,
    notes: [
      [1, SERVICE, "checks the call, changes nothing else, and", "stores exactly what it would do"],
      [3, APP, "compares the payload with its call,", "signs it with the session's private key"],
      [4, SERVICE, "same body and call? unexpired? unused?", "stamp by an active session of the account?"]
    ]
  })
