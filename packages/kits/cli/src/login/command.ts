import { createClient, type Exchange } from "@countersign/client"
import { type Command, Option } from "commander"
import { jsonIn } from "../json.ts"
import { print } from "../print.ts"
import {
  basic,
  type CallOptions,
  callAt,
  type OnExchange,
  onServiceCommand,
  Refused,
  requireService,
  type Service
} from "../service/Service.ts"
import { coloured, type Terminal } from "../Terminal.ts"
import { type Login, type LoginOptions, ways } from "./ways.ts"

interface Options extends CallOptions, LoginOptions {
  readonly type: keyof typeof ways
  readonly bundleSigner?: string
  readonly quiet?: boolean
}

/** `countersign login`: signs in with a credential, and shows each request and response. */
export const loginCommand = (terminal: Terminal): Command =>
  onServiceCommand("login", "Signs a user in and shows each request and response. Without options: a new customer.")
    .addOption(new Option("--type <type>", "the credential").choices(Object.keys(ways)).default("EMAIL_OTP"))
    .option("--customer <id>", "the customer who owns the wallet; default: a new customer")
    .option("--account <id>", "the wallet, InternalAccount:<uuid>")
    .option("--credential <id>", "the credential, AuthMethod:<uuid>")
    .option("--code <code>", "the mailed code; prompted for by default, 000000 in a sandbox")
    .option(
      "--id-token-from <command>",
      "a command that prints an id token whose nonce is $COUNTERSIGN_NONCE; prompted for by default"
    )
    .option("--bundle-signer <hex>", "the key that signs bundles; default COUNTERSIGN_BUNDLE_SIGNER")
    .option("--quiet", "show only the session")
    .action(async (options: Options) => {
      const { baseUrl, bundleSigner, token } = await requireService(terminal, options)
      const service = { baseUrl, token, bundleSigner: trustedSigner(terminal, options, bundleSigner) }
      const login = await loginTo(service, options, terminal)
      const { accountId, id } = await ways[options.type](login)
      const session = (await login.client.sessions.list(accountId)).find((each) => each.id === id)
      if (session === undefined) throw new Error(`${id} was opened but is not listed`)
      const words = `Signed in. ${session.id} is active until ${session.expiresAt}.`
      print(terminal, options, session, isShown(options) ? `\n${words}` : words)
    })

const isShown = ({ json, quiet }: Options): boolean => json !== true && quiet !== true

const trustedSigner = ({ env }: Terminal, options: Options, fallback: string | undefined): string => {
  const signer = options.bundleSigner ?? fallback ?? env.COUNTERSIGN_BUNDLE_SIGNER
  if (signer !== undefined && signer !== "") return signer
  throw new Error(
    "Pass the key that signs the service's bundles: COUNTERSIGN_BUNDLE_SIGNER, or --bundle-signer. In the service it is countersign.bundleSigner."
  )
}

const loginTo = async (service: Required<Service>, options: Options, terminal: Terminal): Promise<Login> => {
  const { onExchange, printExchange } = exchangesTo(terminal, service.baseUrl)
  const client = createClient({
    baseUrl: service.baseUrl,
    bundleSigner: service.bundleSigner,
    headers: { authorization: basic(service.token) },
    ...(isShown(options) ? { onExchange } : {})
  })
  const call = callAt(service, isShown(options) ? printExchange : undefined)
  return { options, terminal, client, call, isSandbox: await isSandbox(service) }
}

/** The sandbox clock does not exist for a production token. */
const isSandbox = async (service: Service): Promise<boolean> => {
  try {
    await callAt(service)("GET", "/sandbox/clock")
    return true
  } catch (error) {
    if (error instanceof Refused && error.status === 404) return false
    throw error
  }
}

/** Writes each request and its response, of the command and of the client. */
const exchangesTo = (terminal: Terminal, baseUrl: string) => {
  const printExchange: OnExchange = (request, status, answer) =>
    terminal.out(`${wordsOf(terminal, request, status, answer)}\n`)
  return {
    printExchange,
    onExchange: ({ request, response }: Exchange) =>
      printExchange({ ...request, path: request.url.slice(baseUrl.length) }, response.status, response.body)
  }
}

const wordsOf = (
  terminal: Terminal,
  { body, headers = {}, method, path }: Parameters<OnExchange>[0],
  status: number,
  answer: unknown
) =>
  [
    coloured(terminal, "bold", `\n> ${method} ${path}`),
    ...SIGNED.flatMap((name) => (headers[name] === undefined ? [] : [`${name}: ${headers[name]}`])),
    ...(body === undefined ? [] : [pretty(body)]),
    coloured(terminal, status < 400 ? "green" : "red", `< ${status}`),
    ...(answer === undefined ? [] : [pretty(answer)])
  ].join("\n")

/** The headers in which the second call of a signed retry differs from the first. */
const SIGNED = ["request-id", "service-wallet-signature"]

/** A body as sent is JSON text, and an answer is a value. */
const pretty = (value: unknown) => {
  const json = typeof value === "string" ? jsonIn(value) : undefined
  return JSON.stringify(json ?? value, undefined, 2) ?? ""
}
