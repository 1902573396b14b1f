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
      {
        before: 1,
        lane: SERVICE,
        lines: ["generates a target key pair and a code,", "signs the target public key", "with the service key"]
      },
      {
        before: 4,
        lane: APP,
        lines: ["verifies that signature with the pinned", "service key before it prompts for the code"]
      },
      {
        before: 5,
        lane: APP,
        lines: ["generates the session's P-256 key pair,", "seals code and public key", "to the target key (HPKE)"]
      },
      {
        before: 6,
        lane: SERVICE,
        lines: ["decrypts the bundle and checks the code;", "counts a wrong code before it refuses"]
      },
      {
        before: 8,
        lane: APP,
        lines: ["compares the payload with its call,", "signs it with the session's", "private key: the stamp"]
      },
      {
        before: 9,
        lane: SERVICE,
        lines: ["verifies the stamp with the public key", "from the sealed bundle"]
      }
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
      {
        before: 1,
        lane: SERVICE,
        lines: ["checks the call, changes nothing else, and", "stores exactly what it would do"]
      },
      {
        before: 3,
        lane: APP,
        lines: ["compares the payload with its call,", "signs it with the session's private key"]
      },
      {
        before: 4,
        lane: SERVICE,
        lines: ["same body and call? unexpired? unused?", "stamp by an active session of the account?"]
      }
    ]
  })
