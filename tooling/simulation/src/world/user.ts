import type { ActiveSession } from "@countersign/client"
import { usd } from "@countersign/harness/externalAccounts"
import { quoteOf } from "@countersign/harness/payments"
import type { Random } from "../scheduler/Random.ts"
import { type Home, RP } from "./cast.ts"
import { type Device, makeDevice } from "./device.ts"
import type { Party, Simulation } from "./Simulation.ts"

/** An end user. */
export interface Person extends Party {
  readonly home: Home
  readonly device: Device
  readonly email: () => string
  readonly wallet: () => Wallet | undefined
}

interface Wallet {
  readonly customerId: string
  readonly accountId: string
}

/** An end user: visits now and then, with two devices that share an account, one of which has a wrong clock. */
export const makePerson = (simulation: Simulation, home: Home, nth: number): Person => {
  const name = `user ${nth}`
  const [device, other] = [0, 1].map((at) =>
    makeDevice(simulation, home, at === 0 ? name : `${name}, second device`, at * 90_000)
  )
  if (device === undefined || other === undefined) throw new Error("simulation: a person has two devices")
  let [email, moved] = [`user${nth}@example.com`, 0]
  let wallet: Wallet | undefined
  let session: ActiveSession | undefined
  let codes: ReadonlyArray<string> = []
  let payee: string | undefined
  let deposits = 0
  const { client } = device

  const signUp = async (): Promise<Wallet> => {
    if (wallet !== undefined) return wallet
    const { body: customer } = await device.call("POST", "/customers", { customerType: "INDIVIDUAL", email })
    const { body: accounts } = await device.call(
      "GET",
      `/internal-accounts?customerId=${customer.id}&type=EMBEDDED_WALLET`
    )
    wallet = { customerId: String(customer.id), accountId: String(accounts.data[0].id) }
    return wallet
  }
  const ofType = async (type: string, by = client) => {
    const { accountId } = await signUp()
    return (await by.credentials.list(accountId)).find((one) => one.type === type)
  }
  const byCode = async (by: Device): Promise<ActiveSession> => {
    const credential = await ofType("EMAIL_OTP", by.client)
    return by.client.emailOtp.login({ credentialId: String(credential?.id), code: () => codeFor() })
  }
  const codeFor = () => (home.mode === "sandbox" ? "000000" : simulation.mailbox.next(email))
  /** The session of the device while it lasts, as an app has it. */
  const signedIn = async (): Promise<ActiveSession> => {
    if (session === undefined || Date.parse(session.expiresAt) < client.now() + 60_000) session = await byCode(device)
    return session
  }
  const bank = async (): Promise<string> => {
    const { customerId } = await signUp()
    const { body } = await device.call("GET", `/internal-accounts?customerId=${customerId}&type=EMBEDDED_WALLET`)
    const [{ balance, id }] = body.data
    const funds = { amount: FUNDS, currency: String(balance.currency.code) }
    if (home.mode === "sandbox") await device.call("POST", `/sandbox/internal-accounts/${id}/fund`, { amount: FUNDS })
    else {
      deposits += 1
      await device.call("POST", "/deposits", { event: `deposit ${nth} ${deposits}`, accountId: id, ...funds })
    }
    return String(id)
  }
  const externalAccount = async (random: Random): Promise<string> => {
    const { customerId } = await signUp()
    if (payee === undefined || random.oneIn(4)) {
      const suffix = home.mode === "sandbox" ? random.pick(["", "002", "003", "005"]) : ""
      const made = usd({ accountNumber: `1234567${random.between(10, 99)}${suffix}` }, { customerId })
      const { body, status } = await device.call("POST", "/customers/external-accounts", made)
      if (status === 201) payee = String(body.id)
    }
    return payee ?? ""
  }

  const payment = async (random: Random) => {
    const from = await bank()
    const to = await externalAccount(random)
    const { body, status } = await device.call("POST", "/quotes", quoteOf(from, to, random.between(1, 9) * UNIT))
    if (status !== 201) return undefined
    const signer = await signedIn()
    return async () => void (await client.executeQuote(body, { signer, confirm: () => true }))
  }

  return {
    owner: device.owner,
    home,
    device,
    email: () => email,
    wallet: () => wallet,
    acts: {
      visits: async () => {
        const { accountId } = await signUp()
        const mine = await signedIn()
        await client.sessions.list(accountId, { current: mine })
        await client.credentials.list(accountId)
        await client.history.list(accountId)
      },
      "signs in on the second device": async () => {
        const mine = await byCode(other)
        await other.client.sessions.list((await signUp()).accountId, { current: mine })
      },
      "signs out": async () => {
        const mine = await signedIn()
        session = undefined
        await client.logout(mine)
      },
      refreshes: async () => {
        session = await client.refresh(await signedIn())
      },
      "ends other sessions": async () => {
        const signer = await signedIn()
        await client.sessions.revokeOthers((await signUp()).accountId, { signer })
      },
      "adds a passkey": async (random) => {
        const { accountId } = await signUp()
        await client.passkeys.register({
          accountId,
          nickname: `phone ${random.upTo(9)}`,
          signer: await signedIn(),
          rp: WALLET
        })
      },
      "signs in by passkey": async () => {
        const passkey = await ofType("PASSKEY")
        if (passkey !== undefined) session = await client.passkeys.login({ credentialId: passkey.id, rpId: RP.id })
      },
      "links an identity": async () => {
        const { accountId } = await signUp()
        const oidcToken = simulation.issuer.tokenOf(`subject of ${email}`, client.now())
        await client.addCredential({ type: "OAUTH", accountId, oidcToken }, { signer: await signedIn() })
      },
      "signs in by an identity": async () => {
        const identity = await ofType("OAUTH")
        if (identity === undefined) return
        const token = (nonce: string) => simulation.issuer.tokenOf(`subject of ${email}`, client.now(), { nonce })
        session = await client.oauth.login({ credentialId: identity.id, token })
      },
      "removes a credential": async (random) => {
        const { accountId } = await signUp()
        const signer = await signedIn()
        const all = await client.credentials.list(accountId)
        await client.revokeCredential(random.pick(all).id, { signer })
      },
      "changes the address": async () => {
        const { customerId } = await signUp()
        const signer = await signedIn()
        moved += 1
        const to = `user${nth}.${moved}@example.com`
        const changed = await client.customers.changeEmail(customerId, to, { signer })
        if (changed.pendingEmail !== undefined) {
          const code = home.mode === "sandbox" ? () => "000000" : () => simulation.mailbox.next(to)
          await client.customers.proveEmail(customerId, { code, pending: changed.pendingEmail })
        }
        email = to
      },
      "undoes the change of the address": async () => {
        const { customerId } = await signUp()
        const isMine = new RegExp(`^user${nth}[@.]`, "u")
        const found = simulation.mailbox.notices.findLast(
          (each) => each.undoToken !== undefined && isMine.test(each.to)
        )
        if (found?.undoToken === undefined) return
        await client.customers.undoEmail(customerId, found.undoToken)
        email = found.to
      },
      "saves recovery codes": async () => {
        codes = await client.recovery.createCodes((await signUp()).accountId, { signer: await signedIn() })
      },
      "recovers by a saved code": async () => {
        const { accountId } = await signUp()
        const [code, ...left] = codes
        if (code === undefined) return
        codes = left
        const started = await client.recovery.start(accountId)
        const credential = await client.passkeys.create({ accountId, nickname: "recovered", rp: WALLET })
        await client.recovery.complete(started, { code, credential })
      },
      "cancels a recovery": async () => {
        const { accountId } = await signUp()
        const { body } = await device.call("GET", `/auth/recoveries?accountId=${accountId}`)
        const open = body.data?.[0]
        if (open !== undefined) await client.recovery.cancel(String(open.id), { signer: await signedIn() })
      },
      "exports the wallet": async () => {
        await client.exportWallet((await signUp()).accountId, { signer: await signedIn() })
      },
      pays: async (random) => (await payment(random))?.(),
      "pays twice at once": async (random) => {
        const pay = await payment(random)
        await Promise.allSettled([pay?.(), pay?.()])
      },
      "adds a guardian": async () => {
        const { accountId } = await signUp()
        await client.guardians.add({ accountId, nickname: "Bob", signer: await signedIn(), rp: WALLET })
      },
      "has a guardian start a recovery": async () => {
        const { accountId } = await signUp()
        const [guardian] = await client.guardians.list(accountId)
        if (guardian === undefined) return
        await client.guardians.startRecovery(guardian.id, { rpId: RP.id })
      },
      "completes a recovery by mail": async () => {
        const { accountId } = await signUp()
        const { body } = await device.call("GET", `/auth/recoveries?accountId=${accountId}`)
        const open = body.data?.find(({ method }: { readonly method: string }) => method !== "SAVED_CODE")
        if (open === undefined) return
        const started = await client.recovery.challenge(String(open.id))
        const credential = await client.passkeys.create({ accountId, nickname: "recovered", rp: WALLET })
        await client.recovery.complete(started, { code: await codeFor(), credential })
      },
      "renames and confirms its credentials": async () => {
        const { accountId } = await signUp()
        const signer = await signedIn()
        for (const { id } of await client.credentials.list(accountId))
          await client.credentials.rename(id, "mine", { signer })
        for (const { id } of await client.credentials.list(accountId)) await client.credentials.confirm(id, { signer })
      },
      "asks for the deletion": async () => {
        const { customerId } = await signUp()
        const signer = await signedIn()
        await client.customers.delete(customerId, { signer })
        ;[wallet, session, payee, codes] = [undefined, undefined, undefined, []]
      }
    }
  }
}

/** In the smallest unit of the wallet's currency. */
const FUNDS = 100_000_000
const UNIT = 1_000_000
const WALLET = { id: RP.id, name: "Wallet" }
