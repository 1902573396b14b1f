import { type AuthSession, createClient } from "@countersign/client"
import { type Command, Option } from "commander"
import { said } from "../said.ts"
import { basic } from "../service/basic.ts"
import { type CallOptions, callAt, onServiceCommand, Refused } from "../service/Service.ts"
import { requireService, type Service } from "../service/serviceOf.ts"
import type { Terminal } from "../Terminal.ts"
import { byEmailOtp } from "./byEmailOtp.ts"
import { byOauth } from "./byOauth.ts"
import { byPasskey } from "./byPasskey.ts"
import { exchangesTo } from "./exchange.ts"
import type { Login, LoginOptions } from "./Login.ts"

interface Options extends CallOptions, LoginOptions {
  readonly type: keyof typeof ways
  readonly bundleSigner?: string
  readonly quiet?: boolean
}

/** `countersign login`: from a credential to an active session, and each request and reply on the way. */
export const loginCommand = (terminal: Terminal): Command =>
  onServiceCommand("login", "Signs a user in, and shows each request and reply. Without options: a new customer.")
    .addOption(new Option("--type <type>", "the credential").choices(Object.keys(ways)).default("EMAIL_OTP"))
    .option("--customer <id>", "whose wallet; a new customer's when left out")
    .option("--account <id>", "the wallet, InternalAccount:<uuid>")
    .option("--credential <id>", "the credential itself, AuthMethod:<uuid>")
    .option("--code <code>", "the code that was mailed; asked for when left out, and 000000 in a sandbox")
    .option(
      "--id-token-from <command>",
      "prints an id token whose nonce is $COUNTERSIGN_NONCE; asked for when left out"
    )
    .option("--bundle-signer <hex>", "the key that signs bundles; COUNTERSIGN_BUNDLE_SIGNER when left out")
    .option("--quiet", "show the session alone")
    .action(async (options: Options) => {
      const { baseUrl, bundleSigner, token } = await requireService(terminal, options)
      const service = { baseUrl, token, bundleSigner: trustedSigner(terminal, options, bundleSigner) }
      const login = await loginTo(service, options, terminal)
      const { accountId, id } = await ways[options.type](login)
      const session = (await login.client.sessions.list(accountId)).find((each) => each.id === id)
      if (session === undefined) throw new Error(`${id} was opened but is not listed`)
      const words = `Signed in. ${session.id} is active until ${session.expiresAt}.`
      said(terminal, options, session, isShown(options) ? `\n${words}` : words)
    })

const ways = {
  EMAIL_OTP: byEmailOtp,
  OAUTH: byOauth,
  PASSKEY: byPasskey
} satisfies Readonly<Record<string, (login: Login) => Promise<Pick<AuthSession, "id" | "accountId">>>>

const isShown = ({ json, quiet }: Options): boolean => json !== true && quiet !== true

const trustedSigner = ({ env }: Terminal, options: Options, own: string | undefined): string => {
  const signer = options.bundleSigner ?? own ?? env.COUNTERSIGN_BUNDLE_SIGNER
  if (signer !== undefined && signer !== "") return signer
  throw new Error(
    "Name the key that signs the service's bundles: COUNTERSIGN_BUNDLE_SIGNER, or --bundle-signer. It is countersign.bundleSigner there."
  )
}

const loginTo = async (service: Required<Service>, options: Options, terminal: Terminal): Promise<Login> => {
  const { onExchange, overhear } = exchangesTo(terminal, service.baseUrl)
  const client = createClient({
    baseUrl: service.baseUrl,
    bundleSigner: service.bundleSigner,
    headers: { authorization: basic(service.token) },
    ...(isShown(options) ? { onExchange } : {})
  })
  const call = callAt(service, isShown(options) ? overhear : undefined)
  return { options, terminal, client, call, isSandbox: await isSandbox(service) }
}

/** A token of production is told that there is no such clock. */
const isSandbox = async (service: Service): Promise<boolean> => {
  try {
    await callAt(service)("GET", "/sandbox/clock")
    return true
  } catch (error) {
    if (error instanceof Refused && error.status === 404) return false
    throw error
  }
}
