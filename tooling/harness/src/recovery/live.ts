import { type PolicyValues, Scope } from "@countersign/core"
import type { MailerOptions } from "countersign"
import { expect } from "vitest"
import { RP, signed } from "../fixtures.ts"
import { callers, keyPair, makeWorld, sealed, tokenOptions } from "../world.ts"
import { turnOn } from "./kit.ts"

type Notice = Parameters<NonNullable<MailerOptions["sendNotice"]>>[0]
type Code = Parameters<MailerOptions["sendCode"]>[0]

/** A service in production with recovery turned on, and all mails that it sent. */
export const liveWorld = async (policy: Partial<PolicyValues> = {}) => {
  const notices: Array<Notice> = []
  const codes: Array<Code> = []
  const world = makeWorld({
    logs: "none",
    policy,
    tokens: tokenOptions.map((token) => ({ ...token, scopes: Scope.literals })),
    mailer: { sendCode: async (mail) => void codes.push(mail), sendNotice: async (mail) => void notices.push(mail) },
    production: { passkeys: { rpIds: [RP.rpId], origins: [RP.origin] } }
  })
  await turnOn(world, undefined, { operator: callers.live, platform: callers.live })
  const until = <A>(read: () => A | undefined) =>
    expect
      .poll(read)
      .toBeDefined()
      .then(() => read())
  let people = 0
  return {
    world,
    notices,
    codes,
    /** The newest code that was mailed to an address. */
    codeTo: async (email: string) => {
      const mail = await until(() => codes.findLast(({ to }) => to === email))
      if (mail === undefined) throw new Error("no code was mailed")
      return mail
    },
    /** The first notice of a kind to an address, or that of a recovery. */
    noticeTo: async (email: string, kind: Notice["notice"]["kind"], recoveryId?: string) => {
      const isWanted = ({ notice }: Notice) =>
        recoveryId === undefined || (notice.kind === "RECOVERY_STARTED" && notice.recoveryId === recoveryId)
      const mail = await until(() =>
        notices.find((each) => each.to === email && each.notice.kind === kind && isWanted(each))
      )
      if (mail === undefined) throw new Error("no notice was mailed")
      return mail
    },
    /** A customer with an EMAIL_OTP credential and a session of it. */
    owner: async () => {
      people += 1
      const email = `ada-${people}@example.com`
      const customer = await world.customer(callers.live, email)
      const path = `/auth/credentials/${customer.credentialId}`
      const { body } = await world.call(callers.live, "POST", `${path}/challenge`)
      const mail = await until(() => codes.find(({ to }) => to === email))
      const keys = keyPair()
      const bundle = await sealed(world, body.otpEncryptionTargetBundle, mail?.code ?? "", keys.publicKey)
      const submission = { type: "EMAIL_OTP", encryptedOtpBundle: bundle }
      await signed(world, callers.live, keys, { method: "POST", path: `${path}/verify`, body: submission })
      codes.length = 0
      return { ...customer, email, keys }
    }
  }
}
