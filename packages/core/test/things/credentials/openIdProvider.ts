import { generateKeyPairSync } from "node:crypto"
import { once } from "node:events"
import { createServer, type RequestListener } from "node:http"
import type { AddressInfo } from "node:net"
import Provider from "oidc-provider"

/** A real OpenID provider on loopback. Tests can rotate its keys and take it down. */
export const startProvider = async () => {
  let listener: RequestListener = (_, response) => response.writeHead(500).end()
  let keySetReads = 0
  const server = createServer({ keepAliveTimeout: 600_000 }, (request, response) => {
    if (request.url?.startsWith("/jwks")) keySetReads += 1
    listener(request, response)
  })
  await once(server.listen(0, "127.0.0.1"), "listening")
  const { port } = server.address() as AddressInfo
  const issuer = `http://127.0.0.1:${port}`
  let generation = 0
  const rotate = () => {
    generation += 1
    listener = providerOf(issuer, `key-${generation}`)
  }
  rotate()
  return {
    issuer,
    jwksUri: `${issuer}/jwks`,
    reads: () => keySetReads,
    rotate,
    goDown: () => {
      listener = (_, response) => response.writeHead(503).end("down")
    },
    /** The provider's own token endpoint issues the identity token. */
    token: async (subject: string, nonce?: string): Promise<string> => {
      const response = await fetch(`${issuer}/token`, {
        method: "POST",
        headers: { authorization: `Basic ${btoa("wallet-app:secret-of-the-app")}` },
        body: new URLSearchParams({ grant_type: "test-login", subject, ...(nonce === undefined ? {} : { nonce }) })
      })
      const answer = await response.json()
      if (!response.ok) throw new Error(JSON.stringify(answer))
      return answer.id_token
    },
    close: () => {
      server.closeAllConnections()
      server.close()
    }
  }
}

const providerOf = (issuer: string, kid: string): RequestListener => {
  const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 })
  const provider = new Provider(issuer, {
    jwks: { keys: [{ ...privateKey.export({ format: "jwk" }), kid, use: "sig", alg: "RS256" }] },
    clients: [
      {
        client_id: "wallet-app",
        client_secret: "secret-of-the-app",
        redirect_uris: [],
        response_types: [],
        grant_types: ["test-login"]
      }
    ]
  })
  // The provider's sign-in page is not under test, so this grant requests the token directly.
  provider.registerGrantType(
    "test-login",
    async (ctx: {
      readonly oidc: {
        readonly client: unknown
        readonly params: { readonly subject: string; readonly nonce?: string }
      }
      body: unknown
    }) => {
      const { client, params } = ctx.oidc
      const token = new provider.IdToken({ sub: params.subject }, { ctx, client })
      token.scope = "openid"
      token.set("email", `${params.subject}@example.com`)
      if (params.nonce !== undefined) token.set("nonce", params.nonce)
      ctx.body = { id_token: await token.issue({ use: "idtoken" }) }
    },
    ["subject", "nonce"]
  )
  return provider.callback()
}
