import { APP, type Message, SERVICE, STORE, USER } from "./recorded.ts"
import { sequenceDiagram } from "./sequenceDiagram.ts"

/** Draws the sign-in by a mailed code. */
export const handshakePicture = (messages: ReadonlyArray<Message>): string =>
  sequenceDiagram({
    title: "The handshake: from a mailed code to a session",
    lanes: [USER, APP, SERVICE, STORE],
    messages,
    length: 11,
    notes: [
      {
        before: 1,
        lane: SERVICE,
        lines: ["makes a target key pair and a code;", "signs the target's public half", "with the service key"]
      },
      {
        before: 4,
        lane: APP,
        lines: ["checks that signature by the pinned", "service key, before it asks for a code"]
      },
      {
        before: 5,
        lane: APP,
        lines: ["makes the session's P-256 key pair;", "seals code and public half", "to the target key (HPKE)"]
      },
      {
        before: 6,
        lane: SERVICE,
        lines: ["opens the seal and judges the code;", "a wrong one is counted, then refused"]
      },
      {
        before: 8,
        lane: APP,
        lines: ["compares the payload with its call;", "signs it with the session's", "private half: that is the stamp"]
      },
      {
        before: 9,
        lane: SERVICE,
        lines: ["verifies the stamp by the key", "that was sealed beside the code"]
      }
    ]
  })

/** Draws what stands in front of every sensitive action. */
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
        lines: ["judges the call, does none of it, and", "writes down exactly what it would do"]
      },
      {
        before: 3,
        lane: APP,
        lines: ["compares the payload with its call;", "signs it with the session's private key"]
      },
      {
        before: 4,
        lane: SERVICE,
        lines: ["same body? same call? not over? not used?", "stamp by an active session of the account?"]
      }
    ]
  })
