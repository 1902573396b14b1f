import { serializedMemoryStore } from "@countersign/memory"
import type { TimeoutOptions } from "@countersign/smtp"
import { expect } from "vitest"
import { roundsOn } from "../stores.ts"
import { callers, keyPair, type LocalWorld, makeWorld, sealed } from "../world.ts"
import { atTheEnd, bodyOf, mailerTo, type Received } from "./mailServer.ts"

/** A production service whose worker sends e-mail to this port. The test and {@link until} move its clock. */
export const serviceOn = (port: number, timeouts: TimeoutOptions = {}) => {
  const { rounds, store } = roundsOn(serializedMemoryStore)
  const world: LocalWorld = makeWorld({
    store,
    logs: "none",
    mailer: mailerTo(port, { timeouts, now: () => world.at() })
  })
  atTheEnd(() => world.countersign.close())
  const challenge = async (credentialId: string) => {
    const answer = await world.call(callers.live, "POST", `/auth/credentials/${credentialId}/challenge`)
    return { status: answer.status, bundle: String(answer.body.otpEncryptionTargetBundle) }
  }
  return {
    ...world,
    challenge,
    /** Waits until the workers would have begun a further attempt. */
    rounds: () => rounds("code_mails"),
    credential: async (email = "ada@example.com") => (await world.customer(callers.live, email)).credentialId,
    /** Polls a condition while the service's clock runs ten times as fast as the machine's. */
    until: (what: () => unknown): ReturnType<typeof expect.poll> =>
      expect.poll(
        () => {
          world.pass(500)
          return what()
        },
        { interval: 50, timeout: 120_000 }
      ),
    /** Whether a code opens a login. */
    opens: async (credentialId: string, bundle: string, code: string) => {
      const { publicKey } = keyPair()
      const body = { type: "EMAIL_OTP", encryptedOtpBundle: await sealed(world, bundle, code, publicKey) }
      return (
        (await world.call(callers.live, "POST", `/auth/credentials/${credentialId}/verify`, { body })).status === 202
      )
    }
  }
}

/** The code in an e-mail, which groups its digits. */
export const codeIn = ({ raw }: Received) => (/^ {4}([0-9 ]+)\r$/mu.exec(bodyOf(raw))?.[1] ?? "").replaceAll(" ", "")
