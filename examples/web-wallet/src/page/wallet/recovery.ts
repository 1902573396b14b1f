import type { StartedRecovery } from "@countersign/client"
import type { Desk } from "./desk.ts"

/** Describes what an end user prepares against the loss of every credential. The session signs each change. */
export const preparations = ({ client, doing, me: { accountId }, reads, signer }: Desk) => ({
  /** Returns the new codes, or none if the call failed. */
  makeCodes: async (): Promise<ReadonlyArray<string>> => {
    let codes: ReadonlyArray<string> = []
    await doing(async () => {
      codes = await client.recovery.createCodes(accountId, { signer: signer() })
      await reads.access()
      return "These codes are shown once. Store them apart from this device. Older codes no longer work."
    })
    return codes
  },
  addGuardian: (nickname: string) =>
    doing(async () => {
      const added = await client.guardians.add({ accountId, nickname, signer: signer() })
      await reads.access()
      return `${added.nickname} is a guardian now, who can start a recovery and nothing else.`
    }),
  removeGuardian: (id: string) =>
    doing(async () => {
      await client.guardians.remove(id, { signer: signer() })
      await reads.access()
      return "The guardian has been removed."
    }),
  cancelRecovery: (id: string) =>
    doing(async () => {
      await client.recovery.cancel(id, { signer: signer() })
      await reads.access()
      return "The recovery has been cancelled."
    })
})

/** The ways back into a wallet without a credential. Each adds a passkey of this device. */
export const recoveries = ({ client, doing, me: { accountId, email }, reads }: Desk) => {
  const complete = async (recovery: StartedRecovery, code: string): Promise<string> => {
    const credential = await client.passkeys.create({ accountId, nickname: "Recovered device" })
    await client.recovery.complete(recovery, { code, credential })
    await reads.access()
    return "The wallet has a new passkey. Sign in with it. For three days nothing leaves the wallet."
  }
  return {
    recoverByCode: (code: string) => doing(async () => complete(await client.recovery.start(accountId), code)),
    askGuardian: (guardianId: string) =>
      doing(async () => {
        await client.guardians.startRecovery(guardianId)
        await reads.access()
        return "The recovery has started. You can complete it after a delay, with a code that is mailed to you."
      }),
    recoverByMail: (recoveryId: string, code: (address: string) => Promise<string | undefined>) =>
      doing(async () => {
        const recovery = await client.recovery.challenge(recoveryId)
        const answer = await code(email)
        return answer === undefined ? "" : complete(recovery, answer)
      })
  }
}
